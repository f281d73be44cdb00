import type { Insertable, Selectable } from 'kysely'
import { type Db, unscoped } from '#server/db/database.ts'
import type { Schema } from '#server/db/schema.gen.ts'

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
