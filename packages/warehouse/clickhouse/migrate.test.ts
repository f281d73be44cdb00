import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { onClickHouse } from '#testkit/clickhouse/on-clickhouse.ts'
import { type ClickHouseServer, startClickHouse } from '#testkit/clickhouse/start-server.ts'
import { ACCOUNT_TABLES, accountColumns } from '../schema/account-tables.ts'
import { nullableType } from './clickhouse-ddl.ts'
import { ClickHouse } from './connect.ts'
import { assertVersion, CLICKHOUSE_MIGRATIONS, migrateClickHouse } from './migrate.ts'
import { nextTable } from './tables.ts'

/** Migrations that have shipped; each new one is added, none is changed. */
const CHECKSUMS = {
  '0001-tables': 'e6aada9ee7b5b09d',
  '0002-team-member-id': 'c0ec455dff1cacfe',
  '0003-campaigns': '18aa65b49e7d0a3e',
  '0004-people': '1057920bdad6fa04',
  '0005-location': '5dfc76252f84bd13',
  '0006-segment-members': '17fa778396ee4db9',
}

test('a migration that has shipped stays as it was, and each new one is pinned by its checksum', () => {
  const found = CLICKHOUSE_MIGRATIONS.map(({ name, statements }) => [
    name,
    createHash('sha256').update(statements.join(';\n')).digest('hex').slice(0, 16),
  ])
  expect(Object.fromEntries(found)).toEqual(CHECKSUMS)
})

test.each([
  ['24.12.6.70', false],
  ['25.3.2.39', false],
  ['25.4.1.1', true],
  ['25.10.1.2', true],
  ['26.1.3.4', true],
])('ClickHouse %s starts: %s', (version, isAccepted) => {
  const assert = expect(() => assertVersion(version))
  if (isAccepted) assert.not.toThrow()
  else assert.toThrowError(expect.objectContaining({ code: 'warehouse.query_failed' }))
})

test.each([
  ['the answer of a proxy', '<html><h1>502 Bad Gateway</h1></html>', 'warehouse.unavailable'],
  [
    'a server that is stopped',
    'Code: 394. DB::Exception: Query was cancelled. (QUERY_WAS_CANCELLED)',
    'warehouse.unavailable',
  ],
  ['an error of the statement', 'Code: 60. DB::Exception: Unknown table. (UNKNOWN_TABLE)', 'warehouse.query_failed'],
])('%s is a failure of the catalog', async (_rule, body, code) => {
  const proxy = createServer((_request, response) => response.writeHead(502).end(body))
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  const address = proxy.address()
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  const clickHouse = new ClickHouse({ urls: [url], username: 'cuvee', password: '', database: 'default' })
  await expect(clickHouse.ping()).rejects.toMatchObject({ code })
  await clickHouse.close()
  proxy.close()
})

onClickHouse('migrations', () => {
  let server: ClickHouseServer
  let clickHouse: ClickHouse
  beforeAll(async () => {
    server = await startClickHouse({ user: 'cuvee', password: 'sec"ret' })
    clickHouse = connect('sec"ret')
  })
  afterAll(async () => {
    await clickHouse.close()
    await server.close()
  })

  /** The first endpoint does not answer. */
  const connect = (password: string) =>
    new ClickHouse({ urls: ['http://127.0.0.1:9', server.url], username: 'cuvee', password, database: 'default' })

  let isLocked = false
  const ledger = {
    exclusively: async (work: () => Promise<void>) => {
      isLocked = true
      await work()
    },
  }

  test('create every column that the loader and the compiler name, and run once', async () => {
    await migrateClickHouse(clickHouse, { ledger, installation: 'one' })
    await migrateClickHouse(clickHouse, { ledger, installation: 'one' })
    expect(isLocked).toBe(true)
    expect(await clickHouse.rows('SELECT name, count() FROM schema_migrations GROUP BY name ORDER BY name')).toEqual(
      CLICKHOUSE_MIGRATIONS.map(({ name }) => [name, 1]),
    )
    const found = await clickHouse.rows(
      'SELECT table, name, type FROM system.columns WHERE database = currentDatabase()',
    )
    const types = new Map(found.map(([table, name, type]) => [`${table}.${name}`, type]))
    for (const table of ACCOUNT_TABLES)
      for (const { name, kind, required, derived } of accountColumns(table))
        for (const stored of [table, nextTable(table)]) {
          const nullable = nullableType(kind)
          const type = required && !derived ? nullable.slice('Nullable('.length, -1) : nullable
          expect([stored, name, types.get(`${stored}.${name}`)]).toEqual([stored, name, type])
        }
  })

  test('refuse the database of another installation', async () => {
    await expect(migrateClickHouse(clickHouse, { ledger, installation: 'other' })).rejects.toMatchObject({
      cause: new Error('The ClickHouse database belongs to the installation one, and not to other'),
    })
  })

  test.each([
    ['a wrong password', 'wrong', 'SELECT 1', 'warehouse.query_failed'],
    ['an unknown table', 'sec"ret', 'SELECT * FROM nowhere', 'warehouse.query_failed'],
    [
      'a statement that takes too long',
      'sec"ret',
      'SELECT sleepEachRow(1) FROM numbers(20) SETTINGS max_block_size = 1',
      'warehouse.timeout',
    ],
  ])('%s is a failure of the catalogue', async (_rule, password, sql, code) => {
    const other = connect(password)
    await expect(other.rows(sql, {}, { timeoutMs: 500 })).rejects.toMatchObject({ items: [{ code }] })
    await other.close()
  })

  test('a server that does not answer is unavailable, and its restart is noticed', async () => {
    await server.kill()
    await expect(clickHouse.ping()).rejects.toMatchObject({ items: [{ code: 'warehouse.unavailable' }] })
    await server.restart()
    await clickHouse.ping()
    expect(await clickHouse.rows('SELECT count() FROM schema_migrations')).toEqual([[CLICKHOUSE_MIGRATIONS.length]])
  })
})
