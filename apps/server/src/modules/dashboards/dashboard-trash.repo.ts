import { type Db, unscoped } from '#server/db/database.ts'
import type { DashboardRow, Owner } from './dashboards.repo.ts'

const trashed = (db: Db, { accountId, userId }: Owner) =>
  db
    .selectFrom('dashboards')
    .where('account_id', '=', accountId)
    .where('user_id', '=', userId)
    .where('deleted_at', 'is not', null)

interface Page {
  /** from 1 */
  readonly page: number
  readonly pageSize: number
}

/** A page of the trash, latest first, and the total count. */
export const listTrash = async (db: Db, owner: Owner, { page, pageSize }: Page) => {
  const items = await trashed(db, owner)
    .select(['slug', 'name', 'deleted_at'])
    .orderBy('deleted_at', 'desc')
    .orderBy('id')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute()
  const { total } = await trashed(db, owner)
    .select((row) => row.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return { items, total }
}

export const findTrashed = (db: Db, owner: Owner, slug: string): Promise<DashboardRow | undefined> =>
  trashed(db, owner).selectAll().where('slug', '=', slug).executeTakeFirst()

/** Permanently removes dashboards deleted before `deletedBefore`. Covers all accounts, hence unscoped. */
export const emptyTrash = async (db: Db, deletedBefore: Date): Promise<void> => {
  await unscoped(db).deleteFrom('dashboards').where('deleted_at', '<', deletedBefore).execute()
}
