import type { DashboardSchedule } from '#contract/dashboard-schedules.ts'
import type { reportSchedules, Schedule } from '#contract/saved-reports.ts'
import { type RoutesOf, signedIn } from '#server/http/implement.ts'
import { addSchedule, readSchedules, removeSchedule } from './manage-schedules.usecases.ts'
import type { ScheduleRow } from './schedules.repo.ts'

const presentTiming = (row: ScheduleRow): DashboardSchedule => ({
  id: row.id,
  createdBy: row.user_id,
  cadence: row.cadence,
  weekday: row.weekday,
  day: row.day,
  hour: row.hour,
  recipients: row.recipients,
  channels: row.channels,
  lastSentUtc: row.last_sent_at?.toISOString() ?? null,
  nextDueUtc: row.next_due_at.toISOString(),
})

const presentSchedule =
  (reportId: string) =>
  (row: ScheduleRow): Schedule => ({
    ...presentTiming(row),
    reportId,
    attachment: row.attachment,
    ownRows: row.own_rows,
  })

const { savedReports, dashboardSchedules } = signedIn

/** Endpoints for a saved report's schedules. */
export const reportSchedulesRoutes: Pick<RoutesOf<'savedReports'>, keyof typeof reportSchedules> = {
  schedules: savedReports.schedules.handler(async ({ input: { id: reportId }, context: { deps, caller } }) =>
    (await readSchedules(deps, caller, { reportId })).map(presentSchedule(reportId)),
  ),
  addSchedule: savedReports.addSchedule.handler(async ({ input: { params, body }, context: { deps, caller } }) =>
    presentSchedule(params.id)(await addSchedule(deps, caller, { reportId: params.id }, body)),
  ),
  removeSchedule: savedReports.removeSchedule.handler(({ input: { id, scheduleId }, context: { deps, caller } }) =>
    removeSchedule(deps, caller, { reportId: id }, scheduleId),
  ),
}

/** Endpoints for a dashboard's schedules. */
export const dashboardSchedulesRoutes: RoutesOf<'dashboardSchedules'> = {
  list: dashboardSchedules.list.handler(async ({ input: { slug }, context: { deps, caller } }) =>
    (await readSchedules(deps, caller, { slug })).map(presentTiming),
  ),
  add: dashboardSchedules.add.handler(async ({ input: { params, body }, context: { deps, caller } }) =>
    presentTiming(await addSchedule(deps, caller, { slug: params.slug }, body)),
  ),
  remove: dashboardSchedules.remove.handler(({ input: { slug, scheduleId }, context: { deps, caller } }) =>
    removeSchedule(deps, caller, { slug }, scheduleId),
  ),
}
