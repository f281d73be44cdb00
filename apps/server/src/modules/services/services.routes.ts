import { fail } from '#contract/errors.ts'
import { signedIn } from '#server/http/implement.ts'
import type { RoutesOf } from '#server/http/routes.ts'
import { demandService } from './find-service.ts'
import { addService, changeService, removeService } from './manage-services.usecases.ts'
import { previewFile } from './preview-file.usecases.ts'
import { findRun, latestRuns, listRuns } from './runs.repo.ts'
import { presentRun, presentService } from './service.present.ts'
import { listServiceTypes } from './service-types.ts'
import { listServices } from './services.repo.ts'
import { cancelRun, startImport, startSync } from './start-run.usecases.ts'
import { stageFileRoute, uploadRoute } from './upload.routes.ts'

const { services } = signedIn

export const servicesRoutes: RoutesOf<'services'> = {
  types: services.types.handler(() => listServiceTypes()),
  list: services.list.handler(async ({ context: { deps, caller } }) => {
    const [rows, runs] = await Promise.all([
      listServices(deps.db, caller.accountId),
      latestRuns(deps.db, caller.accountId),
    ])
    return rows.map((row) => presentService(row, runs.get(row.id)))
  }),
  create: services.create.handler(async ({ input, context: { deps, caller } }) =>
    presentService(await addService(deps, caller.accountId, input), undefined),
  ),
  get: services.get.handler(async ({ input: { id }, context: { deps, caller } }) => {
    const row = await demandService(deps, caller.accountId, id)
    return presentService(row, (await latestRuns(deps.db, caller.accountId)).get(id))
  }),
  update: services.update.handler(async ({ input, context: { deps, caller } }) => {
    const row = await changeService(deps, caller.accountId, input)
    return presentService(row, (await latestRuns(deps.db, caller.accountId)).get(row.id))
  }),
  remove: services.remove.handler(({ input: { id }, context: { deps, caller } }) =>
    removeService(deps, caller.accountId, id),
  ),
  sync: services.sync.handler(({ input: { id }, context: { deps, caller } }) => startSync(deps, caller.accountId, id)),
  runs: services.runs.handler(async ({ input: { id: serviceId, ...page }, context: { deps, caller } }) => {
    await demandService(deps, caller.accountId, serviceId)
    const { items, total } = await listRuns(deps.db, { accountId: caller.accountId, serviceId }, page)
    return { items: items.map(presentRun), total }
  }),
  run: services.run.handler(async ({ input: { id: serviceId, runId }, context: { deps, caller } }) => {
    const row = await findRun(deps.db, { accountId: caller.accountId, serviceId }, runId)
    if (!row) throw fail('service.run_not_found')
    return presentRun(row)
  }),
  cancelRun: services.cancelRun.handler(async ({ input: { id: serviceId, runId }, context: { deps, caller } }) =>
    presentRun(await cancelRun(deps, { accountId: caller.accountId, serviceId }, runId)),
  ),
  upload: uploadRoute,
  stageFile: stageFileRoute,
  preview: services.preview.handler(({ input, context: { deps, caller } }) =>
    previewFile(deps, caller.accountId, input),
  ),
  importFile: services.importFile.handler(
    ({ input: { id: serviceId, fileId, ...settings }, context: { deps, caller } }) =>
      startImport(deps, caller.accountId, { serviceId, fileId, settings }),
  ),
}
