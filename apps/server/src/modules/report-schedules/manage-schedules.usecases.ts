import type { z } from 'zod'
import type { DashboardScheduleInput } from '#contract/dashboard-schedules.ts'
import { fail, failFields } from '#contract/errors.ts'
import type { ScheduleInput } from '#contract/saved-reports.ts'
import { inTransaction } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import type { Caller } from '#server/http/caller.ts'
import { fullName, normalizeEmail } from '#server/modules/users/index.ts'
import { assertRoom } from '#server/platform/quotas.ts'
import { nextDue } from './next-due.ts'
import {
  countSchedules,
  findActiveUsers,
  insertSchedule,
  listSchedules,
  mayReceive,
  type Scheduled,
  type ScheduleRow,
} from './schedules.repo.ts'

const MAX_SCHEDULES = 20

const resolveRecipients = async (
  { db }: Pick<Deps, 'db'>,
  { accountId }: Caller,
  emails: readonly string[],
): Promise<string[]> => {
  const users = await findActiveUsers(db, accountId, emails)
  const problems = emails.flatMap((email, place) => {
    const field = `recipients[${place}]`
    const user = users.find((one) => one.email === normalizeEmail(email))
    if (!user) return [{ field, message: `${email} is not a user of this account` }]
    return mayReceive(user) ? [] : [{ field, message: `${fullName(user)} can’t open reports` }]
  })
  if (problems.length > 0) throw failFields('request.invalid', problems)
  return users.map(({ email }) => email)
}

type Input = z.output<typeof DashboardScheduleInput> & Partial<Pick<z.output<typeof ScheduleInput>, 'attachment'>>

/**
 * Schedules what the caller may read. Errors: `request.invalid` naming each address without a user and each user who may not open reports, `report.too_many_schedules`,
 * `request.quota`.
 */
export const addSchedule = async (
  deps: Pick<Deps, 'clock' | 'ids' | 'db'>,
  caller: Caller,
  of: Scheduled,
  input: Input,
): Promise<ScheduleRow> => {
  const { accountId, userId, account } = caller
  const recipients = await resolveRecipients(deps, caller, input.recipients)
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
      attachment: input.attachment ?? null,
      next_due_at: new Date(nextDue(input, now, account.timeZone)),
      last_sent_at: null,
      created_at: new Date(now),
    })
  })
}
