import { symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { memoryKeys } from './encryption/memory-keys.fixture.ts'
import { testWarehouse } from './test-warehouse.fixture.ts'

const { warehouse } = await testWarehouse({}, afterAll)
const staging = await warehouse.stagingFolder(1)
const { warehouse: encrypted } = await testWarehouse({ keys: memoryKeys() }, afterAll)
for (const one of [warehouse, encrypted]) await symlink('/etc/passwd', join(await one.stagingFolder(1), 'link'))

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
  "SET allowed_configs = ['memory_limit']",
  "PRAGMA memory_limit = '100GB'",
  "CREATE SECRET s (TYPE s3, KEY_ID 'a', SECRET 'b')",
]

const LENT = ['withConnection', 'withStagedFiles'] as const

test.each(FORBIDDEN)('#37 refused even on a lent connection: %s', async (sql) => {
  for (const one of [warehouse, encrypted]) {
    const folder = await one.stagingFolder(1)
    for (const lend of LENT) {
      const run = one[lend](1, async (connection) => {
        const reader = await connection.runAndReadAll(sql.replaceAll('STAGING', folder))
        return reader.getRowsJson()
      })
      await expect(run, lend).rejects.toMatchObject({ code: 'warehouse.query_failed' })
    }
  }
})

test('#37 a connection for staged files sees no table of the account', async () => {
  const count = (lend: (typeof LENT)[number]) =>
    warehouse[lend](1, async (connection) => (await connection.runAndReadAll('SELECT count(*) FROM orders')).getRows())
  expect(await count('withConnection')).toEqual([[0n]])
  await expect(count('withStagedFiles')).rejects.toMatchObject({ code: 'warehouse.query_failed' })
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
  const read = (lend: (typeof LENT)[number], path: string) =>
    warehouse[lend](1, async (connection) =>
      (
        await connection.runAndReadAll(`SELECT * FROM read_csv('${path}', columns = {'a': 'VARCHAR', 'b': 'VARCHAR'})`)
      ).getRows(),
    )
  for (const lend of LENT) {
    expect(await read(lend, own), lend).toEqual([['1', '2']])
    await expect(read(lend, others), lend).rejects.toMatchObject({ code: 'warehouse.query_failed' })
  }
})

test.each([0, -1, 1.5, Number.NaN])(
  'an account id is a positive integer, never part of a path otherwise: %s',
  async (id) => {
    await expect(warehouse.query(id, { sql: 'SELECT 1', params: [] })).rejects.toThrow()
    await expect(warehouse.stagingFolder(id)).rejects.toThrow()
  },
)

test('staged files are read while an import holds the account’s file', async () => {
  const path = join(staging, 'many.csv')
  await writeFile(path, 'a,b\n1,2\n3,4\n')
  const load = await warehouse.beginLoad({
    accountId: 1,
    serviceId: 'till',
    batchId: 'b1',
    calendar: { timeZone: 'UTC' },
    mode: 'merge',
  })
  const sum = await warehouse.withStagedFiles(1, async (connection) => {
    const sql = `SELECT sum(CAST(a AS INTEGER)) FROM read_csv('${path}', columns = {'a': 'VARCHAR', 'b': 'VARCHAR'})`
    return (await connection.runAndReadAll(sql)).getRows()
  })
  expect(sum).toEqual([[4n]])
  await load.discard()
})

test('checks of an account take turns, and wait for no import', async () => {
  const request = { accountId: 1, serviceId: 'till', calendar: { timeZone: 'UTC' }, mode: 'merge' } as const
  const running = await warehouse.beginLoad({ ...request, batchId: 'b2' })
  const first = await warehouse.beginLoad({ ...request, batchId: 'c1', isCheck: true })
  const order: string[] = []
  const second = warehouse.beginLoad({ ...request, batchId: 'c2', isCheck: true }).then((check) => {
    order.push('second began')
    return check
  })
  await new Promise((resolve) => setTimeout(resolve, 50))
  order.push('first ends')
  await first.discard()
  await (await second).discard()
  expect(order).toEqual(['first ends', 'second began'])
  await running.discard()
})
