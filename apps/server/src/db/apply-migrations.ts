import { Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import { migrate } from './migrate.ts'
import { migrations } from './migrations/index.ts'

/** Brings the app database to this release. Returns the ids applied now. */
export const applyMigrations = async (pool: pg.Pool): Promise<readonly string[]> =>
  migrate(new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) }), migrations)
