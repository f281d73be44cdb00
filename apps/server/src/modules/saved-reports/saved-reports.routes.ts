import type { reportSchedules, SavedReport } from '#contract/saved-reports.ts'
import type { CallContext } from '#server/http/call.ts'
import { type RoutesOf, signedIn } from '#server/http/implement.ts'
import { listTrash } from '#server/platform/trash.ts'
import { presentSavedReport, readOwnReports, readSavedReport, readSharedReports } from './saved-definition.ts'
import type { SavedReportRow } from './saved-reports.repo.ts'
import {
  copySavedReport,
  createSavedReport,
  restoreSavedReport,
  saveSavedReport,
  trashSavedReport,
} from './saved-reports.usecases.ts'

const presented = async (row: Promise<SavedReportRow>, { caller }: CallContext): Promise<SavedReport> =>
  presentSavedReport(await row, caller.userId)

const { savedReports } = signedIn

export const savedReportsRoutes: Omit<RoutesOf<'savedReports'>, keyof typeof reportSchedules> = {
  my: savedReports.my.handler(({ context: { deps, caller } }) => readOwnReports(deps, caller)),
  shared: savedReports.shared.handler(({ context: { deps, caller } }) => readSharedReports(deps, caller)),
  trash: savedReports.trash.handler(async ({ input, context: { deps, caller } }) => {
    const { items, total } = await listTrash(deps, 'saved_reports', caller, input)
    return { items: items.map(({ key: id, ...item }) => ({ id, ...item })), total }
  }),
  create: savedReports.create.handler(({ input, context }) =>
    presented(createSavedReport(context.deps, context.caller, input), context),
  ),
  get: savedReports.get.handler(({ input, context }) =>
    presented(readSavedReport(context.deps, context.caller, input.id), context),
  ),
  update: savedReports.update.handler(({ input: { params, headers, body }, context }) => {
    const save = { id: params.id, ifMatch: headers?.['if-match'], input: body }
    return presented(saveSavedReport(context.deps, context.caller, save), context)
  }),
  remove: savedReports.remove.handler(({ input, context: { deps, caller } }) =>
    trashSavedReport(deps, caller, input.id),
  ),
  restore: savedReports.restore.handler(({ input, context }) =>
    presented(restoreSavedReport(context.deps, context.caller, input.id), context),
  ),
  copy: savedReports.copy.handler(({ input, context }) =>
    presented(copySavedReport(context.deps, context.caller, input.id), context),
  ),
}
