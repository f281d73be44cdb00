/**
 * Each tile and each built-in report's first page through HTTP, not cached, compared with hand-written SQL on the bare engine; then
 * all tiles in one request. `node bench/bare-sql.ts [orders] [group]`, default 1,000,000 and all; a group, such as `customers` or
 * `tiles`, is measured alone. Aims: 1.1 times the SQL, or 10 ms more for light tiles; reports that take over 300 ms are marked.
 */
import { DuckDBInstance } from '@duckdb/node-api'
import { REPORTS } from '#reports/built-in-reports.ts'
import { WIDGETS } from '#widgets/registry.ts'
import { createApi } from './kit/api.ts'
import { bareReports } from './kit/bare-reports.ts'
import { bareTiles } from './kit/bare-tiles.ts'
import { printTable, summarizeTiming, timeRuns } from './kit/measure.ts'
import { signIn, startServer } from './kit/server.ts'
import { benchWinery } from './kit/winery.ts'

const ORDERS = Number(process.argv[2] ?? 1_000_000)
const GROUP = process.argv[3]
const RUNS = ORDERS > 1_000_000 ? 5 : 15
const THREADS = 2
const LIMIT_MS = 300

const winery = await benchWinery(ORDERS)

interface Question {
  readonly name: string
  readonly sql: readonly string[]
  readonly path: string
  readonly body: unknown
}

const askTiles = (types: readonly string[]) => ({
  path: '/dashboards/data',
  body: { widgets: types.map((type) => ({ id: type, type, props: {} })) },
})
const tileStatements = bareTiles(winery.today)
const reportStatements = bareReports(winery.today)
const TYPES = WIDGETS.map(({ type }) => type)
const groups: Readonly<Record<string, readonly Question[]>> = {
  tiles: [
    ...TYPES.map((type) => ({ name: type, sql: tileStatements[type] ?? [], ...askTiles([type]) })),
    { name: 'all in one request', sql: TYPES.flatMap((type) => tileStatements[type] ?? []), ...askTiles(TYPES) },
  ],
  ...Object.groupBy(
    REPORTS.map(({ group, slug }) => {
      const name = `${group}/${slug}`
      return {
        name,
        sql: reportStatements[name] ?? [],
        path: '/reports/query',
        body: { definition: { builtin: name } },
      }
    }),
    ({ name }) => name.split('/')[0] ?? name,
  ),
}
const questions = Object.entries(groups).flatMap(([name, some]) => (GROUP === undefined || GROUP === name ? some : []))

const timeEach = async (ask: (question: Question) => Promise<unknown>) => {
  const timings = []
  for (const question of questions) timings.push(summarizeTiming(await timeRuns(RUNS, () => ask(question))))
  return timings
}

const instance = await DuckDBInstance.create(winery.file, { access_mode: 'READ_ONLY', threads: String(THREADS) })
const connection = await instance.connect()
const bare = await timeEach(async ({ sql }) => {
  for (const statement of sql) await (await connection.run(statement)).getRows()
})
connection.closeSync()
instance.closeSync()

const server = await startServer({ dataDir: winery.dataDir, env: { RESULT_CACHE_MB: '0' } })
const { token } = await signIn(server.url)
const { read } = createApi(server.url)
const throughHttp = await timeEach(async ({ name, path, body }) => {
  const answer = await read(path, { token, body })
  if (answer.includes('"error"')) throw new Error(`${name} failed: ${answer.slice(0, 500)}`)
})
const rss = server.rss()
await server.stop()

printTable(
  `${ORDERS.toLocaleString('en-US')} orders, milliseconds through HTTP, not cached, compared with bare SQL (${THREADS} threads)`,
  ['', 'bare p50', 'p50', 'p95', 'times bare', 'over it', ''],
  questions.map(({ name }, index) => {
    const { p50: engine } = bare[index] ?? { p50: Number.NaN }
    const { p50, p95 } = throughHttp[index] ?? { p50: Number.NaN, p95: Number.NaN }
    const ratio = engine > 0.01 ? p50 / engine : Number.NaN
    return [name, engine, p50, p95, ratio, p50 - engine, p50 > LIMIT_MS ? `over ${LIMIT_MS} ms` : '']
  }),
)
printTable('Memory of the server, MB', ['RSS'], [[rss]])
