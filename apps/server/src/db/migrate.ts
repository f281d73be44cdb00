import { Kysely, PostgresDialect, sql } from 'kysely'
import type pg from 'pg'
import { StartFailure } from '#server/runtime.ts'
import type { Migration } from './database.ts'
import { migrations } from './migrations/index.ts'

/** An arbitrary advisory lock key: the process that holds the lock migrates, the others wait. */
const MIGRATION_LOCK = 4_711_001

/**
 * Applies pending migrations, each with its version row in one transaction. Safe to run from several processes.
 *
 * @returns the ids applied by this call
 * @throws StartFailure when the database has a migration that this release does not know: it was written by a newer release
 */
export const migrate = async (db: Kysely<unknown>, migrations: readonly Migration[]): Promise<readonly string[]> =>
  db.connection().execute(async (connection) => {
    // A large migration, or waiting for another process's, may take longer than the usual statement timeout.
    await sql`set statement_timeout = 0`.execute(connection)
    await sql`select pg_advisory_lock(${MIGRATION_LOCK})`.execute(connection)
    try {
      const applied = await appliedMigrations(connection)
      assertAllKnown(applied, migrations)
      const pending = migrations.filter(({ id }) => !applied.has(id))
      for (const migration of pending) await apply(connection, migration)
      return pending.map(({ id }) => id)
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

const assertAllKnown = (applied: ReadonlySet<string>, migrations: readonly Migration[]): void => {
  const known = new Set(migrations.map(({ id }) => id))
  const unknown = [...applied].find((id) => !known.has(id))
  if (unknown) throw new StartFailure(`the database was written by a newer release (${unknown})`)
}

const apply = async (db: Kysely<unknown>, migration: Migration): Promise<void> => {
  await db.transaction().execute(async (trx) => {
    await migration.up(trx)
    await sql`insert into schema_migrations (id) values (${migration.id})`.execute(trx)
  })
}

/** Migrates the app database to this release. Returns the ids applied by this call. */
export const applyMigrations = async (pool: pg.Pool): Promise<readonly string[]> =>
  migrate(new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) }), migrations)
