import { Kysely, PostgresDialect, sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { testPool } from '#testkit/test-database.ts'
import type { Migration } from './database.ts'
import { migrate } from './migrate.ts'
import { migrations } from './migrations/index.ts'

const { pool } = await testPool({ max: 4 })
const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })

beforeEach(async () => {
  await pool.query('drop schema public cascade')
  await pool.query('create schema public')
})

const createTable = (id: string, table: string): Migration => ({
  id,
  up: async (trx) => {
    await sql`create table ${sql.table(table)} (id integer)`.execute(trx)
  },
})

const tables = async (): Promise<string[]> => {
  const { rows } = await pool.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public' order by 1`,
  )
  return rows.map(({ name }) => name)
}

test('applies pending migrations in order, once', async () => {
  const two = [createTable('1', 'first'), createTable('2', 'second')]
  expect(await migrate(db, two)).toEqual(['1', '2'])
  expect(await migrate(db, two)).toEqual([])
  expect(await migrate(db, [...two, createTable('3', 'third')])).toEqual(['3'])
})

test('rolls back a failed migration and keeps the earlier ones', async () => {
  const failing: Migration = {
    id: '2',
    up: async (trx) => {
      await createTable('2', 'half').up(trx)
      throw new Error('out of luck')
    },
  }
  await expect(migrate(db, [createTable('1', 'first'), failing])).rejects.toThrow('out of luck')
  expect(await tables()).toEqual(['first', 'schema_migrations'])
  expect(await migrate(db, [createTable('1', 'first'), createTable('2', 'second')])).toEqual(['2'])
})

test('applies each migration once when several processes migrate concurrently', async () => {
  const results = await Promise.all(
    [1, 2, 3].map(() => migrate(db, [createTable('1', 'first'), createTable('2', 'second')])),
  )
  expect(results.flat().toSorted()).toEqual(['1', '2'])
})

test('rejects a database written by a newer release', async () => {
  await migrate(db, [createTable('1', 'first'), createTable('9', 'later')])
  await expect(migrate(db, [createTable('1', 'first')])).rejects.toThrow('newer release (9)')
})

test('fault F38: enables page checksums, so corrupted data causes an error and not a wrong result', async () => {
  const { rows } = await pool.query('show data_checksums')
  expect(rows).toEqual([{ data_checksums: 'on' }])
})

test('keeps released migration ids unique and in order', () => {
  const ids = migrations.map(({ id }) => id)
  expect(ids).toEqual([...new Set(ids)].toSorted())
})

test('includes the account id in every foreign key between account-owned tables', async () => {
  await migrate(db, migrations)
  const { rows } = await pool.query<{ table: string; columns: string[] }>(`
    select c.conrelid::regclass::text as table,
      (select array_agg(a.attname::text) from pg_attribute a
       where a.attrelid = c.conrelid and a.attnum = any (c.conkey)) as columns
    from pg_constraint c join pg_class t on t.oid = c.conrelid
    where c.contype = 'f' and c.conrelid::regclass::text <> 'accounts'
      and t.relnamespace = 'public'::regnamespace`)
  expect(rows.length).toBeGreaterThan(5)
  expect(rows.filter(({ columns }) => !columns.includes('account_id'))).toEqual([])
})
