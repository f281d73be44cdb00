import { join } from 'node:path'
import pino from 'pino'
import { systemClock } from '#domain/clock.ts'
import { openDatabase, openPool } from '#server/db/database.ts'
import {
  createAccountKeys,
  createAccountLedger,
  createAccountPlaces,
  createAccountRegistry,
} from '#server/modules/accounts/index.ts'
import { systemIds } from '#server/runtime.ts'
import { openClickHouseWarehouse } from '#warehouse/clickhouse/open-warehouse.ts'
import { withLocalStaging } from '#warehouse/clickhouse/with-local-staging.ts'
import { openDuckDbWarehouse } from '#warehouse/duckdb/open-warehouse.ts'
import { placedWarehouse } from '#warehouse/places/placed-warehouse.ts'
import type { TestStores } from './test-warehouse.ts'

export interface PlacedStores extends TestStores {
  /** of the account files; one process at a time opens it */
  readonly dataDir: string
}

/** Account files are encrypted, as those of a careful operator. */
const KEYS = { session: Buffer.alloc(32, 1), master: Buffer.alloc(32, 2), retiredMaster: null }

/** The warehouse of accounts in files and in ClickHouse, as the process opens it that may move them. */
export const openPlacedStores = async ({ url, connection, dataDir }: PlacedStores) => {
  const log = pino({ enabled: false })
  const pool = openPool({ connection, log, max: 5 })
  const db = openDatabase(pool)
  const local = { minFreeDisk: 0, threads: 1, stagingDir: join(dataDir, 'staging') }
  const registry = createAccountRegistry({ db, ids: systemIds, log })
  const places = createAccountPlaces(db)
  const keys = createAccountKeys({ db, clock: systemClock, keys: KEYS }, true)
  const files = await openDuckDbWarehouse({ ...local, dataDir, registry, keys })
  const clickHouse = await openClickHouseWarehouse({
    urls: [url],
    username: 'default',
    password: '',
    database: 'default',
    installation: 'test',
    ledger: createAccountLedger({ db, ids: systemIds, clock: systemClock }),
    clock: systemClock,
    newId: () => systemIds.next(),
  })
  const loads = await openDuckDbWarehouse({ ...local, dataDir: join(dataDir, 'loads') })
  const warehouse = placedWarehouse({ files, clickHouse: withLocalStaging(clickHouse, loads), places })
  const close = async () => {
    await warehouse.close()
    await pool.end()
  }
  return { warehouse, places, files, remote: clickHouse, close }
}
