import type { Insertable, Selectable } from 'kysely'
import { isPermitted } from '#domain/role.ts'
import { type Db, deletesAny, unscoped, updatesAny } from '#server/db/database.ts'
import { countRows } from '#server/db/paginate.ts'
import type { Schema } from '#server/db/schema.gen.ts'
import { normalizeEmail, type UserRow } from '#server/modules/users/index.ts'

export type ScheduleRow = Selectable<Schema['report_schedules']>

/** What a schedule emails: a saved report, or a dashboard. */
export type Scheduled = { readonly accountId: number } & (
  | { readonly reportId: string }
  | { readonly dashboardId: string }
)

const columnOf = (of: Scheduled) =>
  'reportId' in of ? (['report_id', of.reportId] as const) : (['dashboard_id', of.dashboardId] as const)

/** The schedules of a report or a dashboard, by due time. */
export const listSchedules = (db: Db, of: Scheduled): Promise<ScheduleRow[]> =>
  db
    .selectFrom('report_schedules')
    .selectAll()
    .where('account_id', '=', of.accountId)
    .where(columnOf(of)[0], '=', columnOf(of)[1])
    .orderBy('next_due_at')
    .orderBy('id')
    .execute()

export const countSchedules = (db: Db, accountId: number): Promise<number> =>
  countRows(db.selectFrom('report_schedules').where('account_id', '=', accountId))

export const insertSchedule = (db: Db, row: Insertable<Schema['report_schedules']>): Promise<ScheduleRow> =>
  db.insertInto('report_schedules').values(row).returningAll().executeTakeFirstOrThrow()

/** Returns whether the schedule existed. */
export const deleteSchedule = (db: Db, of: Scheduled, id: string): Promise<boolean> =>
  deletesAny(
    db
      .deleteFrom('report_schedules')
      .where('account_id', '=', of.accountId)
      .where(columnOf(of)[0], '=', columnOf(of)[1])
      .where('id', '=', id),
  )

/** Ends a schedule, whatever it emails; false when it had ended before. */
export const deleteDueSchedule = (db: Db, { account_id, id }: ScheduleRow): Promise<boolean> =>
  deletesAny(db.deleteFrom('report_schedules').where('account_id', '=', account_id).where('id', '=', id))

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
export const advanceSchedule = (
  db: Db,
  { account_id, id, next_due_at }: ScheduleRow,
  { to, sentAt, isTrialNotice }: Advance,
): Promise<boolean> =>
  updatesAny(
    db
      .updateTable('report_schedules')
      .set({ next_due_at: to, trial_notified: isTrialNotice, ...(sentAt ? { last_sent_at: sentAt } : {}) })
      .where((eb) => eb.and({ account_id, id, next_due_at })),
  )

/** As stored. */
export type ActiveUser = Pick<UserRow, 'id' | 'email' | 'first_name' | 'last_name' | 'roles'>

/** Active users of the account with one of the email addresses. */
export const findActiveUsers = async (db: Db, accountId: number, emails: readonly string[]): Promise<ActiveUser[]> => {
  if (emails.length === 0) return []
  return db
    .selectFrom('users')
    .select(['id', 'email', 'first_name', 'last_name', 'roles'])
    .where('account_id', '=', accountId)
    .where('disabled_at', 'is', null)
    .where('email', 'in', emails.map(normalizeEmail))
    .orderBy('email')
    .execute()
}

/** IDs of the account's channels of Slack and Teams, of those asked for. */
export const findChannels = async (db: Db, accountId: number, ids: readonly string[]): Promise<string[]> => {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('webhooks')
    .select('id')
    .where('account_id', '=', accountId)
    .where('format', '<>', 'standard')
    .where('id', 'in', ids)
    .execute()
  return rows.map(({ id }) => id)
}

/** Emails hold what their sender sees, reports and tiles of reports included, so a dashboard's too are for those who may open reports. */
export const mayReceive = ({ roles }: Pick<ActiveUser, 'roles'>): boolean => isPermitted(roles, 'reports')
