import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import type pg from 'pg'
import pino from 'pino'
import { systemClock } from '#domain/clock.ts'
import { localDayOf } from '#domain/ranges/time-zone.ts'
import { dataPaths } from '#server/data-dir.ts'
import { openDatabase, openPool } from '#server/db/database.ts'
import { launchPostgres } from '#server/db/embedded/launch.ts'
import { stopPostmaster } from '#server/db/embedded/postmaster.ts'
import { createAccountLedger } from '#server/modules/accounts/index.ts'
import { systemIds } from '#server/runtime.ts'
import { type ClickHouseServer, startClickHouse } from '#testkit/clickhouse/start-server.ts'
import { ClickHouse } from '#warehouse/clickhouse/connect.ts'
import { openClickHouseWarehouse } from '#warehouse/clickhouse/open-warehouse.ts'
import { ACCOUNT_STATE } from '#warehouse/clickhouse/tables.ts'
import { ACCOUNT_TABLES, columnNames } from '#warehouse/schema/account-tables.ts'
import { createApi } from './api.ts'
import { PASSWORD, startServer } from './server.ts'
import { BENCH_DATA, BENCH_ZONE, benchWinery, loadSample } from './winery.ts'

export type Engine = 'files' | 'clickhouse'

export interface ManyAccounts {
  readonly dataDir: string
  /** runs until it is stopped; null: accounts are in files */
  readonly clickHouse: ClickHouseServer | null
}

interface Size {
  readonly accounts: number
  readonly orders: number
}

export const ownerEmail = (index: number): string => `owner-${index}@winery.example`

/** A data directory whose accounts have the same records, created when missing. */
export const manyAccounts = async (engine: Engine, { accounts, orders }: Size): Promise<ManyAccounts> => {
  const today = localDayOf(Date.now(), BENCH_ZONE)
  const dataDir = join(BENCH_DATA, `${engine}-${accounts}x${orders}-${today}`)
  const folder = join(dataDir, 'clickhouse')
  mkdirSync(folder, { recursive: true })
  const clickHouse = engine === 'clickhouse' ? await startClickHouse(undefined, { folder }) : null
  const stamp = join(dataDir, 'filled')
  if (existsSync(stamp)) return { dataDir, clickHouse }
  process.stdout.write(`Making ${accounts.toLocaleString('en-US')} accounts…\n`)
  const ids = await createAccounts(dataDir, accounts, clickHouse ? { CLICKHOUSE_URL: clickHouse.url } : {})
  await withDatabase(dataDir, async (pool) => {
    if (clickHouse) await fillClickHouse(clickHouse, { pool, dataDir, ids, orders, today })
    else await fillFiles(dataDir, ids, orders)
    await pool.query('insert into account_places (account_id, place) select unnest($1::int[]), $2', [ids, engine])
  })
  writeFileSync(stamp, '')
  return { dataDir, clickHouse }
}

const createAccounts = async (dataDir: string, count: number, env: Record<string, string>): Promise<number[]> => {
  const server = await startServer({ dataDir, env })
  const ids: number[] = []
  try {
    const { read } = createApi(server.url)
    for (let index = 0; index < count; index += 1) {
      const names = { firstName: 'Owner', lastName: String(index), accountName: `Cellars ${index}`, culture: 'en-US' }
      const settings = { timeZone: BENCH_ZONE, currency: 'USD' }
      const body = { ...names, ...settings, email: ownerEmail(index), password: PASSWORD }
      ids.push(JSON.parse(await read('/account/create-account', { body })).accountId)
    }
  } finally {
    await server.stop()
  }
  return ids
}

/** The app database of a server that does not run. */
export const withDatabase = async (dataDir: string, work: (pool: pg.Pool) => Promise<void>): Promise<void> => {
  const paths = dataPaths(dataDir)
  const connection = await launchPostgres(paths)
  const pool = openPool({ connection, log: pino({ enabled: false }) })
  try {
    await work(pool)
  } finally {
    await pool.end()
    await stopPostmaster(paths.postgres)
  }
}

