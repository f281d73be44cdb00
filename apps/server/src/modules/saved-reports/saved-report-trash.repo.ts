import { type Db, unscoped } from '#server/db/database.ts'
import type { Owner } from './saved-reports.repo.ts'

const trashed = (db: Db, { accountId, userId }: Owner) =>
  db
    .selectFrom('saved_reports')
    .where('account_id', '=', accountId)
    .where('user_id', '=', userId)
    .where('deleted_at', 'is not', null)

interface Page {
  /** from 1 */
  readonly page: number
  readonly pageSize: number
}

/** A page of the user's trash, latest first, and the total count. */
export const listTrash = async (db: Db, owner: Owner, { page, pageSize }: Page) => {
  const items = await trashed(db, owner)
    .select(['id', 'name', 'deleted_at'])
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

/** Locks a report in the user's trash until the transaction ends. */
export const lockTrashed = (db: Db, owner: Owner, id: string) =>
  trashed(db, owner).select(['account_id', 'id']).where('id', '=', id).forUpdate().executeTakeFirst()

/** Permanently removes reports deleted before `deletedBefore`. Covers all accounts, hence unscoped. */
export const emptyTrash = async (db: Db, deletedBefore: Date): Promise<void> => {
  await unscoped(db).deleteFrom('saved_reports').where('deleted_at', '<', deletedBefore).execute()
}
