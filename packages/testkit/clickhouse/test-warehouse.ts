import pino from 'pino'
import { systemClock } from '#domain/clock.ts'
import { openDatabase, openPool, type SocketConnection } from '#server/db/database.ts'
import { createAccountLedger } from '#server/modules/accounts/index.ts'
import { systemIds } from '#server/runtime.ts'
import { openClickHouseWarehouse } from '#warehouse/clickhouse/open-warehouse.ts'
import type { Warehouse } from '#warehouse/engine.ts'
import { startTestDatabase } from '../test-database.ts'
import { type ClickHouseServer, startClickHouse } from './start-server.ts'

/** The product's warehouse on a ClickHouse server and a database of its own. */
export interface TestClickHouse {
  readonly warehouse: Warehouse
  readonly server: ClickHouseServer
  /** the stores, for a process of its own that calls `openStores` */
  readonly stores: TestStores
  close(): Promise<void>
}

const ACCOUNTS = `insert into accounts (id, name, account_type, is_trial, default_culture, culture, time_zone, currency, created_at)
  overriding system value select id, id::text, 'Estate', false, 'en-US', 'en-US', 'UTC', 'USD', now() from generate_series(1, $1::int) as id`

export interface TestStores {
  /** of ClickHouse */
  readonly url: string
  /** to PostgreSQL */
  readonly connection: SocketConnection
}

/** The warehouse on both stores, as each process opens it. */
export const openStores = async ({ url, connection }: TestStores) => {
  const pool = openPool({ connection, log: pino({ enabled: false }), max: 10 })
  const ledger = createAccountLedger({ db: openDatabase(pool), ids: systemIds, clock: systemClock })
  const warehouse: Warehouse = await openClickHouseWarehouse({
    urls: [url],
    username: 'default',
    password: '',
    database: 'default',
    installation: 'test',
    ledger,
    clock: systemClock,
    newId: () => systemIds.next(),
  })
  const close = async () => {
    await warehouse.close()
    await pool.end()
  }
  return { warehouse, pool, close }
}

/** Account ids 1 to `accounts` exist. */
export const testClickHouse = async ({ accounts = 1 } = {}): Promise<TestClickHouse> => {
  const [server, database] = await Promise.all([startClickHouse(), startTestDatabase()])
  const stores = { url: server.url, connection: database.connection }
  const { warehouse, pool, close } = await openStores(stores)
  await pool.query(ACCOUNTS, [accounts])
  return {
    warehouse,
    server,
    stores,
    close: async () => {
      await close()
      await Promise.all([server.close(), database.drop()])
    },
  }
}
