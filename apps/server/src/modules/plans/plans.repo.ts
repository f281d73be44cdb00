import type { Insertable, Selectable } from 'kysely'
import type { Db } from '#server/db/database.ts'
import type { Schema } from '#server/db/schema.gen.ts'

export type PlanVersion = Selectable<Schema['plans']>
export type PlanAmount = Selectable<Schema['plan_amounts']>

export interface PlanKey {
  readonly account_id: number
  readonly id: string
}

/** The latest year first, within a year the current version. */
export const readVersions = (db: Db, accountId: number): Promise<PlanVersion[]> =>
  db
    .selectFrom('plans')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('year', 'desc')
    .orderBy('is_current', 'desc')
    .orderBy('created_at')
    .execute()

const version = (db: Db, { account_id, id }: PlanKey) =>
  db.selectFrom('plans').selectAll().where('account_id', '=', account_id).where('id', '=', id)

export const findVersion = (db: Db, key: PlanKey): Promise<PlanVersion | undefined> =>
  version(db, key).executeTakeFirst()

/** Nobody else saves it until the transaction ends. */
export const lockVersion = (trx: Db, key: PlanKey): Promise<PlanVersion | undefined> =>
  version(trx, key).forNoKeyUpdate().executeTakeFirst()

/** In the order of their months, then of their values. */
export const readAmounts = (db: Db, { account_id, id }: PlanKey): Promise<PlanAmount[]> =>
  db
    .selectFrom('plan_amounts')
    .selectAll()
    .where((eb) => eb.and({ account_id, plan_id: id }))
    .orderBy('measure')
    .orderBy('value')
    .orderBy('month')
    .execute()

/** The measures that each version has amounts of. */
export const readPlannedMeasures = (db: Db, accountId: number) =>
  db
    .selectFrom('plan_amounts')
    .select(['plan_id', 'measure'])
    .distinct()
    .where('account_id', '=', accountId)
    .orderBy('measure')
    .execute()

export const insertVersion = (db: Db, row: Insertable<Schema['plans']>): Promise<PlanVersion> =>
  db.insertInto('plans').values(row).returningAll().executeTakeFirstOrThrow()

/** Makes no version of the year the current one. */
export const endCurrent = async (db: Db, accountId: number, year: number): Promise<void> => {
  await db
    .updateTable('plans')
    .set({ is_current: false })
    .where((eb) => eb.and({ account_id: accountId, year }))
    .execute()
}

export const updateVersion = (
  db: Db,
  key: PlanKey,
  change: Pick<PlanVersion, 'name' | 'is_current' | 'version' | 'updated_at'>,
): Promise<PlanVersion> =>
  db
    .updateTable('plans')
    .set(change)
    .where((eb) => eb.and({ ...key }))
    .returningAll()
    .executeTakeFirstOrThrow()

/** Makes `amounts` the version's only ones. */
export const replaceAmounts = async (
  db: Db,
  { account_id, id }: PlanKey,
  amounts: readonly PlanAmount[],
): Promise<void> => {
  await db.deleteFrom('plan_amounts').where('account_id', '=', account_id).where('plan_id', '=', id).execute()
  if (amounts.length > 0)
    await db
      .insertInto('plan_amounts')
      .values([...amounts])
      .execute()
}

export const deleteVersion = async (db: Db, { account_id, id }: PlanKey): Promise<void> => {
  await db.deleteFrom('plans').where('account_id', '=', account_id).where('id', '=', id).execute()
}

export const savePaces = async (db: Db, paces: readonly Insertable<Schema['month_paces']>[]): Promise<void> => {
  if (paces.length === 0) return
  await db
    .insertInto('month_paces')
    .values([...paces])
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'measure', 'month'])
        .doUpdateSet(({ ref }) => ({ pace: ref('excluded.pace'), as_of: ref('excluded.as_of') })),
    )
    .execute()
}
