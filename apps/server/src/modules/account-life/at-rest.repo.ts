import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'

/** Ends the sessions of everybody in the account but its owners. */
export const endOthersSessions = async (db: Db, accountId: number): Promise<void> => {
  await db
    .deleteFrom('sessions')
    .where('account_id', '=', accountId)
    .where('user_id', 'not in', (query) =>
      query
        .selectFrom('users')
        .select('id')
        .where('account_id', '=', accountId)
        .where(sql<boolean>`'AccountOwner' = any(roles)`),
    )
    .execute()
}

/** Asks the open runs of the account's services to stop; their workers notice within a second. */
export const cancelOpenRuns = async (db: Db, accountId: number, now: Date): Promise<void> => {
  await db
    .updateTable('service_runs')
    .set({ cancel_requested_at: now })
    .where('account_id', '=', accountId)
    .where('status', 'in', ['queued', 'running'])
    .execute()
}
