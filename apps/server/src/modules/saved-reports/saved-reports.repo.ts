import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Db, UserKey } from '#server/db/database.ts'
import { countRows } from '#server/db/paginate.ts'
import type { Schema } from '#server/db/schema.gen.ts'

/** A saved report with its owner's name. */
export interface SavedReportRow extends Selectable<Schema['saved_reports']> {
  readonly first_name: string
  readonly last_name: string
}

const selectReports = (db: Db, accountId: number) =>
  db
    .selectFrom('saved_reports')
    .innerJoin('users', (join) =>
      join.onRef('users.id', '=', 'saved_reports.user_id').on('users.account_id', '=', accountId),
    )
    .where('saved_reports.account_id', '=', accountId)
    .selectAll('saved_reports')
    .select(['users.first_name', 'users.last_name'])

const activeReports = (db: Db, accountId: number) => selectReports(db, accountId).where('deleted_at', 'is', null)

/** The user's own, latest change first. */
export const listOwnReports = (db: Db, { accountId, userId }: UserKey): Promise<SavedReportRow[]> =>
  activeReports(db, accountId)
    .where('user_id', '=', userId)
    .orderBy('updated_at', 'desc')
    .orderBy('saved_reports.id')
    .execute()

/** All reports visible to everyone in the account, including the user's own, latest change first. */
export const listSharedReports = (db: Db, accountId: number): Promise<SavedReportRow[]> =>
  activeReports(db, accountId)
    .where('is_public', '=', true)
    .orderBy('updated_at', 'desc')
    .orderBy('saved_reports.id')
    .execute()

const ownReports = (db: Db, { accountId, userId }: UserKey) =>
  db.selectFrom('saved_reports').where('account_id', '=', accountId).where('user_id', '=', userId)

export const countOwnReports = (db: Db, owner: UserKey): Promise<number> =>
  countRows(ownReports(db, owner).where('deleted_at', 'is', null))

export const countOwnSharedReports = (db: Db, owner: UserKey): Promise<number> =>
  countRows(ownReports(db, owner).where('is_public', '=', true).where('deleted_at', 'is', null))

/** Gives the shared reports of a user to another. */
export const transferReports = async (db: Db, { accountId, userId }: UserKey, newOwnerId: string): Promise<void> => {
  await db
    .updateTable('saved_reports')
    .set({ user_id: newOwnerId })
    .where((eb) => eb.and({ account_id: accountId, user_id: userId, is_public: true }))
    .where('deleted_at', 'is', null)
    .execute()
}

/** Includes the trash. */
export const countAllReports = (db: Db, owner: UserKey): Promise<number> => countRows(ownReports(db, owner))

export const countSharedReports = (db: Db, accountId: number): Promise<number> =>
  countRows(
    db
      .selectFrom('saved_reports')
      .where((eb) => eb.and({ account_id: accountId, is_public: true }))
      .where('deleted_at', 'is', null),
  )

/** A report that the user may read, not in the trash: an own one, or one that is shared. */
export const findReadableReport = (
  db: Db,
  { accountId, userId }: UserKey,
  id: string,
): Promise<SavedReportRow | undefined> =>
  activeReports(db, accountId)
    .where('saved_reports.id', '=', id)
    .where((row) => row.or([row('user_id', '=', userId), row('is_public', '=', true)]))
    .executeTakeFirst()

/** An own report, not in the trash, locked until the transaction ends. */
export const lockOwnReport = (
  db: Db,
  { accountId, userId }: UserKey,
  id: string,
): Promise<SavedReportRow | undefined> =>
  activeReports(db, accountId)
    .where((eb) => eb.and({ user_id: userId, 'saved_reports.id': id }))
    .forNoKeyUpdate('saved_reports')
    .executeTakeFirst()

/** Locks a report in the user's trash until the transaction ends. */
export const lockTrashed = (db: Db, { accountId, userId }: UserKey, id: string) =>
  db
    .selectFrom('saved_reports')
    .select(['account_id', 'id', 'is_public'])
    .where((eb) => eb.and({ account_id: accountId, user_id: userId }))
    .where('deleted_at', 'is not', null)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()

export const insertReport = async (db: Db, row: Insertable<Schema['saved_reports']>): Promise<SavedReportRow> => {
  await db.insertInto('saved_reports').values(row).execute()
  return selectReports(db, row.account_id).where('saved_reports.id', '=', row.id).executeTakeFirstOrThrow()
}

export const updateReport = async (
  db: Db,
  { account_id, id }: Pick<SavedReportRow, 'account_id' | 'id'>,
  change: Updateable<Schema['saved_reports']>,
): Promise<SavedReportRow> => {
  await db.updateTable('saved_reports').set(change).where('account_id', '=', account_id).where('id', '=', id).execute()
  return selectReports(db, account_id).where('saved_reports.id', '=', id).executeTakeFirstOrThrow()
}
