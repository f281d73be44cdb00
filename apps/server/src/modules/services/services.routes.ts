import { type RoutesOf, signedIn } from '#server/http/implement.ts'
import { checkImport } from './check-import.usecases.ts'
import { listServiceTypes } from './find-service.ts'
import { finishConsent, startConsent } from './platform/consent.usecases.ts'
import { fetchFile } from './platform/fetch-file.usecases.ts'
import { reconcileMonth } from './platform/reconcile.usecases.ts'
import { keysRoute, keysSentRoute } from './platform/sent-keys.ts'
import { testConnection, testUnsavedConnection } from './platform/test-connection.usecases.ts'
import { previewFile } from './preview-import.usecases.ts'
import { quarantinedOfRun, readRun, readRuns, unresolvedQuarantined } from './read-runs.usecases.ts'
import { describeService, describeServices, presentQuarantinedRecord, presentRun } from './service.present.ts'
import { describeServiceChange } from './service-change.ts'
import { addService, changeService, removeService } from './services.usecases.ts'
import { startOver } from './start-over.usecases.ts'
import { cancelRun, startImport, startSync } from './start-run.usecases.ts'
import { stageFileRoute, uploadRoute } from './upload.routes.ts'
import { webhookRoute } from './webhook.routes.ts'

const { services } = signedIn

export const servicesRoutes: RoutesOf<'services'> = {
  types: services.types.handler(({ context: { deps } }) => listServiceTypes(deps)),
  list: services.list.handler(({ context: { deps, caller } }) => describeServices(deps, caller.accountId)),
  create: services.create.handler(async ({ input, context: { deps, caller, call } }) => {
    const service = await addService(deps, caller.accountId, input)
    call.note({ name: service.name, type: service.type })
    return describeService(deps, caller.accountId, service.id)
  }),
  connect: services.connect.handler(async ({ input, context: { deps, caller, call } }) =>
    startConsent(deps, caller, input, call.setCookie),
  ),
  connected: services.connected.handler(async ({ input: { query }, context: { deps, caller, call } }) => {
    const service = await finishConsent(deps, { caller, signal: call.signal }, new URLSearchParams(query))
    call.note({ name: service.name, type: service.type })
    return describeService(deps, caller.accountId, service.id)
  }),
  keys: keysRoute,
  keysSent: keysSentRoute,
  tryOut: services.tryOut.handler(({ input, context: { deps, caller, call } }) =>
    testUnsavedConnection(deps, { caller, signal: call.signal }, input),
  ),
  test: services.test.handler(({ input: { id }, context: { deps, caller, call } }) =>
    testConnection(deps, { caller, signal: call.signal }, id),
  ),
  get: services.get.handler(({ input: { id }, context: { deps, caller } }) =>
    describeService(deps, caller.accountId, id),
  ),
  update: services.update.handler(async ({ input, context: { deps, caller, call } }) => {
    const { before, after } = await changeService(deps, caller.accountId, input)
    call.note(describeServiceChange(before, after, input.settings))
    return describeService(deps, caller.accountId, after.id)
  }),
  remove: services.remove.handler(async ({ input: { id }, context: { deps, caller, call } }) => {
    const { name, type } = await removeService(deps, caller.accountId, id)
    call.note({ name, type })
  }),
  sync: services.sync.handler(({ input, context: { deps, caller } }) => startSync(deps, caller.accountId, input)),
  startOver: services.startOver.handler(({ context: { deps, caller } }) => startOver(deps, caller.accountId)),
  runs: services.runs.handler(async ({ input: { id: serviceId, ...page }, context: { deps, caller } }) => {
    const { items, total } = await readRuns(deps, { accountId: caller.accountId, serviceId }, page)
    return { items: items.map(presentRun), total }
  }),
  run: services.run.handler(async ({ input: { id: serviceId, runId }, context: { deps, caller } }) =>
    presentRun(await readRun(deps, caller, serviceId, runId)),
  ),
  setAside: services.setAside.handler(
    async ({ input: { id: serviceId, runId, ...page }, context: { deps, caller } }) => {
      const { items, total } = await quarantinedOfRun(deps, { accountId: caller.accountId, serviceId }, runId, page)
      return { items: items.map(presentQuarantinedRecord), total }
    },
  ),
  openSetAside: services.openSetAside.handler(
    async ({ input: { id: serviceId, ...page }, context: { deps, caller } }) => {
      const { items, total } = await unresolvedQuarantined(deps, { accountId: caller.accountId, serviceId }, page)
      return { items: items.map(presentQuarantinedRecord), total }
    },
  ),
  reconciliation: services.reconciliation.handler(({ input, context: { deps, caller, call } }) =>
    reconcileMonth(deps, { caller, signal: call.signal }, input),
  ),
  webhook: webhookRoute,
  cancelRun: services.cancelRun.handler(async ({ input: { id: serviceId, runId }, context: { deps, caller } }) =>
    presentRun(await cancelRun(deps, { accountId: caller.accountId, serviceId }, runId)),
  ),
  upload: uploadRoute,
  stageFile: stageFileRoute,
  fetchFile: services.fetchFile.handler(({ input: { id }, context: { deps, caller, call } }) =>
    fetchFile(deps, { caller, signal: call.signal }, id),
  ),
  preview: services.preview.handler(({ input, context: { deps, caller } }) => previewFile(deps, caller, input)),
  check: services.check.handler(({ input, context: { deps, caller, call } }) =>
    checkImport(deps, { caller, signal: call.signal }, input),
  ),
  importFile: services.importFile.handler(
    ({ input: { id: serviceId, fileId, into, ...settings }, context: { deps, caller, call } }) =>
      startImport(deps, caller, { serviceId, fileId, into: into ?? serviceId, settings, signal: call.signal }),
  ),
}
