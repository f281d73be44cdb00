/**
 * All orders as one CSV file through HTTP, compared with DuckDB's own `COPY TO` of the same rows in the same run,
 * and the server's peak memory. `node bench/export.ts [orders]`, default 1,000,000. Aim: flat memory.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { printTable, timingOf } from './kit/measure.ts'
import { type BenchServer, signIn, startServer } from './kit/server.ts'
import { type BenchWinery, benchWinery } from './kit/winery.ts'

const ORDERS = Number(process.argv[2] ?? 1_000_000)
const RUNS = 3
const THREADS = Math.min(availableParallelism(), 4)
const MEMORY_EVERY_MS = 20

const COLUMNS = ['orderNumber', 'orderDate', 'channel', 'customerName', 'state', 'netSales', 'tax', 'total']
const definition = { reportType: 'Orders', columns: COLUMNS.map((columnId) => ({ columnId })) }
/** so few rows that the time is the server's overhead */
const small = { ...definition, top: 10 }

const BARE = `SELECT order_number, strftime(ordered_utc, '%Y-%m-%dT%H:%M:%SZ'), channel, customer_name, state,
  net_sales / 100.0, tax / 100.0, total / 100.0
  FROM orders WHERE currency = 'USD' ORDER BY service_id, source_id`

interface Exported {
  /** milliseconds */
  readonly firstByte: number
  readonly lastByte: number
  readonly bytes: number
  readonly lines: number
}

const NEW_LINE = 10

const download = async (url: string, token: string, definition: object): Promise<Exported> => {
  const start = performance.now()
  const response = await fetch(`${url}/api/reports/export`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ definition, format: 'csv' }),
  })
  if (!response.ok || response.body === null) throw new Error(`${response.status} ${await response.text()}`)
  const firstByte = performance.now() - start
  let [bytes, lines] = [0, 0]
  for await (const chunk of response.body) {
    bytes += chunk.length
    for (let at = chunk.indexOf(NEW_LINE); at >= 0; at = chunk.indexOf(NEW_LINE, at + 1)) lines += 1
  }
  return { firstByte, lastByte: performance.now() - start, bytes, lines }
}

/** The server's peak memory while `work` ran, in MB. */
const peakOf = async (server: BenchServer, work: () => Promise<void>): Promise<number> => {
  let peak = server.rss()
  const timer = setInterval(() => {
    peak = Math.max(peak, server.rss())
  }, MEMORY_EVERY_MS)
  await work().finally(() => clearInterval(timer))
  return peak
}

const timeBare = async ({ file }: BenchWinery): Promise<number[]> => {
  const folder = await mkdtemp(join(tmpdir(), 'cuvee-bench-export-'))
  const instance = await DuckDBInstance.create(file, { access_mode: 'READ_ONLY', threads: String(THREADS) })
  const connection = await instance.connect()
  const samples: number[] = []
  for (let run = 0; run <= RUNS; run += 1) {
    const start = performance.now()
    await connection.run(`COPY (${BARE}) TO '${join(folder, 'orders.csv')}' (FORMAT csv)`)
    if (run > 0) samples.push(performance.now() - start)
  }
  connection.closeSync()
  instance.closeSync()
  await rm(folder, { recursive: true })
  return samples
}

const winery = await benchWinery(ORDERS)
const bare = timingOf(await timeBare(winery))
const server = await startServer({ dataDir: winery.dataDir })
const { token } = await signIn(server.url)
const idle = await peakOf(server, async () => {
  await download(server.url, token, small)
})
const runs: Exported[] = []
const peaks: number[] = []
for (let run = 0; run < RUNS; run += 1)
  peaks.push(await peakOf(server, async () => void runs.push(await download(server.url, token, definition))))
await server.stop()

const [first] = runs
const rows = first ? first.lines : 0
const ours = timingOf(runs.map(({ lastByte }) => lastByte))
const firstByte = timingOf(runs.map((run) => run.firstByte))
printTable(
  `CSV of ${rows.toLocaleString('en-US')} lines, ${COLUMNS.length} columns, ${Math.round((first?.bytes ?? 0) / 1e6)} MB (${THREADS} threads)`,
  ['', 'first byte ms', 'last byte ms', 'rows a second', 'times bare'],
  [
    ['COPY TO by hand', Number.NaN, bare.p50, Math.round((rows / bare.p50) * 1000), 1],
    ['through HTTP', firstByte.p50, ours.p50, Math.round((rows / ours.p50) * 1000), ours.p50 / bare.p50],
  ],
)
printTable(
  'Memory of the server, MB at most',
  ['after ten rows', ...peaks.map((_, run) => `export ${run + 1}`)],
  [[idle, ...peaks]],
)
