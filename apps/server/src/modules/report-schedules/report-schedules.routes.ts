import type { reportSchedules, Schedule } from '#contract/saved-reports.ts'
import { type RoutesOf, signedIn } from '#server/http/implement.ts'
import { addSchedule, removeSchedule, schedulesOf } from './manage-schedules.usecases.ts'
import type { ScheduleRow } from './schedules.repo.ts'

const presentSchedule = (row: ScheduleRow): Schedule => ({
  id: row.id,
  reportId: row.report_id,
  createdBy: row.user_id,
  cadence: row.cadence,
  weekday: row.weekday,
  day: row.day,
  hour: row.hour,
  recipients: row.recipients,
  attachment: row.attachment,
  lastSentUtc: row.last_sent_at?.toISOString() ?? null,
  nextDueUtc: row.next_due_at.toISOString(),
})

const { savedReports } = signedIn

/** Endpoints for a saved report's schedules. */
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
