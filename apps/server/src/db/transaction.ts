import type { Db } from './database.ts'

/** Runs `work` in a transaction: the one that `db` already is, else a new one that commits when `work` resolves. */
export const inTransaction = async <T>(db: Db, work: (trx: Db) => Promise<T>): Promise<T> =>
  db.isTransaction ? work(db) : db.transaction().execute(work)
