/**
 * Each built-in report's first page through HTTP, uncached, compared with hand-written SQL on the bare engine, then a mix of nine
 * with eight clients at once. `node bench/reports.ts [orders] [group]`, default 1,000,000 and all; a group, such as `customers`, is
 * measured without the mix. Reports that take over 300 ms are marked.
 */
import { DuckDBInstance } from '@duckdb/node-api'
import { REPORTS } from '#reports/built-in-reports.ts'
import { bareReports } from './kit/bare-reports.ts'
import { printTable, type Timing, timeRuns, timingOf } from './kit/measure.ts'
import { type BenchMember, signIn, startServer } from './kit/server.ts'
import { type BenchWinery, benchWinery } from './kit/winery.ts'

const ORDERS = Number(process.argv[2] ?? 1_000_000)
const GROUP = process.argv[3]
const RUNS = ORDERS > 1_000_000 ? 5 : 15
const THREADS = 2
const CLIENTS = 8
const MIX_SECONDS = 10
const LIMIT_MS = 300

const MIX = [
  'sales/sales-trends',
  'sales/by-day-of-week',
  'orders/by-brand',
  'orders/by-sales-channel',
  'orders/list',
  'products/top-products',
  'customers/top-customers',
  'customers/top-states',
  'clubs/cancellations',
]

const SLUGS = REPORTS.flatMap(({ group, slug }) => (GROUP === undefined || group === GROUP ? [`${group}/${slug}`] : []))

/** Responses per second of clients that each request the next report of the mix after a response. */
const mixed = async (ask: (slug: string, client: number) => Promise<unknown>): Promise<number> => {
  if (GROUP !== undefined) return Number.NaN
  const end = performance.now() + MIX_SECONDS * 1_000
  let answered = 0
  const client = async (number: number) => {
    for (let turn = number; performance.now() < end; turn += 1) {
      await ask(MIX[turn % MIX.length] ?? '', number)
      answered += 1
    }
  }
  await Promise.all(Array.from({ length: CLIENTS }, (_, number) => client(number)))
  return answered / MIX_SECONDS
}

interface Measured {
  readonly reports: ReadonlyMap<string, Timing>
  readonly mixPerSecond: number
}

const measureBare = async ({ file, today }: BenchWinery): Promise<Measured> => {
  const instance = await DuckDBInstance.create(file, { access_mode: 'READ_ONLY', threads: String(THREADS) })
  const connections = await Promise.all(Array.from({ length: CLIENTS }, () => instance.connect()))
  const statements = bareReports(today)
  const run = async (slug: string, client: number) => {
    for (const sql of statements[slug] ?? []) await (await connections[client]?.run(sql))?.getRows()
  }
  const reports = new Map<string, Timing>()
  for (const slug of SLUGS) reports.set(slug, timingOf(await timeRuns(RUNS, () => run(slug, 0))))
  const mixPerSecond = await mixed(run)
  for (const connection of connections) connection.closeSync()
  instance.closeSync()
  return { reports, mixPerSecond }
}

const askServer = async (url: string, { token }: BenchMember, slug: string): Promise<void> => {
  const response = await fetch(`${url}/api/reports/query`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ definition: { builtin: slug } }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${slug}: ${response.status} ${text.slice(0, 300)}`)
}

const measureServer = async ({ dataDir }: BenchWinery): Promise<Measured> => {
  const server = await startServer({ dataDir, env: { RESULT_CACHE_MB: '0' } })
  try {
    const member = await signIn(server.url)
    const reports = new Map<string, Timing>()
    for (const slug of SLUGS)
      reports.set(slug, timingOf(await timeRuns(RUNS, () => askServer(server.url, member, slug))))
    return { reports, mixPerSecond: await mixed((slug) => askServer(server.url, member, slug)) }
  } finally {
    await server.stop()
  }
}

const winery = await benchWinery(ORDERS)
const bare = await measureBare(winery)
const ours = await measureServer(winery)

const NONE: Timing = { p50: Number.NaN, p95: Number.NaN }
printTable(
  `Reports at ${ORDERS.toLocaleString('en-US')} orders, milliseconds through HTTP, uncached, compared with bare SQL (${THREADS} threads)`,
  ['report', 'bare p50', 'ours p50', 'p95', 'times bare', 'over it', ''],
  SLUGS.map((slug) => {
    const engine = bare.reports.get(slug) ?? NONE
    const own = ours.reports.get(slug) ?? NONE
    const mark = own.p50 > LIMIT_MS ? `over ${LIMIT_MS} ms` : ''
    return [slug, engine.p50, own.p50, own.p95, own.p50 / engine.p50, own.p50 - engine.p50, mark]
  }),
)
printTable(
  `${CLIENTS} clients on a mix of ${MIX.length} reports, answers a second`,
  ['bare', 'ours', 'share of bare'],
  [[bare.mixPerSecond, ours.mixPerSecond, ours.mixPerSecond / bare.mixPerSecond]],
)
