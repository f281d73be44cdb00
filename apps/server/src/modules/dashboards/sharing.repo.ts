import type { VisibleDashboard } from '#contract/dashboard-sharing.ts'
import type { Db, UserKey } from '#server/db/database.ts'
import { fullName } from '#server/modules/users/index.ts'
import type { DashboardRow } from './dashboards.repo.ts'
import { colleaguesDashboards } from './opened-dashboard.repo.ts'

/** More than an account is meant to have: the list is answered as a whole. */
const MAX_LISTED = 1_000

const LISTED = [
  'dashboards.id',
  'dashboards.slug',
  'dashboards.name',
  'dashboards.description',
  'dashboards.is_public',
  'dashboards.is_default',
  'dashboards.updated_at',
] as const

const listOwn = (db: Db, { accountId, userId }: UserKey) =>
  db
    .selectFrom('dashboards')
    .select(LISTED)
    .where((eb) => eb.and({ account_id: accountId, user_id: userId }))
    .where('deleted_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute()

const listOfColleagues = (db: Db, user: UserKey) =>
  colleaguesDashboards(db, user)
    .select(LISTED)
    .orderBy('dashboards.updated_at', 'desc')
    .orderBy('dashboards.id')
    .limit(MAX_LISTED)
    .execute()

/** Number of people with access of their own, by dashboard. */
const countShares = async (db: Db, accountId: number): Promise<ReadonlyMap<string, number>> => {
  const rows = await db
    .selectFrom('dashboard_shares')
    .select(({ fn }) => ['dashboard_id', fn.countAll().as('people')])
    .where('account_id', '=', accountId)
    .groupBy('dashboard_id')
    .execute()
  return new Map(rows.map(({ dashboard_id, people }) => [dashboard_id, Number(people)]))
}

/** Dashboards with a view link that has not expired. */
const listLinked = async (db: Db, accountId: number, now: Date): Promise<ReadonlySet<string>> => {
  const links = db.selectFrom('view_links').select('dashboard_id').where('account_id', '=', accountId)
  const rows = await links.where('expires_at', '>', now).execute()
  return new Set(rows.map(({ dashboard_id }) => dashboard_id))
}

/** The user's own dashboards, oldest first, then those of colleagues, latest change first. */
export const listVisibleDashboards = async (db: Db, user: UserKey, now: Date): Promise<VisibleDashboard[]> => {
  const shares = await countShares(db, user.accountId)
  const linked = await listLinked(db, user.accountId, now)
  const common = (row: Pick<DashboardRow, 'id' | 'name' | 'description' | 'is_public' | 'updated_at'>) => ({
    name: row.name,
    description: row.description,
    isPublic: row.is_public,
    sharedWith: shares.get(row.id) ?? 0,
    hasViewLink: linked.has(row.id),
    updatedDateUtc: row.updated_at.toISOString(),
  })
  const own = (await listOwn(db, user)).map((row) => ({
    ...common(row),
    slug: row.slug,
    access: 'owner' as const,
    ownerName: null,
    isDefault: row.is_default,
  }))
  const others = (await listOfColleagues(db, user)).map((row) => ({
    ...common(row),
    slug: row.id,
    access: row.can_edit === true ? ('edit' as const) : ('view' as const),
    ownerName: fullName(row),
    isDefault: false,
  }))
  return [...own, ...others]
}

type Key = Pick<DashboardRow, 'account_id' | 'id'>

/** Colleagues of a dashboard's owner who can sign in, by name, each with the access of their own. */
export const listColleagues = (db: Db, { account_id, id, user_id }: Key & Pick<DashboardRow, 'user_id'>) =>
  db
    .selectFrom('users')
    .leftJoin('dashboard_shares', (join) =>
      join
        .onRef('dashboard_shares.user_id', '=', 'users.id')
        .on('dashboard_shares.account_id', '=', account_id)
        .on('dashboard_shares.dashboard_id', '=', id),
    )
    .where('users.account_id', '=', account_id)
    .where('users.id', '<>', user_id)
    .where('users.disabled_at', 'is', null)
    .select(['users.id', 'users.email', 'users.first_name', 'users.last_name', 'dashboard_shares.can_edit'])
    .orderBy('users.first_name')
    .orderBy('users.last_name')
    .orderBy('users.id')
    .execute()

interface Share {
  readonly userId: string
  readonly canEdit: boolean
}

/** Replaces the people with access of their own. */
export const replaceShares = async (
  trx: Db,
  { account_id, id }: Key,
  shares: readonly Share[],
  at: Date,
): Promise<void> => {
  await trx.deleteFrom('dashboard_shares').where('account_id', '=', account_id).where('dashboard_id', '=', id).execute()
  if (shares.length === 0) return
  const rows = shares.map(({ userId, canEdit }) => ({
    account_id,
    dashboard_id: id,
    user_id: userId,
    can_edit: canEdit,
    created_at: at,
  }))
  await trx.insertInto('dashboard_shares').values(rows).execute()
}
