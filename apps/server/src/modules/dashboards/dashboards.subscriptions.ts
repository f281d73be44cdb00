import type { ExpressionBuilder } from 'kysely'
import type { Db, UserKey } from '#server/db/database.ts'
import type { Schema } from '#server/db/schema.gen.ts'
import type { Deps } from '#server/deps.ts'
import { lockUser, userCreated, userRemoved } from '#server/modules/users/index.ts'
import { subscribe } from '#server/platform/events.ts'
import { assertRoom } from '#server/platform/quotas.ts'
import { createStarterDashboard } from './create-dashboard.usecases.ts'
import { countActive, takenSlugs } from './dashboards.repo.ts'
import { freeSlug } from './slug.ts'

export const createStarterDashboardForUser = subscribe(userCreated, async (deps: Deps, { accountId, userId }) => {
  await createStarterDashboard(deps, deps.db, { accountId, userId })
})

export const transferSharedDashboards = subscribe(userRemoved, ({ db }: Deps, { accountId, userId, newOwnerId }) =>
  transferDashboards(db, { accountId, from: userId, to: newOwnerId }),
)

interface Transfer {
  readonly accountId: number
  readonly from: string
  readonly to: string
}

/** A dashboard keeps its slug unless the new owner already uses it. Errors: `request.quota`, which keeps the user. */
const transferDashboards = async (db: Db, { accountId, from, to }: Transfer): Promise<void> => {
  const owner = { accountId, userId: to }
  await lockUser(db, owner)
  const shared = await db
    .selectFrom('dashboards')
    .select(['id', 'slug', 'name'])
    .where((eb) => eb.and({ account_id: accountId, user_id: from }))
    .where((row) => row.or([row('is_public', '=', true), row.exists(sharesOfRow(row, accountId))]))
    .where('deleted_at', 'is', null)
    .orderBy('created_at')
    .execute()
  if (shared.length === 0) return
  await assertRoom(db, 'receivedDashboards', to, () => countActive(db, owner), shared.length)
  for (const { id, slug, name } of shared) {
    const taken = await takenSlugs(db, owner)
    await db
      .updateTable('dashboards')
      .set({ user_id: to, is_default: false, slug: taken.has(slug) ? freeSlug(name, taken) : slug })
      .where((eb) => eb.and({ account_id: accountId, id }))
      .execute()
  }
  await removeShares(db, owner)
}

const sharesOfRow = (row: ExpressionBuilder<Schema, 'dashboards'>, accountId: number) =>
  row
    .selectFrom('dashboard_shares')
    .select('dashboard_shares.user_id')
    .whereRef('dashboard_shares.dashboard_id', '=', 'dashboards.id')
    .where('dashboard_shares.account_id', '=', accountId)

/** An owner needs no share of an own dashboard. */
const removeShares = async (db: Db, { accountId, userId }: UserKey): Promise<void> => {
  await db
    .deleteFrom('dashboard_shares')
    .where((eb) => eb.and({ account_id: accountId, user_id: userId }))
    .where('dashboard_id', 'in', (own) =>
      own.selectFrom('dashboards').select('id').where('account_id', '=', accountId).where('user_id', '=', userId),
    )
    .execute()
}
