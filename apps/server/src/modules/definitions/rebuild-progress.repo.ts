import type { Db } from '#server/db/database.ts'

/** Rows that were moved of those that have to be. */
export interface RebuildProgress {
  readonly done: number
  readonly total: number
}

export const saveProgress = async (db: Db, accountId: number, { done, total }: RebuildProgress): Promise<void> => {
  await db
    .updateTable('accounts')
    .set({ rebuild_done: done, rebuild_total: total })
    .where('id', '=', accountId)
    .execute()
}
