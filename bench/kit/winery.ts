import { copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { DuckDBInstance } from '@duckdb/node-api'
import { generateSampleWinery } from '#connectors/sample/sample-winery.ts'
import { localDayOf } from '#domain/ranges/time-zone.ts'
import { rebuildRollups } from '#warehouse/duckdb/load/rollups.ts'
import { openDuckDbWarehouse } from '#warehouse/duckdb/open-warehouse.ts'
import type { Warehouse } from '#warehouse/engine.ts'
import { createApi, orderLines } from './api.ts'
import { type BenchMember, signIn, startServer } from './server.ts'

export const BENCH_ZONE = 'America/Los_Angeles'
/** stored between runs, because creating a million orders takes minutes */
export const BENCH_DATA = fileURLToPath(new URL('../../data/bench', import.meta.url))

export interface BenchWinery {
  readonly dataDir: string
  readonly accountId: number
  readonly today: string
  /** the account's DuckDB file; only to be opened while no server runs */
  readonly file: string
}

/** Larger wineries repeat this one: more rows and keys, not more kinds of them. */
const GENERATED_AT_MOST = 1_000_000

/** A data directory with an account of about this many orders until today, created when missing. */
export const benchWinery = async (orders: number): Promise<BenchWinery> => {
  const today = localDayOf(Date.now(), BENCH_ZONE)
  const dataDir = join(BENCH_DATA, `${orders}-${today}`)
  const server = await startServer({ dataDir })
  const { accountId } = await signInWithData(server.url).finally(() => server.stop())
  const file = join(dataDir, 'warehouse', `${accountId}.duckdb`)
  const stamp = join(dataDir, 'filled')
  if (!existsSync(stamp)) {
    if (orders > GENERATED_AT_MOST) await multiply(file, Math.round(orders / GENERATED_AT_MOST))
    else await fill(dataDir, accountId, orders, today)
    writeFileSync(stamp, today)
  }
  return { dataDir, accountId, today: readFileSync(stamp, 'utf8'), file }
}

/** The first load of an account notes where its rows are; without that, each read would ask the app database for it. */
const signInWithData = async (url: string): Promise<BenchMember> => {
  const member = await signIn(url)
  const { listServices, upload } = createApi(url)
  if ((await listServices(member.token)).length === 0) await upload(member.token, orderLines(1, 'first'))
  return member
}

interface SampleLoad {
  readonly accountId: number
  readonly orders: number
  /** the sample's last day */
  readonly today: string
}

/** Loads the sample winery into an account. */
export const loadSample = async (
  warehouse: Pick<Warehouse, 'beginLoad'>,
  { accountId, orders, today }: SampleLoad,
): Promise<void> => {
  const load = await warehouse.beginLoad({
    accountId,
    serviceId: 'bench',
    batchId: `bench-${today}`,
    calendar: { timeZone: BENCH_ZONE },
    mode: 'replace',
    expectedRows: orders,
  })
  for (const { table, rows } of generateSampleWinery({ seed: 1, today, orders, currency: 'USD' }))
    await load.append(table, rows)
  await load.commit()
}

const fill = async (dataDir: string, accountId: number, orders: number, today: string): Promise<void> => {
  process.stdout.write(`Making a winery of ${orders.toLocaleString('en-US')} orders…\n`)
  const warehouse = await openDuckDbWarehouse({ dataDir })
  await loadSample(warehouse, { accountId, orders, today })
  await warehouse.close()
}

/** Tables that grow with a winery's age and size, with their key columns. */
const GROWING: Readonly<Record<string, readonly string[]>> = {
  orders: ['source_id', 'customer_source_id'],
  order_lines: ['source_id', 'order_source_id'],
  customers: ['source_id'],
  memberships: ['source_id', 'customer_source_id'],
  membership_holds: ['source_id', 'membership_source_id'],
  release_members: ['source_id', 'membership_source_id', 'order_source_id'],
  reservations: ['source_id', 'customer_source_id', 'order_source_id'],
}

const readKey = async (file: string): Promise<string> => {
  const instance = await DuckDBInstance.create(file)
  const connection = await instance.connect()
  const [[key] = []] = await (await connection.run('SELECT key FROM account_key')).getRows()
  connection.closeSync()
  instance.closeSync()
  return String(key)
}

const multiply = async (file: string, times: number): Promise<void> => {
  const one = await benchWinery(GENERATED_AT_MOST)
  process.stdout.write(`Copying its rows ${times} times…\n`)
  // The server refuses a file with another account's key.
  const key = await readKey(file)
  copyFileSync(one.file, file)
  const instance = await DuckDBInstance.create(file)
  const connection = await instance.connect()
  await connection.run('UPDATE account_key SET key = $1', [key])
  for (const [table, keys] of Object.entries(GROWING)) {
    const copied = keys.map((key) => `${key} || '~' || copy AS ${key}`).join(', ')
    // in chronological order, like syncs load them
    const order = { orders: 'ordered_utc', order_lines: 'ordered_utc' }[table]
    await connection.run(
      `CREATE TABLE grown AS SELECT * EXCLUDE (copy) REPLACE (${copied}) FROM ${table}, range(1, ${times + 1}) AS copies(copy)${order ? ` ORDER BY ${order}` : ''}`,
    )
    await connection.run(`DELETE FROM ${table}`)
    await connection.run(`INSERT INTO ${table} SELECT * FROM grown`)
    await connection.run('DROP TABLE grown')
  }
  await rebuildRollups(connection)
  await connection.run('CHECKPOINT')
  connection.closeSync()
  instance.closeSync()
}
