/**
 * Each tile through HTTP compared with hand-written SQL on the bare engine, uncached and cached; then all ten in one
 * request. `node bench/dashboard.ts [orders]`, default 1,000,000.
 */
import { DuckDBInstance } from '@duckdb/node-api'
import { WIDGETS } from '#widgets/registry.ts'
import { bareTiles } from './kit/bare-tiles.ts'
import { printTable, type Timing, timeRuns, timingOf } from './kit/measure.ts'
import { type BenchMember, signIn, startServer } from './kit/server.ts'
import { type BenchWinery, benchWinery } from './kit/winery.ts'

const ORDERS = Number(process.argv[2] ?? 1_000_000)
const RUNS = 20
const THREADS = 2

const timeBare = async ({ file, today }: BenchWinery): Promise<Map<string, Timing>> => {
  const instance = await DuckDBInstance.create(file, { access_mode: 'READ_ONLY', threads: String(THREADS) })
  const connection = await instance.connect()
  const timings = new Map<string, Timing>()
  for (const [type, statements] of Object.entries(bareTiles(today))) {
    const prepared = await Promise.all(statements.map((sql) => connection.prepare(sql)))
    const run = async () => {
      for (const statement of prepared) await (await statement.run()).getRows()
    }
    timings.set(type, timingOf(await timeRuns(RUNS, run)))
  }
  connection.closeSync()
  instance.closeSync()
  return timings
}

interface Streamed {
  readonly firstByte: number
  readonly lastLine: number
}

/** Milliseconds from sending the request to its first byte and to its end. */
const fetchTiles = async (url: string, { token }: BenchMember, types: readonly string[]): Promise<Streamed> => {
  const start = performance.now()
  const response = await fetch(`${url}/api/dashboards/data`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ widgets: types.map((type) => ({ id: type, type, props: {} })) }),
  })
  const reader = response.body?.getReader()
  let firstByte = Number.NaN
  let text = ''
  const decoder = new TextDecoder()
  for (;;) {
    const chunk = await reader?.read()
    if (!chunk || chunk.done) break
    if (text === '') firstByte = performance.now() - start
    text += decoder.decode(chunk.value, { stream: true })
  }
  if (text.includes('"error"')) throw new Error(`A tile failed: ${text.slice(0, 500)}`)
  return { firstByte, lastLine: performance.now() - start }
}

const ALL = WIDGETS.map(({ type }) => type)

interface Passed {
  readonly tiles: Map<string, Timing>
  readonly first: Timing
  readonly last: Timing
  readonly rss: number
}

const timeServer = async ({ dataDir }: BenchWinery, cacheMb: string): Promise<Passed> => {
  const server = await startServer({ dataDir, env: { RESULT_CACHE_MB: cacheMb } })
  try {
    const member = await signIn(server.url)
    const tiles = new Map<string, Timing>()
    for (const type of ALL)
      tiles.set(type, timingOf(await timeRuns(RUNS, () => fetchTiles(server.url, member, [type]))))
    const whole: Streamed[] = []
    await timeRuns(RUNS, async () => whole.push(await fetchTiles(server.url, member, ALL)))
    const of = (name: keyof Streamed) => timingOf(whole.map((one) => one[name]))
    return { tiles, first: of('firstByte'), last: of('lastLine'), rss: server.rss() }
  } finally {
    await server.stop()
  }
}

const winery = await benchWinery(ORDERS)
const bare = await timeBare(winery)
const cold = await timeServer(winery, '0')
const cached = await timeServer(winery, '64')

const NONE: Timing = { p50: Number.NaN, p95: Number.NaN }
printTable(
  `Tiles at ${ORDERS.toLocaleString('en-US')} orders, milliseconds through HTTP compared with bare SQL (${THREADS} threads)`,
  ['tile', 'bare p50', 'uncached p50', 'p95', 'times bare', 'cached p50', 'p95'],
  ALL.map((type) => {
    const engine = bare.get(type) ?? NONE
    const ours = cold.tiles.get(type) ?? NONE
    const cachedTile = cached.tiles.get(type) ?? NONE
    return [
      type,
      engine.p50,
      ours.p50,
      ours.p95,
      engine.p50 > 0.01 ? ours.p50 / engine.p50 : Number.NaN,
      cachedTile.p50,
      cachedTile.p95,
    ]
  }),
)
printTable(
  'Ten tiles in one request, milliseconds',
  ['', 'first byte p50', 'p95', 'last line p50', 'p95', 'RSS MB'],
  [
    ['uncached', cold.first.p50, cold.first.p95, cold.last.p50, cold.last.p95, cold.rss],
    ['cached', cached.first.p50, cached.first.p95, cached.last.p50, cached.last.p95, cached.rss],
    [
      'bare, one after another',
      Number.NaN,
      Number.NaN,
      [...bare.values()].reduce((sum, { p50 }) => sum + p50, 0),
      Number.NaN,
      Number.NaN,
    ],
  ],
)
