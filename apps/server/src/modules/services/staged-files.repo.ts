import type { Insertable, Selectable } from 'kysely'
import { type Db, unscoped } from '#server/db/database.ts'
import type { Schema } from '#server/db/schema.ts'

export type StagedFileRow = Selectable<Schema['staged_files']>

export const insertStagedFile = async (db: Db, row: Insertable<Schema['staged_files']>): Promise<void> => {
  await db.insertInto('staged_files').values(row).execute()
}

export const findStagedFile = (
  db: Db,
  { accountId, serviceId, id }: { accountId: number; serviceId: string; id: string },
): Promise<StagedFileRow | undefined> =>
  db
    .selectFrom('staged_files')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('service_id', '=', serviceId)
    .where('id', '=', id)
    .executeTakeFirst()

export const stagedFilesOfService = (db: Db, accountId: number, serviceId: string): Promise<StagedFileRow[]> =>
  db
    .selectFrom('staged_files')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('service_id', '=', serviceId)
    .execute()

/** Bytes that the account's staged files take. */
export const stagedBytes = async (db: Db, accountId: number): Promise<number> => {
  const row = await db
    .selectFrom('staged_files')
    .select((of) => of.fn.sum<string | null>('bytes').as('bytes'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  return Number(row.bytes ?? 0)
}

export const deleteStagedFile = async (db: Db, accountId: number, id: string): Promise<void> => {
  await db.deleteFrom('staged_files').where('account_id', '=', accountId).where('id', '=', id).execute()
}

/** Files of all accounts, hence unscoped, that came before `before` and that no open run is about to read. */
export const expiredFiles = (db: Db, before: Date): Promise<StagedFileRow[]> =>
  unscoped(db)
    .selectFrom('staged_files')
    .selectAll()
    .where('created_at', '<', before)
    .where((of) =>
      of.not(
        of.exists(
          of
            .selectFrom('service_runs')
            .select('service_runs.id')
            .whereRef('service_runs.file_id', '=', 'staged_files.id')
            .where('service_runs.status', 'in', ['queued', 'running']),
        ),
      ),
    )
    .execute()
