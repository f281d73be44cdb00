import type { z } from 'zod'
import { fail, failFields } from '#contract/errors.ts'
import type { ScheduleInput } from '#contract/saved-reports.ts'
import { inTransaction } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import type { Caller } from '#server/http/caller.ts'
import { readSavedReport } from '#server/modules/saved-reports/index.ts'
import { normalizeEmail } from '#server/modules/users/index.ts'
import { assertRoom } from '#server/platform/quotas.ts'
import { nextDue } from './next-due.ts'
import {
  countSchedules,
  deleteSchedule,
  findActiveEmails,
  insertSchedule,
  listSchedules,
  type ScheduleRow,
} from './schedules.repo.ts'

const MAX_SCHEDULES = 20

/** The schedules of a report that the caller may read. Errors: as `readSavedReport`. */
export const schedulesOf = async (deps: Pick<Deps, 'db'>, caller: Caller, reportId: string): Promise<ScheduleRow[]> => {
  await readSavedReport(deps, caller, reportId)
  return listSchedules(deps.db, { accountId: caller.accountId, reportId })
}

const resolveRecipients = async (
  { db }: Pick<Deps, 'db'>,
  { accountId }: Caller,
  emails: readonly string[],
): Promise<string[]> => {
  const known = await findActiveEmails(db, accountId, emails)
  const unknown = emails.flatMap((email, place) => (known.includes(normalizeEmail(email)) ? [] : [{ email, place }]))
  if (unknown.length === 0) return known
  const message = (email: string) => `${email} is not a user of this account`
  throw failFields(
    'request.invalid',
    unknown.map(({ email, place }) => ({ field: `recipients[${place}]`, message: message(email) })),
  )
}

interface NewSchedule {
  readonly reportId: string
  readonly input: z.output<typeof ScheduleInput>
}

/**
 * Errors: as `readSavedReport`, `request.invalid` naming each address without a user, `report.too_many_schedules`, `request.quota`.
 */
export const addSchedule = async (
  deps: Pick<Deps, 'clock' | 'ids' | 'db'>,
  caller: Caller,
  { reportId, input }: NewSchedule,
): Promise<ScheduleRow> => {
  const { accountId, userId, account } = caller
  await readSavedReport(deps, caller, reportId)
  const recipients = await resolveRecipients(deps, caller, input.recipients)
  const now = deps.clock.now()
  return inTransaction(deps.db, async (trx) => {
    await assertRoom(trx, 'schedules', accountId, () => countSchedules(trx, accountId))
    const present = await listSchedules(trx, { accountId, reportId })
    if (present.length >= MAX_SCHEDULES) throw fail('report.too_many_schedules', { values: { limit: MAX_SCHEDULES } })
    return insertSchedule(trx, {
      id: deps.ids.next(),
      account_id: accountId,
      report_id: reportId,
      user_id: userId,
      cadence: input.cadence,
      weekday: input.weekday,
      day: input.day,
      hour: input.hour,
      recipients: JSON.stringify(recipients),
      attachment: input.attachment,
      next_due_at: new Date(nextDue(input, now, account.timeZone)),
      last_sent_at: null,
      created_at: new Date(now),
    })
  })
}

/** Errors: as `readSavedReport`, `report.schedule_not_found`. */
export const removeSchedule = async (
  deps: Pick<Deps, 'db'>,
  caller: Caller,
  { reportId, scheduleId }: { readonly reportId: string; readonly scheduleId: string },
): Promise<void> => {
  await readSavedReport(deps, caller, reportId)
  const existed = await deleteSchedule(deps.db, { accountId: caller.accountId, reportId }, scheduleId)
  if (!existed) throw fail('report.schedule_not_found')
}
