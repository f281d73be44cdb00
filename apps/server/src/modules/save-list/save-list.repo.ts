import type { Insertable, Selectable } from 'kysely'
import { type Db, deletesAny } from '#server/db/database.ts'
import { countRows } from '#server/db/paginate.ts'
import type { Schema } from '#server/db/schema.gen.ts'
import type { EntryRow } from './next-entries.ts'

type ListRow = Omit<Selectable<Schema['save_lists']>, 'account_id'>

/** An account that was never ranked has an empty one. */
export const findList = async (db: Db, accountId: number): Promise<ListRow> => {
  const row = await db
    .selectFrom('save_lists')
    .select(['holdout_percent', 'ranking'])
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return row ?? { holdout_percent: 0, ranking: null }
}

/** Creates or changes the account's list. */
export const saveList = async (
  db: Db,
  accountId: number,
  change: Omit<Insertable<Schema['save_lists']>, 'account_id'>,
): Promise<void> => {
  await db
    .insertInto('save_lists')
    .values({ account_id: accountId, ...change })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(change))
    .execute()
}

/** Every entry of the account, ended ones included. */
export const listEntries = (db: Db, accountId: number): Promise<EntryRow[]> =>
  db.selectFrom('save_list_entries').selectAll().where('account_id', '=', accountId).execute()

/** Undefined for members who are held out: nobody is to call them. */
export const findListedEntry = (db: Db, accountId: number, id: string): Promise<EntryRow | undefined> =>
  db
    .selectFrom('save_list_entries')
    .selectAll()
    .where((eb) => eb.and({ account_id: accountId, id, is_held_out: false }))
    .executeTakeFirst()

/** Rows per statement, below the limit of its parameters. */
const BATCH = 1_000

/** Stores what an analysis knows of entries: new ones whole, of others the risk and the cancellation. */
export const saveEntries = async (db: Db, entries: readonly EntryRow[]): Promise<void> => {
  for (let from = 0; from < entries.length; from += BATCH) {
    const rows = entries.slice(from, from + BATCH).map((row) => ({ ...row, reasons: JSON.stringify(row.reasons) }))
    await db
      .insertInto('save_list_entries')
      .values(rows)
      .onConflict((conflict) =>
        conflict.column('id').doUpdateSet(({ ref }) => ({
          customer_id: ref('excluded.customer_id'),
          club: ref('excluded.club'),
          chance: ref('excluded.chance'),
          reasons: ref('excluded.reasons'),
          yearly_value: ref('excluded.yearly_value'),
          canceled_on: ref('excluded.canceled_on'),
        })),
      )
      .execute()
  }
}

export const deleteEntries = async (db: Db, accountId: number, ids: readonly string[]): Promise<void> => {
  if (ids.length === 0) return
  await db.deleteFrom('save_list_entries').where('account_id', '=', accountId).where('id', 'in', ids).execute()
}

export const assignEntry = async (db: Db, accountId: number, id: string, userId: string | null): Promise<void> => {
  await db
    .updateTable('save_list_entries')
    .set({ assigned_to: userId })
    .where((eb) => eb.and({ account_id: accountId, id }))
    .execute()
}

/** What was done for members of the account, newest first, with names that are null for people who were removed. */
export const listSteps = (db: Db, accountId: number) =>
  db
    .selectFrom('save_list_steps')
    .leftJoin('users', (join) =>
      join.onRef('users.id', '=', 'save_list_steps.user_id').on('users.account_id', '=', accountId),
    )
    .where('save_list_steps.account_id', '=', accountId)
    .select(['save_list_steps.id', 'entry_id', 'action', 'answer', 'note', 'at', 'first_name', 'last_name'])
    .orderBy('at', 'desc')
    .orderBy('save_list_steps.id', 'desc')
    .execute()

export type StepRow = Awaited<ReturnType<typeof listSteps>>[number]

/** Of one entry. */
export const countSteps = (db: Db, accountId: number, entryId: string): Promise<number> =>
  countRows(db.selectFrom('save_list_steps').where('account_id', '=', accountId).where('entry_id', '=', entryId))

export const addStep = async (db: Db, row: Insertable<Schema['save_list_steps']>): Promise<void> => {
  await db.insertInto('save_list_steps').values(row).execute()
}

/** Deletes the user's last step of an entry; false if there is none. */
export const deleteLastStep = (
  db: Db,
  of: { readonly account_id: number; readonly entry_id: string; readonly user_id: string },
): Promise<boolean> => {
  const last = db
    .selectFrom('save_list_steps')
    .select('id')
    .where((eb) => eb.and(of))
    .orderBy('at', 'desc')
    .limit(1)
  return deletesAny(db.deleteFrom('save_list_steps').where('account_id', '=', of.account_id).where('id', 'in', last))
}
