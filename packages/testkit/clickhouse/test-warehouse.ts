import pino from 'pino'
import { systemClock } from '#domain/clock.ts'
import { openDatabase, openPool } from '#server/db/database.ts'
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
  /** a second process's warehouse on the same stores */
  openAnother(): Promise<Warehouse>
  close(): Promise<void>
}

const ACCOUNTS = `insert into accounts (id, name, account_type, is_trial, default_culture, culture, time_zone, currency, created_at)
  overriding system value select id, id::text, 'Estate', false, 'en-US', 'en-US', 'UTC', 'USD', now() from generate_series(1, $1::int) as id`

/** Account ids 1 to `accounts` exist. */
export const testClickHouse = async ({ accounts = 1 } = {}): Promise<TestClickHouse> => {
  const [server, database] = await Promise.all([startClickHouse(), startTestDatabase()])
  const pool = openPool({ connection: database.connection, log: pino({ enabled: false }), max: 10 })
  await pool.query(ACCOUNTS, [accounts])
  const db = openDatabase(pool)
  const opened: Warehouse[] = []
  const openAnother = async (): Promise<Warehouse> => {
    const warehouse = await openClickHouseWarehouse({
      urls: [server.url],
      username: 'default',
      password: '',
      database: 'default',
      installation: 'test',
      ledger: createAccountLedger({ db, ids: systemIds, clock: systemClock }),
      clock: systemClock,
      newId: () => systemIds.next(),
    })
    opened.push(warehouse)
    return warehouse
  }
  return {
    warehouse: await openAnother(),
    server,
    openAnother,
    close: async () => {
      await Promise.all(opened.map((warehouse) => warehouse.close()))
      await pool.end()
      await Promise.all([server.close(), database.drop()])
    },
  }
}
