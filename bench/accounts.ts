/**
 * One server with many accounts: how long dashboards take for users of random accounts, compared with as many users of one account,
 * and what open accounts cost in memory and open files.
 * `node bench/accounts.ts [accounts] [orders] [files|clickhouse] [rate,rate…|cold]`, default 1,000 accounts of 20,000 orders each in files.
 * ClickHouse is that of the tests; `cold` lets all users open a dashboard at the same time once the server has started. At a rate, no
 * result is cached: one account's would all be, and those of many would not. Aims: p95 at most twice that of one account; no tile is
 * refused.
 */
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { WIDGETS } from '#widgets/registry.ts'
import { createApi } from './kit/api.ts'
import { manyAccounts, ownerEmail } from './kit/many-accounts.ts'
import { printTable, summarizeTiming } from './kit/measure.ts'
import { type BenchServer, PASSWORD, readRss, startServer } from './kit/server.ts'

const ACCOUNTS = Number(process.argv[2] ?? 1_000)
const ORDERS = Number(process.argv[3] ?? 20_000)
const ENGINE = process.argv[4] === 'clickhouse' ? 'clickhouse' : 'files'
const USERS = Math.min(200, ACCOUNTS)
const SECONDS = 30
/** dashboards opened by all users together, in each second */
const CHOSEN = process.argv[5]
const RATES = CHOSEN === 'cold' ? [] : (CHOSEN?.split(',').map(Number) ?? [2, 4, 8])

const ALL = WIDGETS.map(({ type }) => ({ id: type, type, props: {} }))

/** Milliseconds until the last tile; throws when a tile fails. */
const openDashboard = async (server: BenchServer, token: string): Promise<number> => {
  const start = performance.now()
  const text = await createApi(server.url).read('/dashboards/data', { token, body: { widgets: ALL } })
  if (text.includes('"error"')) throw new Error(`A tile failed: ${text.slice(0, 500)}`)
  return performance.now() - start
}

/** Dashboards arrive at a fixed rate, whether or not the ones before have ended. */
const openMany = async (
  server: BenchServer,
  rate: number,
  tokenAt: (index: number) => string,
): Promise<{ times: number[]; failures: string[] }> => {
  const count = rate * SECONDS
  const failures: string[] = []
  const started = performance.now()
  const times = await Promise.all(
    Array.from({ length: count }, async (_, index) => {
      await new Promise((resolve) =>
        setTimeout(resolve, Math.max(0, (index * 1_000) / rate - (performance.now() - started))),
      )
      return openDashboard(server, tokenAt(index)).catch((error: unknown) => {
        failures.push(String(error))
        return Number.NaN
      })
    }),
  )
  return { times: times.filter((time) => !Number.isNaN(time)), failures }
}

const openFilesOf = (pid: number): number => readdirSync(`/proc/${pid}/fd`).length

const { dataDir, clickHouse } = await manyAccounts(ENGINE, { accounts: ACCOUNTS, orders: ORDERS })
const settings = { RESULT_CACHE_MB: CHOSEN === 'cold' ? '64' : '0' }
const start = () =>
  startServer({ dataDir, env: clickHouse ? { ...settings, CLICKHOUSE_URL: clickHouse.url } : settings })
const begun = performance.now()
let server = await start()
const startSeconds = (performance.now() - begun) / 1_000
const { read } = createApi(server.url)
const tokens: string[] = []
for (let user = 0; user < USERS; user += 1) {
  const body = {
    grant_type: 'password',
    username: ownerEmail(Math.floor((user * ACCOUNTS) / USERS)),
    password: PASSWORD,
  }
  tokens.push(JSON.parse(await read('/token', { body })).access_token)
}
const atRest = { rss: server.rss(), files: openFilesOf(server.pid) }

/** What all users see who open a dashboard at the same time. */
const openTogether = async (who: string, tokenAt: (user: number) => string): Promise<(string | number)[]> => {
  let refused = 0
  const times = await Promise.all(
    tokens.map(async (_, user) => {
      const begin = performance.now()
      const text = await createApi(server.url).read('/dashboards/data', {
        token: tokenAt(user),
        body: { widgets: ALL },
      })
      refused += text.split('"error"').length - 1
      return performance.now() - begin
    }),
  )
  times.sort((a, b) => a - b)
  return [who, summarizeTiming(times).p50, times[Math.ceil(times.length * 0.99) - 1] ?? Number.NaN, refused]
}

if (CHOSEN === 'cold') {
  const one = await openTogether('one account', () => tokens[0] ?? '')
  await server.stop()
  server = await start()
  const many = await openTogether('an account each', (user) => tokens[user] ?? '')
  printTable(
    `${USERS} users open ${ALL.length} tiles at the same time after a start, ms until the last tile`,
    ['users of', 'p50', 'p99', 'refused tiles'],
    [one, many],
  )
}
const rows = []
// Fixed, so that two commits are asked for the same accounts.
let seed = 1
const random = (): number => {
  seed = (seed * 48_271) % 2_147_483_647
  return seed / 2_147_483_647
}
for (const rate of RATES) {
  await openDashboard(server, tokens[0] ?? '')
  const one = await openMany(server, rate, () => tokens[0] ?? '')
  const many = await openMany(server, rate, () => tokens[Math.floor(random() * tokens.length)] ?? '')
  for (const failure of [...one.failures, ...many.failures].slice(0, 3)) process.stdout.write(`${failure}\n`)
  const [a, b] = [summarizeTiming(one.times), summarizeTiming(many.times)]
  rows.push([
    rate,
    a.p50,
    a.p95,
    b.p50,
    b.p95,
    b.p95 / a.p95,
    one.failures.length + many.failures.length,
    server.rss(),
    openFilesOf(server.pid),
  ])
}
if (rows.length > 0)
  printTable(
    `${ACCOUNTS.toLocaleString('en-US')} accounts of ${ORDERS.toLocaleString('en-US')} orders, ${USERS} signed-in users, ms until the last of ${ALL.length} tiles`,
    ['dashboards a second', 'one p50', 'one p95', 'many p50', 'many p95', 'ratio', 'failed', 'memory MB', 'open files'],
    rows,
  )
process.stdout.write(
  `\nReady in ${startSeconds.toFixed(1)} s; with all signed in and no file open ${atRest.rss.toFixed(0)} MB and ${atRest.files} open files\n`,
)
process.stdout.write(
  `Process limit: ${/Max open files\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/limits`, 'utf8'))?.[1]}\n`,
)
if (clickHouse) {
  const disk = execFileSync('du', ['-sm', `${dataDir}/clickhouse`], { encoding: 'utf8' }).split('\t')[0]
  process.stdout.write(
    `ClickHouse: ${readRss(clickHouse.pid()).toFixed(0)} MB of memory, ${openFilesOf(clickHouse.pid())} open files, ${disk} MB on disk\n`,
  )
}
await server.stop()
await clickHouse?.stop()
