import type { Insertable, Selectable } from 'kysely'
import { type Db, deletesAny } from '#server/db/database.ts'
import { countRows } from '#server/db/paginate.ts'
import type { Schema } from '#server/db/schema.gen.ts'

export type ReleasePlanRow = Selectable<Schema['release_plans']>

/** Latest day first. */
export const plansOfClub = (db: Db, accountId: number, club: string): Promise<ReleasePlanRow[]> =>
  db
    .selectFrom('release_plans')
    .selectAll()
    .where((eb) => eb.and({ account_id: accountId, club }))
    .orderBy('day', 'desc')
    .execute()

export const countPlans = (db: Db, accountId: number): Promise<number> =>
  countRows(db.selectFrom('release_plans').where('account_id', '=', accountId))

/** Replaces what was planned for the club's release of the day. */
export const savePlan = async (db: Db, row: Insertable<Schema['release_plans']>): Promise<void> => {
  await db
    .insertInto('release_plans')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'club', 'day']).doUpdateSet(({ ref }) => ({
        members: ref('excluded.members'),
        lines: ref('excluded.lines'),
        wines: ref('excluded.wines'),
        saved_at: ref('excluded.saved_at'),
      })),
    )
    .execute()
}

/** Returns whether there was one. */
export const deletePlan = (
  db: Db,
  { account_id, club, day }: Pick<ReleasePlanRow, 'account_id' | 'club' | 'day'>,
): Promise<boolean> => deletesAny(db.deleteFrom('release_plans').where((eb) => eb.and({ account_id, club, day })))
