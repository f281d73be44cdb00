import type { Db } from '#server/db/database.ts'
import { takenSlugs } from '#server/modules/dashboards/dashboards.repo.ts'
import { freeSlug } from '#server/modules/dashboards/slug.ts'
import { lockUser } from '#server/modules/users/users.repo.ts'

interface Transfer {
  readonly accountId: number
  readonly from: string
  /** the user who becomes the owner */
  readonly to: string
}

/** Transfers shared dashboards, shared reports and their schedules to another user. Deleted ones stay. */
export const transferSharedContent = async (db: Db, handOver: Transfer): Promise<void> => {
  await transferDashboards(db, handOver)
  await transferReports(db, handOver)
}

/** A dashboard keeps its slug unless the new owner already uses it. */
const transferDashboards = async (db: Db, { accountId, from, to }: Transfer): Promise<void> => {
  await lockUser(db, { accountId, userId: to })
  const shared = await db
    .selectFrom('dashboards')
    .select(['id', 'slug', 'name'])
    .where('account_id', '=', accountId)
    .where('user_id', '=', from)
    .where('is_public', '=', true)
    .where('deleted_at', 'is', null)
    .orderBy('created_at')
    .execute()
  for (const { id, slug, name } of shared) {
    const taken = await takenSlugs(db, { accountId, userId: to })
    await db
      .updateTable('dashboards')
      .set({ user_id: to, is_default: false, slug: taken.has(slug) ? freeSlug(name, taken) : slug })
      .where('account_id', '=', accountId)
      .where('id', '=', id)
      .execute()
  }
}

const transferReports = async (db: Db, { accountId, from, to }: Transfer): Promise<void> => {
  await db
    .updateTable('saved_reports')
    .set({ user_id: to })
    .where('account_id', '=', accountId)
    .where('user_id', '=', from)
    .where('is_public', '=', true)
    .where('deleted_at', 'is', null)
    .execute()
  const stillShared = db
    .selectFrom('saved_reports')
    .select('id')
    .where('account_id', '=', accountId)
    .where('is_public', '=', true)
    .where('deleted_at', 'is', null)
  await db
    .updateTable('report_schedules')
    .set({ user_id: to })
    .where('account_id', '=', accountId)
    .where('user_id', '=', from)
    .where('report_id', 'in', stillShared)
    .execute()
}
