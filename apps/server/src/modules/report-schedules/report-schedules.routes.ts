import type { DashboardSchedule } from '#contract/dashboard-schedules.ts'
import { fail } from '#contract/errors.ts'
import type { reportSchedules, Schedule } from '#contract/saved-reports.ts'
import type { Deps } from '#server/deps.ts'
import type { Caller } from '#server/http/caller.ts'
import { type RoutesOf, signedIn } from '#server/http/implement.ts'
import { findOpenedDashboard } from '#server/modules/dashboards/index.ts'
import { readSavedReport } from '#server/modules/saved-reports/index.ts'
import { addSchedule } from './manage-schedules.usecases.ts'
import { deleteSchedule, listSchedules, type ScheduleRow } from './schedules.repo.ts'

const presentTiming = (row: ScheduleRow): DashboardSchedule => ({
  id: row.id,
  createdBy: row.user_id,
  cadence: row.cadence,
  weekday: row.weekday,
  day: row.day,
  hour: row.hour,
  recipients: row.recipients,
  lastSentUtc: row.last_sent_at?.toISOString() ?? null,
  nextDueUtc: row.next_due_at.toISOString(),
})

const presentSchedule =
  (reportId: string) =>
  (row: ScheduleRow): Schedule => ({ ...presentTiming(row), reportId, attachment: row.attachment })

/** Errors: as `readSavedReport`. */
const ofReport = async (deps: Pick<Deps, 'db'>, caller: Caller, reportId: string) => {
  await readSavedReport(deps, caller, reportId)
  return { accountId: caller.accountId, reportId }
}

/** Errors: `dashboard.not_found`. */
const ofDashboard = async ({ db }: Pick<Deps, 'db'>, caller: Caller, slug: string) => {
  const dashboard = await findOpenedDashboard(db, caller, slug)
  if (!dashboard) throw fail('dashboard.not_found')
  return { accountId: caller.accountId, dashboardId: dashboard.id }
}

const assertExisted = (existed: boolean): void => {
  if (!existed) throw fail('report.schedule_not_found')
}

const { savedReports, dashboardSchedules } = signedIn

/** Endpoints for a saved report's schedules. */
export const reportSchedulesRoutes: Pick<RoutesOf<'savedReports'>, keyof typeof reportSchedules> = {
  schedules: savedReports.schedules.handler(async ({ input: { id }, context: { deps, caller } }) =>
    (await listSchedules(deps.db, await ofReport(deps, caller, id))).map(presentSchedule(id)),
  ),
  addSchedule: savedReports.addSchedule.handler(
    async ({
      input: {
        params: { id },
        body,
      },
      context: { deps, caller },
    }) => presentSchedule(id)(await addSchedule(deps, caller, await ofReport(deps, caller, id), body)),
  ),
  removeSchedule: savedReports.removeSchedule.handler(async ({ input, context: { deps, caller } }) =>
    assertExisted(await deleteSchedule(deps.db, await ofReport(deps, caller, input.id), input.scheduleId)),
  ),
}

/** Endpoints for a dashboard's schedules. */
export const dashboardSchedulesRoutes: RoutesOf<'dashboardSchedules'> = {
  list: dashboardSchedules.list.handler(async ({ input, context: { deps, caller } }) =>
    (await listSchedules(deps.db, await ofDashboard(deps, caller, input.slug))).map(presentTiming),
  ),
  add: dashboardSchedules.add.handler(async ({ input: { params, body }, context: { deps, caller } }) =>
    presentTiming(await addSchedule(deps, caller, await ofDashboard(deps, caller, params.slug), body)),
  ),
  remove: dashboardSchedules.remove.handler(async ({ input, context: { deps, caller } }) =>
    assertExisted(await deleteSchedule(deps.db, await ofDashboard(deps, caller, input.slug), input.scheduleId)),
  ),
}
