import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Db, UserKey } from '#server/db/database.ts'
import { countRows } from '#server/db/paginate.ts'
import type { Schema } from '#server/db/schema.gen.ts'

export type DashboardRow = Selectable<Schema['dashboards']>

/** The alias of the default dashboard in every call. */
const DEFAULT_ALIAS = 'default'

const ownRows = (db: Db, { accountId, userId }: UserKey) =>
  db.selectFrom('dashboards').where('account_id', '=', accountId).where('user_id', '=', userId)

const activeRows = (db: Db, owner: UserKey) => ownRows(db, owner).where('deleted_at', 'is', null)

/** Oldest first. */
export const listDashboards = (db: Db, owner: UserKey): Promise<DashboardRow[]> =>
  activeRows(db, owner).selectAll().orderBy('created_at').orderBy('id').execute()

export const listSummaries = (db: Db, owner: UserKey) =>
  activeRows(db, owner).select(['slug', 'name']).orderBy('created_at').orderBy('id').execute()

const ownDashboard = (db: Db, owner: UserKey, slug: string) =>
  activeRows(db, owner)
    .selectAll()
    .where((row) =>
      slug === DEFAULT_ALIAS ? row('is_default', '=', true) : row.or([row('slug', '=', slug), row('id', '=', slug)]),
    )

/** A user's own dashboard, not in the trash, by slug, alias or id, which links in email name. */
export const findOwnDashboard = (db: Db, owner: UserKey, slug: string): Promise<DashboardRow | undefined> =>
  ownDashboard(db, owner, slug).executeTakeFirst()

/** Locks a user's own dashboard until the transaction ends. */
export const lockOwnDashboard = (db: Db, owner: UserKey, slug: string): Promise<DashboardRow | undefined> =>
  ownDashboard(db, owner, slug).forNoKeyUpdate().executeTakeFirst()

export const findTrashedDashboard = (db: Db, owner: UserKey, slug: string): Promise<DashboardRow | undefined> =>
  ownRows(db, owner).selectAll().where('deleted_at', 'is not', null).where('slug', '=', slug).executeTakeFirst()

export const countActive = (db: Db, owner: UserKey): Promise<number> => countRows(activeRows(db, owner))

/** Includes the trash. */
export const countAll = (db: Db, owner: UserKey): Promise<number> => countRows(ownRows(db, owner))

/** Slugs in use, including those of dashboards in the trash, which keep theirs when restored. */
export const takenSlugs = async (db: Db, owner: UserKey): Promise<ReadonlySet<string>> => {
  const rows = await ownRows(db, owner).select('slug').execute()
  return new Set(rows.map(({ slug }) => slug))
}

export const hasDashboard = async (db: Db, owner: UserKey): Promise<boolean> =>
  (await activeRows(db, owner).select('id').limit(1).executeTakeFirst()) !== undefined

/** The user's oldest dashboard other than the given one. */
export const findOldestOther = (db: Db, owner: UserKey, id: string): Promise<DashboardRow | undefined> =>
  activeRows(db, owner).selectAll().where('id', '<>', id).orderBy('created_at').orderBy('id').executeTakeFirst()

export const insertDashboard = (db: Db, row: Insertable<Schema['dashboards']>): Promise<DashboardRow> =>
  db.insertInto('dashboards').values(row).returningAll().executeTakeFirstOrThrow()

export const updateDashboard = (
  db: Db,
  { account_id, id }: Pick<DashboardRow, 'account_id' | 'id'>,
  change: Updateable<Schema['dashboards']>,
): Promise<DashboardRow> =>
  db
    .updateTable('dashboards')
    .set(change)
    .where((eb) => eb.and({ account_id, id }))
    .returningAll()
    .executeTakeFirstOrThrow()

/** Clears a user's default, of which the database allows one at a time. Within a transaction that sets another. */
export const clearDefault = async (trx: Db, owner: UserKey): Promise<void> => {
  const former = await findOwnDashboard(trx, owner, DEFAULT_ALIAS)
  if (former) await updateDashboard(trx, former, { is_default: false })
}
