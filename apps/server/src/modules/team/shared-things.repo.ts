import type { Db } from '#server/db/database.ts'
import { takenSlugs } from '#server/modules/dashboards/dashboards.repo.ts'
import { freeSlug } from '#server/modules/dashboards/slug.ts'
import { lockUser } from '#server/modules/users/users.repo.ts'

interface HandOver {
  readonly accountId: number
  readonly from: string
  /** user who has them from now on */
  readonly to: string
}

/** What colleagues were shown, and what they are mailed of it, becomes another user's. The trash stays. */
export const handOverSharedThings = async (db: Db, handOver: HandOver): Promise<void> => {
  await handOverDashboards(db, handOver)
  await handOverReports(db, handOver)
}

/** A dashboard keeps its slug where the heir has none of that name. */
const handOverDashboards = async (db: Db, { accountId, from, to }: HandOver): Promise<void> => {
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

const handOverReports = async (db: Db, { accountId, from, to }: HandOver): Promise<void> => {
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
