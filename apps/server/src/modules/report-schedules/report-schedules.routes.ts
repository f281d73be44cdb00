import type { reportSchedules } from '#contract/saved-reports.ts'
import { signedIn } from '#server/http/implement.ts'
import type { RoutesOf } from '#server/http/routes.ts'
import { addSchedule, removeSchedule, schedulesOf } from './manage-schedules.usecases.ts'
import { presentSchedule } from './schedule.present.ts'

const { savedReports } = signedIn

/** The calls of a saved report that are about sending it. */
export const reportSchedulesRoutes: Pick<RoutesOf<'savedReports'>, keyof typeof reportSchedules> = {
  schedules: savedReports.schedules.handler(async ({ input, context: { deps, caller } }) =>
    (await schedulesOf(deps, caller, input.id)).map(presentSchedule),
  ),
  addSchedule: savedReports.addSchedule.handler(async ({ input: { params, body }, context: { deps, caller } }) =>
    presentSchedule(await addSchedule(deps, caller, { reportId: params.id, input: body })),
  ),
  removeSchedule: savedReports.removeSchedule.handler(({ input: { id, scheduleId }, context: { deps, caller } }) =>
    removeSchedule(deps, caller, { reportId: id, scheduleId }),
  ),
}
