/**
 * One server with many accounts: how long dashboards take for users of random accounts, compared with as many users of one account,
 * and what open accounts cost in memory and open files.
 * `node bench/accounts.ts [accounts] [orders]`, default 1,000 accounts of 20,000 orders each. Aim: p95 at most twice that of one account.
 */
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { WIDGETS } from '#widgets/registry.ts'
import { apiOf } from './kit/api.ts'
import { printTable, timingOf } from './kit/measure.ts'
import { type BenchServer, PASSWORD, startServer } from './kit/server.ts'
import { BENCH_DATA, BENCH_ZONE, benchWinery } from './kit/winery.ts'

const ACCOUNTS = Number(process.argv[2] ?? 1_000)
const ORDERS = Number(process.argv[3] ?? 20_000)
const USERS = Math.min(200, ACCOUNTS)
const SECONDS = 30
/** dashboards opened by all users together, in each second */
const RATES = [2, 4, 8]

const emailOf = (index: number): string => `owner-${index}@winery.example`

/** A data directory whose accounts have the same records in files of their own, created when missing. */
const manyAccounts = async (): Promise<string> => {
  const winery = await benchWinery(ORDERS)
  const dataDir = join(BENCH_DATA, `${ACCOUNTS}x${ORDERS}-${winery.today}`)
  const stamp = join(dataDir, 'filled')
  if (existsSync(stamp)) return dataDir
  process.stdout.write(`Making ${ACCOUNTS.toLocaleString('en-US')} accounts…\n`)
  const server = await startServer({ dataDir })
  const ids: number[] = []
  try {
    const { read } = apiOf(server.url)
    for (let index = 0; index < ACCOUNTS; index += 1) {
      const names = { firstName: 'Owner', lastName: String(index), accountName: `Cellars ${index}`, culture: 'en-US' }
      const settings = { timeZone: BENCH_ZONE, currency: 'USD' }
      const body = { ...names, ...settings, email: emailOf(index), password: PASSWORD }
      await read('/account/create-account', { body })
      const { user } = JSON.parse(
        await read('/token', { body: { grant_type: 'password', username: emailOf(index), password: PASSWORD } }),
      )
      ids.push(user.accountId)
    }
  } finally {
    await server.stop()
  }
  const template = join(dataDir, 'template.duckdb')
  copyFileSync(winery.file, template)
  const instance = await DuckDBInstance.create(template)
  const connection = await instance.connect()
  // The copies are another account's until the server writes their account's key into them.
  await connection.run('DELETE FROM account_key')
  await connection.run('CHECKPOINT')
  connection.closeSync()
  instance.closeSync()
  mkdirSync(join(dataDir, 'warehouse'), { recursive: true })
  for (const id of ids) copyFileSync(template, join(dataDir, 'warehouse', `${id}.duckdb`))
  writeFileSync(stamp, '')
  return dataDir
}

const ALL = WIDGETS.map(({ type }) => ({ id: type, type, props: {} }))

/** Milliseconds until the last tile; throws when a tile fails. */
const openDashboard = async (server: BenchServer, token: string): Promise<number> => {
  const start = performance.now()
  const text = await apiOf(server.url).read('/dashboards/data', { token, body: { widgets: ALL } })
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

const dataDir = await manyAccounts()
const begun = performance.now()
const server = await startServer({ dataDir, env: { RESULT_CACHE_MB: process.env.RESULT_CACHE_MB ?? '64' } })
const startSeconds = (performance.now() - begun) / 1_000
const { read } = apiOf(server.url)
const tokens: string[] = []
for (let user = 0; user < USERS; user += 1) {
  const body = { grant_type: 'password', username: emailOf(Math.floor((user * ACCOUNTS) / USERS)), password: PASSWORD }
  tokens.push(JSON.parse(await read('/token', { body })).access_token)
}
const atRest = { rss: server.rss(), files: openFilesOf(server.pid) }
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
  const [a, b] = [timingOf(one.times), timingOf(many.times)]
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
await server.stop()
