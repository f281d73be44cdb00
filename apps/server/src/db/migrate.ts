import { Kysely, PostgresDialect, sql } from 'kysely'
import type pg from 'pg'
import type { Migration } from './migration.ts'
import { migrations } from './migrations/index.ts'

/** Any number, the same in every replica: whoever holds it migrates, the others wait. */
const MIGRATION_LOCK = 4_711_001

/**
 * Applies what is missing, each migration with its version row in one transaction. Safe to run from many processes.
 *
 * @returns the ids that were applied now
 * @throws when the database knows a migration that this release does not: it was written by a newer one
 */
export const migrate = async (db: Kysely<unknown>, migrations: readonly Migration[]): Promise<readonly string[]> =>
  db.connection().execute(async (connection) => {
    // Waiting for another process's migration, and a large one, may take longer than any call of the product.
    await sql`set statement_timeout = 0`.execute(connection)
    await sql`select pg_advisory_lock(${MIGRATION_LOCK})`.execute(connection)
    try {
      const applied = await appliedMigrations(connection)
      refuseUnknown(applied, migrations)
      const missing = migrations.filter(({ id }) => !applied.has(id))
      for (const migration of missing) await apply(connection, migration)
      return missing.map(({ id }) => id)
    } finally {
      await sql`select pg_advisory_unlock(${MIGRATION_LOCK})`.execute(connection)
      await sql`reset statement_timeout`.execute(connection)
    }
  })

const appliedMigrations = async (db: Kysely<unknown>): Promise<ReadonlySet<string>> => {
  await sql`create table if not exists schema_migrations (
    id text primary key, applied_at timestamptz not null default now()
  )`.execute(db)
  const { rows } = await sql<{ id: string }>`select id from schema_migrations`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

const refuseUnknown = (applied: ReadonlySet<string>, migrations: readonly Migration[]): void => {
  const known = new Set(migrations.map(({ id }) => id))
  const unknown = [...applied].find((id) => !known.has(id))
  if (unknown) throw new Error(`the database was written by a newer release (${unknown})`)
}

const apply = async (db: Kysely<unknown>, migration: Migration): Promise<void> => {
  await db.transaction().execute(async (trx) => {
    await migration.up(trx)
    await sql`insert into schema_migrations (id) values (${migration.id})`.execute(trx)
  })
}

/** Brings the app database to this release. Returns the ids applied now. */
export const applyMigrations = async (pool: pg.Pool): Promise<readonly string[]> =>
  migrate(new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) }), migrations)
