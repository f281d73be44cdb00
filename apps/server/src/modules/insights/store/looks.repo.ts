import { type Db, unscoped } from '#server/db/database.ts'

export interface Look {
  readonly data_version: number
  readonly looked_at: Date
  readonly looked_until: string
  readonly series_count: number
  readonly briefed_until: string | null
}

/** The last look at an account's numbers; undefined before the first. */
export const lastLook = (db: Db, accountId: number): Promise<Look | undefined> =>
  db
    .selectFrom('insight_looks')
    .select(['data_version', 'looked_at', 'looked_until', 'series_count', 'briefed_until'])
    .where('account_id', '=', accountId)
    .executeTakeFirst()

export const keepLook = async (db: Db, accountId: number, look: Omit<Look, 'briefed_until'>): Promise<void> => {
  await db
    .insertInto('insight_looks')
    .values({ account_id: accountId, ...look })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(look))
    .execute()
}

/** Notes that the brief of `day` is sent; false when there was one since the day `since`, that one included. */
export const claimBrief = async (
  db: Db,
  accountId: number,
  { day, since }: { day: string; since: string },
): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('insight_looks')
    .set({ briefed_until: day })
    .where('account_id', '=', accountId)
    .where((row) => row.or([row('briefed_until', 'is', null), row('briefed_until', '<', since)]))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Accounts with data, whenever they were last looked at: over all accounts, since the clock asks, hence unscoped. */
export const accountsWithData = (db: Db): Promise<{ id: number; timeZone: string; lookedUntil: string | null }[]> =>
  unscoped(db)
    .selectFrom('accounts')
    .leftJoin('insight_looks', 'insight_looks.account_id', 'accounts.id')
    .where('accounts.deleted_at', 'is', null)
    .where((row) =>
      row.exists(
        row
          .selectFrom('services')
          .select('services.id')
          .whereRef('services.account_id', '=', 'accounts.id')
          .where('services.last_synced_at', 'is not', null),
      ),
    )
    .select(['accounts.id', 'accounts.time_zone as timeZone', 'insight_looks.looked_until as lookedUntil'])
    .execute()
