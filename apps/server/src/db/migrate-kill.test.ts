import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Kysely, PostgresDialect } from 'kysely'
import { expect, test, vi } from 'vitest'
import { sample, volume } from '#testkit/lane.ts'
import { testPool } from '#testkit/test-database.ts'
import { applyMigrations, migrate } from './migrate.ts'
import { migrations } from './migrations/index.ts'

// Starts and kills processes, which is slow on a busy machine.
vi.setConfig({ testTimeout: 180_000 })

const KILLS = volume({ normal: 1, full: 4 })
const MAX_LIFETIME_MS = 60
const PROGRAM = fileURLToPath(new URL('migrating-process.fixture.ts', import.meta.url))

const { pool, connection } = await testPool({ max: 3 })
const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })

const SCHEMA_QUERY = `select table_name, column_name, data_type, is_nullable, column_default from information_schema.columns
  where table_schema = 'public' union all select indexname, indexdef, '', '', '' from pg_indexes where schemaname = 'public'
  union all select conrelid::regclass::text, pg_get_constraintdef(oid), '', '', '' from pg_constraint
  where connamespace = 'public'::regnamespace order by 1, 2`

const readSchema = async () => (await pool.query(SCHEMA_QUERY)).rows

const resetSchema = async () => {
  await pool.query('drop schema public cascade')
  await pool.query('create schema public')
}

/** The migration ids applied by the killed process; `null` when it had not created the table yet. */
const killMigrationAfter = async (lifetimeMs: number): Promise<string[] | null> => {
  const child = spawn(process.execPath, [PROGRAM, JSON.stringify(connection)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  await Promise.race([once(child.stdout, 'data'), exited])
  await sleep(lifetimeMs)
  child.kill('SIGKILL')
  await exited
  const { rows } = await pool.query<{ at: string | null }>("select to_regclass('public.schema_migrations') as at")
  if (rows[0]?.at === null) return null
  return (await pool.query<{ id: string }>('select id from schema_migrations order by id')).rows.map(({ id }) => id)
}

await resetSchema()
await applyMigrations(pool)
const expectedSchema = await readSchema()
const ids = migrations.map(({ id }) => id)

test.each(sample(Array.from(ids.keys()), 2))(
  'fault F4: finishes a migration from %i migrations at the next start after being killed',
  async (released) => {
    for (let round = 0; round < KILLS; round += 1) {
      await resetSchema()
      await migrate(db, migrations.slice(0, released))
      if (released > 0) await pool.query("insert into rate_limits values ('kept', now(), 7)")
      const applied = await killMigrationAfter(Math.random() * MAX_LIFETIME_MS)
      expect(applied ?? []).toEqual(ids.slice(0, applied?.length ?? 0))
      await applyMigrations(pool)
      expect(await readSchema()).toEqual(expectedSchema)
      const { rows } = await pool.query("select hits from rate_limits where bucket = 'kept'")
      expect(rows).toEqual(released > 0 ? [{ hits: 7 }] : [])
    }
  },
)