const fillFiles = async (dataDir: string, ids: readonly number[], orders: number): Promise<void> => {
  const winery = await benchWinery(orders)
  const template = join(dataDir, 'template.duckdb')
  copyFileSync(winery.file, template)
  const instance = await DuckDBInstance.create(template)
  const connection = await instance.connect()
  // The copies are another account's until the server writes their account's key into them.
  await connection.run('DELETE FROM account_key')
  await connection.run('CHECKPOINT')
  connection.closeSync()
  instance.closeSync()
  mkdirSync(join(dataDir, 'warehouse'), { recursive: true })
  for (const id of ids) copyFileSync(template, join(dataDir, 'warehouse', `${id}.duckdb`))
}

interface Filling {
  readonly pool: pg.Pool
  readonly dataDir: string
  readonly ids: readonly number[]
  readonly orders: number
  readonly today: string
}

/** Accounts whose rows are copied by one statement, so that each part has whole accounts. */
const COPIED_AT_A_TIME = 25

export const openClickHouse = (url: string, { pool, dataDir }: Pick<Filling, 'pool' | 'dataDir'>) =>
  openClickHouseWarehouse({
    ...clickHouseAt(url),
    ledger: createAccountLedger({ db: openDatabase(pool), ids: systemIds, clock: systemClock }),
    installation: readFileSync(dataPaths(dataDir).installation, 'utf8').trim(),
    clock: systemClock,
    newId: () => systemIds.next(),
  })

const clickHouseAt = (url: string) => ({ urls: [url], username: 'default', password: '', database: 'default' })

/** Loads the first account with the product's loader and copies its rows to the others within ClickHouse. */
const fillClickHouse = async (
  server: ClickHouseServer,
  { pool, dataDir, ids, orders, today }: Filling,
): Promise<void> => {
  const [first = 0, ...others] = ids
  const warehouse = await openClickHouse(server.url, { pool, dataDir })
  await loadSample(warehouse, { accountId: first, orders, today })
  await warehouse.close()

  const clickHouse = new ClickHouse(clickHouseAt(server.url))
  for (let start = 0; start < others.length; start += COPIED_AT_A_TIME) {
    const copied = others.slice(start, start + COPIED_AT_A_TIME).join(', ')
    for (const table of ACCOUNT_TABLES) {
      const columns = columnNames(table)
        .map((name) => `"${name}"`)
        .join(', ')
      await clickHouse.command(
        `INSERT INTO ${table} (account_id, ${columns}, version, is_deleted)
         SELECT copy, ${columns}, version, is_deleted FROM (SELECT * FROM ${table} FINAL WHERE account_id = ${first}) AS one
         CROSS JOIN (SELECT toUInt64(arrayJoin([${copied}])) AS copy) AS copies`,
      )
    }
  }
  await pool.query(
    `insert into warehouse_ledger (account_id, key, data_version, row_version, loaded_at, time_zone, visit_rules, code_rules)
     select id, md5(random()::text), data_version, row_version, loaded_at, time_zone, visit_rules, code_rules
     from warehouse_ledger, unnest($2::int[]) as id where account_id = $1
     on conflict (account_id) do update set key = excluded.key, data_version = excluded.data_version, row_version = excluded.row_version,
       loaded_at = excluded.loaded_at, time_zone = excluded.time_zone, visit_rules = excluded.visit_rules, code_rules = excluded.code_rules`,
    [first, others],
  )
  const { rows } = await pool.query<{ account_id: number; key: string; row_version: number }>(
    'select account_id, key, row_version from warehouse_ledger where account_id = any($1::int[])',
    [others],
  )
  const states = rows.map(({ account_id, key, row_version }) => [account_id, key, Number(row_version)])
  await clickHouse.insert(ACCOUNT_STATE, ['account_id', 'key', 'version'], states)
  await clickHouse.close()
}
