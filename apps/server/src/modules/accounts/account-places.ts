import { assertFound, fail } from '#contract/errors.ts'
import { type Db, unscoped } from '#server/db/database.ts'
import type { AccountEngines, Placement } from '#warehouse/places/account-places.ts'

/** Keeps the book of places in the app database: one row, so that each step of a move is one statement. */
export const createAccountPlaces = (db: Db): AccountEngines => {
  const find = async (accountId: number): Promise<Placement | null> =>
    (await db
      .selectFrom('account_places')
      .select(['place as engine', 'other'])
      .where('account_id', '=', accountId)
      .executeTakeFirst()) ?? null
  const note = async (accountId: number, other: Placement['other']): Promise<void> => {
    await db.updateTable('account_places').set({ other }).where('account_id', '=', accountId).execute()
  }
  return {
    find,
    settle: async (accountId, engine) => {
      const found = await find(accountId)
      if (found) return found
      const account = await db.selectFrom('accounts').select('id').where('id', '=', accountId).executeTakeFirst()
      if (!account) throw fail('account.not_found')
      await db
        .insertInto('account_places')
        .values({ account_id: accountId, place: engine })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
      return assertFound(await find(accountId), 'account.not_found')
    },
    expect: note,
    cleared: (accountId) => note(accountId, null),
    switch: async (accountId, from, to) => {
      const { numUpdatedRows } = await db
        .updateTable('account_places')
        .set({ place: to, other: from })
        .where((eb) => eb.and({ account_id: accountId, place: from }))
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },
    unfinished: async () => {
      const rows = await unscoped(db)
        .selectFrom('account_places')
        .select('account_id')
        .where('other', 'is not', null)
        .orderBy('account_id')
        .execute()
      return rows.map(({ account_id }) => account_id)
    },
  }
}
