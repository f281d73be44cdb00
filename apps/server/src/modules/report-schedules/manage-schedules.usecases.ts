import type { z } from 'zod'
import type { DashboardScheduleInput } from '#contract/dashboard-schedules.ts'
import { assertFound, fail, failFields } from '#contract/errors.ts'
import type { ScheduleInput } from '#contract/saved-reports.ts'
import { findColumn, findReportType } from '#semantic/catalog/catalog.ts'
import { inTransaction } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import type { Caller } from '#server/http/caller.ts'
import { findOpenedDashboard } from '#server/modules/dashboards/index.ts'
import { readSavedReport, storedDefinition } from '#server/modules/saved-reports/index.ts'
import { fullName, normalizeEmail } from '#server/modules/users/index.ts'
import { assertRoom } from '#server/platform/quotas.ts'
import { nextDue } from './next-due.ts'
import { TEAM_MEMBER } from './schedule-subject.ts'
import {
  countSchedules,
  deleteSchedule,
  findActiveUsers,
  findChannels,
  insertSchedule,
  listSchedules,
  mayReceive,
  type Scheduled,
  type ScheduleRow,
} from './schedules.repo.ts'

const MAX_SCHEDULES = 20

const resolveRecipients = async ({ db }: Deps, { accountId }: Caller, emails: readonly string[]): Promise<string[]> => {
  const users = await findActiveUsers(db, accountId, emails)
  const problems = emails.flatMap((email, index) => {
    const field = `recipients[${index}]`
    const user = users.find((one) => one.email === normalizeEmail(email))
    if (!user) return [{ field, message: `${email} is not a user of this account` }]
    return mayReceive(user) ? [] : [{ field, message: `${fullName(user)} can’t open reports` }]
  })
  if (problems.length > 0) throw failFields('request.invalid', problems)
  return users.map(({ email }) => email)
}

/** Errors: `request.invalid` naming each channel that is none, or the recipients of a schedule without any. */
const resolveChannels = async (
  { db }: Deps,
  { accountId }: Caller,
  { recipients, channels }: Pick<Input, 'recipients' | 'channels'>,
): Promise<string[]> => {
  const nobody = { field: 'recipients', message: 'Choose at least one person or channel' }
  if (recipients.length + channels.length === 0) throw failFields('request.invalid', [nobody])
  const found = await findChannels(db, accountId, channels)
  const problems = channels.flatMap((id, index) =>
    found.includes(id) ? [] : [{ field: `channels[${index}]`, message: 'This channel no longer exists' }],
  )
  if (problems.length > 0) throw failFields('request.invalid', problems)
  return [...new Set(channels)]
}

/** What is scheduled, as its owner names it. */
export type Subject = { readonly reportId: string } | { readonly slug: string }

/**
 * Errors: those of `readSavedReport`, or `dashboard.not_found`; `request.invalid` for own rows of a report type without team
 * members.
 */
const requireScheduled = async (deps: Deps, caller: Caller, subject: Subject, ownRows = false): Promise<Scheduled> => {
  const { accountId } = caller
  if ('reportId' in subject) {
    const report = await readSavedReport(deps, caller, subject.reportId)
    const type = findReportType(storedDefinition(report).reportType)
    if (ownRows && (!type || !findColumn(type, TEAM_MEMBER)))
      throw failFields('request.invalid', [
        { field: 'ownRows', message: 'This report can’t be filtered by team member' },
      ])
    return { accountId, reportId: report.id }
  }
  const dashboard = assertFound(await findOpenedDashboard(deps.db, caller, subject.slug), 'dashboard.not_found')
  return { accountId, dashboardId: dashboard.id }
}

/** Errors: as `requireScheduled`. */
export const readSchedules = async (deps: Deps, caller: Caller, subject: Subject): Promise<ScheduleRow[]> =>
  listSchedules(deps.db, await requireScheduled(deps, caller, subject))

type Input = z.output<typeof DashboardScheduleInput> &
  Partial<Pick<z.output<typeof ScheduleInput>, 'attachment' | 'ownRows'>>

/**
 * Schedules what the caller may read. Errors: those of `requireScheduled`, `request.invalid` naming each address without a user and each user who may not open reports, those of `resolveChannels`, `report.too_many_schedules`,
 * `request.quota`.
 */
export const addSchedule = async (deps: Deps, caller: Caller, subject: Subject, input: Input): Promise<ScheduleRow> => {
  const { accountId, userId, account } = caller
  const of = await requireScheduled(deps, caller, subject, input.ownRows)
  const recipients = await resolveRecipients(deps, caller, input.recipients)
  const channels = await resolveChannels(deps, caller, input)
  const now = deps.clock.now()
  return inTransaction(deps.db, async (trx) => {
    await assertRoom(trx, 'schedules', accountId, () => countSchedules(trx, accountId))
    const present = await listSchedules(trx, of)
    if (present.length >= MAX_SCHEDULES) throw fail('report.too_many_schedules', { values: { limit: MAX_SCHEDULES } })
    return insertSchedule(trx, {
      id: deps.ids.next(),
      account_id: accountId,
      report_id: 'reportId' in of ? of.reportId : null,
      dashboard_id: 'dashboardId' in of ? of.dashboardId : null,
      user_id: userId,
      cadence: input.cadence,
      weekday: input.weekday,
      day: input.day,
      hour: input.hour,
      recipients: JSON.stringify(recipients),
      channels: JSON.stringify(channels),
      attachment: input.attachment ?? null,
      own_rows: input.ownRows ?? false,
      next_due_at: new Date(nextDue(input, now, account.timeZone)),
      last_sent_at: null,
      created_at: new Date(now),
    })
  })
}

/** Errors: those of `requireScheduled`, `report.schedule_not_found`. */
export const removeSchedule = async (
  deps: Deps,
  caller: Caller,
  subject: Subject,
  scheduleId: string,
): Promise<void> => {
  const isRemoved = await deleteSchedule(deps.db, await requireScheduled(deps, caller, subject), scheduleId)
  if (!isRemoved) throw fail('report.schedule_not_found')
}
