import { sql } from 'kysely'
import type { Migration } from '#server/db/database.ts'
import { readSqlMigrations, type SqlMigration } from '#warehouse/sql-migrations.ts'
import { platformSyncQueues } from './0052-platform-sync-queues.ts'
import { plainNames } from './0053-plain-names.ts'

const ofSql = ({ name, statements }: SqlMigration): Migration => ({
  id: name,
  up: async (db) => {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
})

/** In the order in which they are applied. */
export const migrations: readonly Migration[] = [
  ...readSqlMigrations(new URL('.', import.meta.url)).map(ofSql),
  platformSyncQueues,
  plainNames,
].sort((left, right) => (left.id < right.id ? -1 : 1))
