import { sql } from 'kysely'
import type { DashboardAccess } from '#contract/dashboards.ts'
import type { Db, UserKey } from '#server/db/database.ts'
import { fullName } from '#server/modules/users/index.ts'
import { type DashboardRow, findOwnDashboard, lockOwnDashboard } from './dashboards.repo.ts'

/** A dashboard, and what the user who opened it may do with it. */
export interface OpenedDashboard extends DashboardRow {
  readonly access: DashboardAccess
  /** null: the user's own */
  readonly ownerName: string | null
}

export const ownDashboard = (row: DashboardRow): OpenedDashboard => ({ ...row, access: 'owner', ownerName: null })

/** Dashboards of colleagues that the user may open. */
export const colleaguesDashboards = (db: Db, { accountId, userId }: UserKey) =>
  db
    .selectFrom('dashboards')
    .innerJoin('users', (join) =>
      join.onRef('users.id', '=', 'dashboards.user_id').on('users.account_id', '=', accountId),
    )
    .leftJoin('dashboard_shares as own_share', (join) =>
      join
        .onRef('own_share.dashboard_id', '=', 'dashboards.id')
        .on('own_share.account_id', '=', accountId)
        .on('own_share.user_id', '=', userId),
    )
    .where('dashboards.account_id', '=', accountId)
    .where('dashboards.user_id', '<>', userId)
    .where('dashboards.deleted_at', 'is', null)
    .where((row) => row.or([row('dashboards.is_public', '=', true), row('own_share.user_id', 'is not', null)]))
    .select(['users.first_name', 'users.last_name', 'own_share.can_edit'])

const selectColleagues = (db: Db, user: UserKey) => colleaguesDashboards(db, user).selectAll('dashboards')

interface ColleaguesRow extends DashboardRow {
  readonly first_name: string
  readonly last_name: string
  /** null: nothing was given to this user */
  readonly can_edit: boolean | null
}

const openedDashboard = ({ first_name, last_name, can_edit, ...row }: ColleaguesRow): OpenedDashboard => ({
  ...row,
  access: can_edit === true ? 'edit' : 'view',
  ownerName: fullName({ first_name, last_name }),
})

/**
 * A dashboard that the user may open, not in the trash.
 *
 * @param address slug, alias or id of an own dashboard, id of a colleague's, or its slug: that of the oldest if several have it
 */
export const findOpenedDashboard = async (
  db: Db,
  user: UserKey,
  address: string,
): Promise<OpenedDashboard | undefined> => {
  const own = await findOwnDashboard(db, user, address)
  if (own) return ownDashboard(own)
  const row = await selectColleagues(db, user)
    .where((one) => one.or([one('dashboards.id', '=', address), one('dashboards.slug', '=', address)]))
    .orderBy(sql`dashboards.id = ${address}`, 'desc')
    .orderBy('dashboards.created_at')
    .limit(1)
    .executeTakeFirst()
  return row && openedDashboard(row)
}

/** Locks a dashboard that the user may edit until the transaction ends: an own one, or a colleague's by its id. */
export const lockEditableDashboard = async (
  db: Db,
  user: UserKey,
  address: string,
): Promise<OpenedDashboard | undefined> => {
  const own = await lockOwnDashboard(db, user, address)
  if (own) return ownDashboard(own)
  const row = await selectColleagues(db, user)
    .where((eb) => eb.and({ 'dashboards.id': address, 'own_share.can_edit': true }))
    .forNoKeyUpdate('dashboards')
    .executeTakeFirst()
  return row && openedDashboard(row)
}
