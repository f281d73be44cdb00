import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { testPool } from '#testkit/test-database.ts'
import { generateSchema } from './schema-generator.ts'
import { ACCOUNT_TABLES } from './tables.ts'

const { pool } = await testPool()

/** Tables without an account id, and the accounts table itself. */
const SHARED_TABLES = ['accounts', 'rate_limits', 'platform_calls', 'platform_pauses', 'payment_events', 'installation']

const readSource = (name: string) => readFile(new URL(name, import.meta.url), 'utf8')

test('keeps schema.gen.ts up to date with the migrations; run npm run generate:schema', async () => {
  expect(await readSource('schema.gen.ts')).toBe(await generateSchema(pool, await readSource('column-types.ts')))
})

test('annotates every table, and every column of an account-owned one exactly once', async () => {
  const { rows } = await pool.query<{ table: string; names: string[] }>(
    `select table_name as "table", array_agg(column_name::text) as names from information_schema.columns
      where table_schema = 'public' and table_name <> 'schema_migrations' group by 1`,
  )
  expect([...ACCOUNT_TABLES.map(({ name }) => name), ...SHARED_TABLES].sort()).toEqual(
    rows.map(({ table }) => table).sort(),
  )
  for (const { name, exported, withheld } of ACCOUNT_TABLES) {
    const names = rows.find(({ table }) => table === name)?.names ?? []
    expect([name, ...[...exported, ...withheld].sort()]).toEqual([name, ...names.sort()])
    expect(names).toContain('account_id')
  }
})
