import { Kysely, PostgresDialect } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { testPool } from '#testkit/test-database.ts'
import { migrations } from '../db/migrations/index.ts'
import { assertPlacesReachable } from './assert-places.ts'

const { pool } = await testPool()

const ACCOUNTS = `insert into accounts (id, name, account_type, is_trial, default_culture, culture, time_zone, currency, created_at)
  overriding system value select id, id::text, 'Estate', false, 'en-US', 'en-US', 'UTC', 'USD', now() from generate_series(1, 25) as id`

const url = ['http://clickhouse.example:8123']

beforeAll(async () => {
  await pool.query(ACCOUNTS)
})

const accountPlaces = migrations.find(({ id }) => id === '0041-account-places')

/** Applies the migration again to what the tables hold. */
const migrateAgain = async (): Promise<[number, string][]> => {
  await pool.query('drop table account_places')
  await accountPlaces?.up(new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) }))
  const { rows } = await pool.query<{ account_id: number; place: string }>('select * from account_places order by 1')
  return rows.map(({ account_id, place }) => [account_id, place])
}

test('places accounts with records in files, and those with loads in ClickHouse there', async () => {
  await pool.query(`insert into account_data (account_id, key, data_version, first_version)
    values (1, 'a', 3, 0), (2, 'b', 0, 0), (3, 'c', 4, 4)`)
  expect(await migrateAgain()).toEqual([[1, 'files']])
  await pool.query(`insert into warehouse_ledger (account_id, key, data_version, row_version)
    values (1, 'a', 0, 0), (2, 'b', 0, 2), (3, 'c', 5, 0)`)
  // An installation that has been using ClickHouse goes on as it was.
  expect(await migrateAgain()).toEqual([
    [2, 'clickhouse'],
    [3, 'clickhouse'],
  ])
})

test('refuses a start that cannot reach the rows of accounts, and names them', async () => {
  await expect(assertPlacesReachable(pool, { CLICKHOUSE_URL: undefined, ROLE: 'all' })).rejects.toThrow(
    'accounts 2, 3: the data is in ClickHouse. Set CLICKHOUSE_URL',
  )
  for (const ROLE of ['all', 'web', 'worker'] as const) await assertPlacesReachable(pool, { CLICKHOUSE_URL: url, ROLE })
  await pool.query(
    `insert into account_places (account_id, place) select id, 'files' from generate_series(4, 25) as id`,
  )
  await assertPlacesReachable(pool, { CLICKHOUSE_URL: url, ROLE: 'all' })
  await expect(assertPlacesReachable(pool, { CLICKHOUSE_URL: url, ROLE: 'worker' })).rejects.toThrow(
    /^accounts 4, 5, .*, 23 and 2 more: the data is in files, which only one process can open/,
  )
})
