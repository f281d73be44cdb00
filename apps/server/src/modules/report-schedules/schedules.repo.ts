import type { Insertable, Selectable } from 'kysely'
import { type Db, type UserKey, unscoped } from '#server/db/database.ts'
import { countRows } from '#server/db/paginate.ts'
import type { Schema } from '#server/db/schema.gen.ts'
import { SETTINGS_COLUMNS, toAccountSettings } from '#server/modules/accounts/index.ts'
import { normalizeEmail } from '#server/modules/users/index.ts'

export type ScheduleRow = Selectable<Schema['report_schedules']>

interface OfReport {
  readonly accountId: number
  readonly reportId: string
}

/** The schedules of a report, by due time. */
export const listSchedules = (db: Db, { accountId, reportId }: OfReport): Promise<ScheduleRow[]> =>
  db
    .selectFrom('report_schedules')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('report_id', '=', reportId)
    .orderBy('next_due_at')
    .orderBy('id')
    .execute()

export const countSchedules = (db: Db, accountId: number): Promise<number> =>
  countRows(db.selectFrom('report_schedules').where('account_id', '=', accountId))

export const insertSchedule = (db: Db, row: Insertable<Schema['report_schedules']>): Promise<ScheduleRow> =>
  db.insertInto('report_schedules').values(row).returningAll().executeTakeFirstOrThrow()

/** Returns whether the schedule existed. */
export const deleteSchedule = async (db: Db, { accountId, reportId }: OfReport, id: string): Promise<boolean> => {
  const { numDeletedRows } = await db
    .deleteFrom('report_schedules')
    .where('account_id', '=', accountId)
    .where('report_id', '=', reportId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

/** Due schedules of all accounts, hence unscoped, longest overdue first. Those of deleted accounts are skipped. */
export const dueSchedules = (db: Db, now: Date, limit: number): Promise<ScheduleRow[]> =>
  unscoped(db)
    .selectFrom('report_schedules')
    .selectAll()
    .where('next_due_at', '<=', now)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('accounts')
          .select('accounts.id')
          .whereRef('accounts.id', '=', 'report_schedules.account_id')
          .where('accounts.deleted_at', 'is', null),
      ),
    )
    .orderBy('next_due_at')
    .limit(limit)
    .execute()

interface Advance {
  readonly to: Date
  /** null: nothing was sent */
  readonly sentAt: Date | null
  readonly isTrialNotice: boolean
}

/**
 * Advances a schedule from the due time that was read to the next one. False when another process has done so, in which
 * case the email must not be sent again.
 */
export const advanceSchedule = async (
  db: Db,
  { account_id, id, next_due_at }: ScheduleRow,
  { to, sentAt, isTrialNotice }: Advance,
): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('report_schedules')
    .set({ next_due_at: to, told_of_trial: isTrialNotice, ...(sentAt ? { last_sent_at: sentAt } : {}) })
    .where('account_id', '=', account_id)
    .where('id', '=', id)
    .where('next_due_at', '=', next_due_at)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

export interface ActiveUser {
  readonly id: string
  /** as stored */
  readonly email: string
}

/** Active users of the account with one of the email addresses. */
export const findActiveUsers = async (db: Db, accountId: number, emails: readonly string[]): Promise<ActiveUser[]> => {
  if (emails.length === 0) return []
  return db
    .selectFrom('users')
    .select(['id', 'email'])
    .where('account_id', '=', accountId)
    .where('disabled_at', 'is', null)
    .where('email', 'in', emails.map(normalizeEmail))
    .orderBy('email')
    .execute()
}

/** Those of the addresses that belong to active users. */
export const findActiveEmails = async (db: Db, accountId: number, emails: readonly string[]): Promise<string[]> =>
  (await findActiveUsers(db, accountId, emails)).map(({ email }) => email)

/** The creator of a schedule with the account's settings; undefined when the user was removed or the account deleted. */
export const findSender = async (db: Db, { accountId, userId }: UserKey) => {
  const row = await db
    .selectFrom('users')
    .innerJoin('accounts', 'accounts.id', 'users.account_id')
    .where('users.account_id', '=', accountId)
    .where('users.id', '=', userId)
    .where('users.disabled_at', 'is', null)
    .where('accounts.deleted_at', 'is', null)
    .select([
      'users.email',
      'users.first_name',
      'users.last_name',
      'users.roles',
      'users.culture as ownCulture',
      'accounts.account_type as accountType',
      'accounts.is_trial as isTrial',
      'accounts.trial_expires_at as trialExpiresAt',
      'accounts.read_only_from as readOnlyFrom',
      ...SETTINGS_COLUMNS.map((column) => `accounts.${column}` as const),
    ])
    .executeTakeFirst()
  return row && { ...row, account: toAccountSettings(row) }
}

export type Sender = NonNullable<Awaited<ReturnType<typeof findSender>>>
