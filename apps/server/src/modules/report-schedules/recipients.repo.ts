import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'

const schedulesTo = (db: Db, accountId: number, address: string) =>
  db
    .updateTable('report_schedules')
    .where('account_id', '=', accountId)
    .where(sql<boolean>`recipients @> ${JSON.stringify([address])}::jsonb`)

/** Reports that went to an address go to another one from now on. */
export const replaceRecipient = async (
  db: Db,
  accountId: number,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<void> => {
  await schedulesTo(db, accountId, from)
    .set({ recipients: sql<string>`(recipients - ${from}::text) || ${JSON.stringify([to])}::jsonb` })
    .execute()
}

/** Reports no longer go to an address; a schedule that nobody is left of ends. */
export const removeRecipient = async (db: Db, accountId: number, address: string): Promise<void> => {
  await schedulesTo(db, accountId, address)
    .set({ recipients: sql<string>`recipients - ${address}::text` })
    .execute()
  await db
    .deleteFrom('report_schedules')
    .where('account_id', '=', accountId)
    .where(sql<boolean>`recipients = '[]'::jsonb`)
    .execute()
}
