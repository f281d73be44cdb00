/**
 * The duration of sign-in and of a static file while 20 heavy queries run, compared with an idle server.
 * `node bench/responsiveness.ts [orders]`, default 1,000,000. Aim: under 200 ms.
 */

import { printTable, timeRuns, timingOf } from './kit/measure.ts'
import { EMAIL, PASSWORD, signIn, startServer } from './kit/server.ts'
import { benchWinery } from './kit/winery.ts'

const ORDERS = Number(process.argv[2] ?? 1_000_000)
const HEAVY_QUERIES = 20
const RUNS = 15

const { dataDir } = await benchWinery(ORDERS)
const server = await startServer({ dataDir, env: { RESULT_CACHE_MB: '0' } })
const { token } = await signIn(server.url)

const json = { 'content-type': 'application/json' }
const once = async (path: string, init: RequestInit = {}): Promise<string> => {
  const response = await fetch(`${server.url}${path}`, init)
  const text = await response.text()
  if (!response.ok) throw new Error(`${path}: ${response.status} ${text.slice(0, 200)}`)
  return text
}
const script = /src="(\/assets\/[^"]+\.js)"/.exec(await once('/'))?.[1] ?? '/'
const credentials = JSON.stringify({ grant_type: 'password', username: EMAIL, password: PASSWORD })
const signInOnce = () => once('/api/token', { method: 'POST', headers: json, body: credentials })
const staticOnce = () => once(script)

/** Every product of every customer, by revenue: neither cached nor rolled up. */
const heavyQuery = (number: number): Promise<unknown> =>
  fetch(`${server.url}/api/reports/query`, {
    method: 'POST',
    headers: { ...json, authorization: `Bearer ${token}` },
    body: JSON.stringify({
      definition: {
        reportType: 'OrderLines',
        columns: ['productTitle', 'customerId', 'netSales', 'orderCount'].map((columnId) => ({ columnId })),
        groupColumns: ['productTitle', 'customerId'],
        orderColumns: [{ columnId: 'netSales', direction: 'desc' }],
      },
      page: number + 1,
    }),
  }).then((response) => response.text())

const measure = async () => ({
  signIn: timingOf(await timeRuns(RUNS, signInOnce)),
  file: timingOf(await timeRuns(RUNS, staticOnce)),
})

const rest = await measure()
let running = true
let finished = 0
const load = Array.from({ length: HEAVY_QUERIES }, async (_, number) => {
  while (running) {
    await heavyQuery(number)
    finished += 1
  }
})
await new Promise((resolve) => setTimeout(resolve, 1_000))
const busy = await measure()
running = false
await Promise.all(load)
const rss = server.rss()
await server.stop()

printTable(
  `While ${HEAVY_QUERIES} heavy queries run (${finished} finished), milliseconds`,
  ['', 'idle p50', 'p95', 'busy p50', 'p95'],
  [
    ['sign-in', rest.signIn.p50, rest.signIn.p95, busy.signIn.p50, busy.signIn.p95],
    ['static file', rest.file.p50, rest.file.p95, busy.file.p50, busy.file.p95],
  ],
)
printTable('Memory of the server, MB', ['RSS'], [[rss]])
