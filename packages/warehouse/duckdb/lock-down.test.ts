import { symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { testWarehouse } from './test-warehouse.fixture.ts'

const { warehouse } = await testWarehouse({}, afterAll)
const staging = await warehouse.stagingFolder(1)
await symlink('/etc/passwd', join(staging, 'link'))

const FORBIDDEN = [
  "SELECT * FROM read_text('/etc/passwd')",
  "SELECT * FROM read_blob('/proc/self/environ')",
  "SELECT * FROM read_csv('/etc/passwd', columns = {'a': 'VARCHAR'})",
  "SELECT * FROM read_csv('STAGING/../../1.duckdb', columns = {'a': 'VARCHAR'})",
  "SELECT * FROM read_csv('STAGING/link', columns = {'a': 'VARCHAR'})",
  "SELECT * FROM '/etc/passwd'",
  "SELECT * FROM glob('/etc/*')",
  "SELECT * FROM read_parquet('https://example.com/x.parquet')",
  "COPY (SELECT 1) TO '/tmp/cuvee-lock-down.csv'",
  "COPY orders FROM '/etc/passwd'",
  "COPY (SELECT 1) TO 'STAGING/../out.csv'",
  "ATTACH '/tmp/cuvee-lock-down.duckdb' AS other",
  "EXPORT DATABASE '/tmp/cuvee-lock-down'",
  "IMPORT DATABASE '/tmp/cuvee-lock-down'",
  'INSTALL httpfs',
  "LOAD '/tmp/cuvee.duckdb_extension'",
  "SET memory_limit = '100GB'",
  'SET enable_external_access = true',
  "SET allowed_directories = ['/']",
  "SET temp_directory = '/tmp/elsewhere'",
  'RESET lock_configuration',
  "PRAGMA memory_limit = '100GB'",
  "CREATE SECRET s (TYPE s3, KEY_ID 'a', SECRET 'b')",
]

test.each(FORBIDDEN)('#37 refused even on a lent connection: %s', async (sql) => {
  const run = warehouse.withConnection(1, async (connection) => {
    const reader = await connection.runAndReadAll(sql.replaceAll('STAGING', staging))
    return reader.getRowsJson()
  })
  await expect(run).rejects.toMatchObject({ code: 'warehouse.query_failed' })
})

test.each([
  'DELETE FROM orders',
  'SELECT 1; SELECT 2',
  'CREATE TABLE t (a INTEGER)',
  'SET threads = 1',
  'BEGIN',
  "COPY (SELECT 1) TO 'STAGING/out.csv'",
  'CHECKPOINT',
  'nonsense',
])('#37 a query is one SELECT, and its error shows none of its text: %s', async (sql) => {
  const query = warehouse.query(1, { sql: sql.replaceAll('STAGING', staging), params: [] })
  await expect(query).rejects.toMatchObject({ code: 'warehouse.query_failed', message: 'An unexpected error occurred' })
})

test('a file in the account’s own staging folder can be read, and one in another account’s cannot', async () => {
  const own = join(staging, 'rows.csv')
  const others = join(await warehouse.stagingFolder(2), 'rows.csv')
  for (const path of [own, others]) await writeFile(path, 'a,b\n1,2\n')
  const read = (path: string) =>
    warehouse.withConnection(1, async (connection) =>
      (
        await connection.runAndReadAll(`SELECT * FROM read_csv('${path}', columns = {'a': 'VARCHAR', 'b': 'VARCHAR'})`)
      ).getRows(),
    )
  expect(await read(own)).toEqual([['1', '2']])
  await expect(read(others)).rejects.toMatchObject({ code: 'warehouse.query_failed' })
})

test.each([0, -1, 1.5, Number.NaN])(
  'an account id is a positive integer, never part of a path otherwise: %s',
  async (id) => {
    await expect(warehouse.query(id, { sql: 'SELECT 1', params: [] })).rejects.toThrow()
    await expect(warehouse.stagingFolder(id)).rejects.toThrow()
  },
)
