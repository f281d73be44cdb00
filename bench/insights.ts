/**
 * How long analyzing an account's numbers takes after a load, and how it affects a dashboard.
 * `node bench/insights.ts [orders]`, default 1,000,000. Aims: under 20 s on two cores; the dashboard's p95 at most 1.5 times
 * of that without an analysis.
 */

import { printTable, timeRuns, timingOf } from './kit/measure.ts'
import { type BenchMember, signIn, startServer } from './kit/server.ts'
import { benchWinery } from './kit/winery.ts'

const ORDERS = Number(process.argv[2] ?? 1_000_000)
const RUNS = 20
const POLL_MS = 100
const LONGEST_MS = 300_000
const BOUNDARY = 'cuvee-bench'

const { dataDir, today } = await benchWinery(ORDERS)
// No result cache, so that every tile is queried again.
const server = await startServer({ dataDir, env: { RESULT_CACHE_MB: '0' } })
const { token }: BenchMember = await signIn(server.url)

const authorized = { authorization: `Bearer ${token}` }
const call = async (method: string, path: string, init: RequestInit = {}): Promise<string> => {
  const response = await fetch(`${server.url}/api${path}`, {
    method,
    ...init,
    headers: { ...authorized, ...(init.headers as Record<string, string> | undefined) },
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${path}: ${response.status} ${text.slice(0, 200)}`)
  return text
}
const json = (body: unknown): RequestInit => ({
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
})

const WIDGETS = ['sales', 'orderMetrics', 'avgOrder', 'clubSignup', 'memberCancellation', 'customerLTV']
const dashboard = () =>
  call('POST', '/dashboards/data', json({ widgets: WIDGETS.map((type) => ({ id: type, type, props: {} })) }))

const pause = () => new Promise((resolve) => setTimeout(resolve, POLL_MS))

interface Looks {
  readonly lookedUtc: string | null
  readonly total: number
}
const looks = async (): Promise<Looks> => JSON.parse(await call('GET', '/insight'))

/** Loads one more order: every load with changes triggers an analysis. */
const addOrder = async (serviceId: string): Promise<void> => {
  const file = `orderId,orderDate,sku,quantity,unitPrice\nbench-${Date.now()},${today},BENCH,1,1.00\n`
  const body = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="kind"\r\n\r\norder_lines\r\n--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="orders.csv"\r\ncontent-type: text/csv\r\n\r\n${file}\r\n--${BOUNDARY}--\r\n`
  const type = `multipart/form-data; boundary=${BOUNDARY}`
  const { runId } = JSON.parse(
    await call('POST', `/service/${serviceId}/upload`, { headers: { 'content-type': type }, body }),
  ) as { runId: string }
  for (;;) {
    const { status } = JSON.parse(await call('GET', `/service/${serviceId}/runs/${runId}`)) as { status: string }
    if (status === 'succeeded') return
    if (status === 'failed') throw new Error('The order could not be added')
    await pause()
  }
}

const rest = timingOf(await timeRuns(RUNS, dashboard))
const { id } = JSON.parse(await call('POST', '/service', json({ type: 'csv', name: 'Bench', settings: {} }))) as {
  id: string
}
const before = await looks()
await addOrder(id)
const start = performance.now()
const samples: number[] = []
let after = before
while (after.lookedUtc === before.lookedUtc) {
  const requestStart = performance.now()
  if (requestStart - start > LONGEST_MS) throw new Error('No analysis ran in time')
  await dashboard()
  samples.push(performance.now() - requestStart)
  after = await looks()
}
const seconds = (performance.now() - start) / 1_000
const rss = server.rss()
const busy = timingOf(samples)
await call('DELETE', `/service/${id}`)
await server.stop()

printTable(
  `A look at ${ORDERS.toLocaleString('en-US')} orders, from the end of the load until insights are there`,
  ['seconds', 'insights', 'RSS MB'],
  [[seconds, after.total, rss]],
)
printTable(
  'Six tiles in one request meanwhile, milliseconds',
  ['', 'p50', 'p95', 'times rest'],
  [
    ['idle', rest.p50, rest.p95, Number.NaN],
    ['during the look', busy.p50, busy.p95, busy.p95 / rest.p95],
  ],
)
