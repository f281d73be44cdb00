import type { Db } from '#server/db/database.ts'
import { nextDue } from './next-due.ts'

interface Move {
  readonly accountId: number
  /** IANA name */
  readonly timeZone: string
  /** epoch milliseconds */
  readonly now: number
}

/** Recomputes when schedules are due after a change of the time zone. Schedules that are already due stay due. */
export const moveSchedules = async (trx: Db, { accountId, timeZone, now }: Move): Promise<void> => {
  const rows = await trx
    .selectFrom('report_schedules')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('next_due_at', '>', new Date(now))
    .execute()
  for (const row of rows) {
    await trx
      .updateTable('report_schedules')
      .set({ next_due_at: new Date(nextDue(row, now, timeZone)) })
      .where('account_id', '=', accountId)
      .where('id', '=', row.id)
      .execute()
  }
}
