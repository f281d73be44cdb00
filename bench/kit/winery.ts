import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { generateSampleWinery } from '#connectors/sample/sample-winery.ts'
import { localDayOf } from '#domain/ranges/time-zone.ts'
import { openDuckDbWarehouse } from '#warehouse/duckdb/open-warehouse.ts'
import { signIn, startServer } from './server.ts'

export const BENCH_ZONE = 'America/Los_Angeles'
/** kept between runs: making a million orders takes minutes */
export const BENCH_DATA = fileURLToPath(new URL('../../data/bench', import.meta.url))

export interface BenchWinery {
  readonly dataDir: string
  readonly accountId: number
  readonly today: string
  /** the account's DuckDB file; only to be opened while no server runs */
  readonly file: string
}

/** A data directory with an account of about so many orders up to today, made when it is not there. */
export const benchWinery = async (orders: number): Promise<BenchWinery> => {
  const today = localDayOf(Date.now(), BENCH_ZONE)
  const dataDir = join(BENCH_DATA, `${orders}-${today}`)
  const server = await startServer({ dataDir })
  const { accountId } = await signIn(server.url).finally(() => server.stop())
  const file = join(dataDir, 'warehouse', `${accountId}.duckdb`)
  const stamp = join(dataDir, 'filled')
  if (!existsSync(stamp)) {
    await fill(dataDir, accountId, orders, today)
    writeFileSync(stamp, today)
  }
  return { dataDir, accountId, today: readFileSync(stamp, 'utf8'), file }
}

const fill = async (dataDir: string, accountId: number, orders: number, today: string): Promise<void> => {
  process.stdout.write(`Making a winery of ${orders.toLocaleString('en-US')} orders…\n`)
  const warehouse = await openDuckDbWarehouse({ dataDir })
  const load = await warehouse.beginLoad({
    accountId,
    serviceId: 'bench',
    batchId: `bench-${today}`,
    calendar: { timeZone: BENCH_ZONE },
    mode: 'replace',
  })
  for (const { table, rows } of generateSampleWinery({ seed: 1, today, orders, currency: 'USD' }))
    await load.append(table, rows)
  await load.commit()
  await warehouse.close()
}
