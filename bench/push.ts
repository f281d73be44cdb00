/**
 * Orders sent with an API key, in batches of 1,000, compared with the upload of a file of the same orders: from the first byte sent to
 * the end of the run. Then the same orders again, which change nothing.
 * `node bench/push.ts [orders]`, default 100,000.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { Run } from '#contract/runs.ts'
import { type Api, apiOf } from './kit/api.ts'
import { printTable } from './kit/measure.ts'
import { PASSWORD, startServer } from './kit/server.ts'

const ORDERS = Number(process.argv[2] ?? 100_000)
const BATCH = 1_000
/** Requests that a program sends at a time. */
const PARALLEL = 4

const dayOf = (index: number): string =>
  `2025-${String(1 + (index % 12)).padStart(2, '0')}-${String(1 + (index % 28)).padStart(2, '0')}`
const priceOf = (index: number): number => 10 + (index % 90)

const csv = (): Blob => {
  const lines = Array.from(
    { length: ORDERS },
    (_, index) => `o${index},${dayOf(index)},SKU-${index % 500},1,${priceOf(index)}.00`,
  )
  return new Blob([`Order,Date,SKU,Quantity,Price\n${lines.join('\n')}\n`])
}

const order = (index: number) => {
  const amount = priceOf(index)
  return {
    sourceId: `o${index}`,
    orderNumber: `o${index}`,
    ordered: `${dayOf(index)}T12:00:00`,
    total: amount,
    lines: [{ lineId: '1', sku: `SKU-${index % 500}`, quantity: 1, unitPrice: amount, amount }],
  }
}

/** Calls `work` for every item, a few at a time. */
const eachInParallel = async <T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> => {
  const waiting = [...items]
  const worker = async (): Promise<void> => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(item)
  }
  await Promise.all(Array.from({ length: PARALLEL }, worker))
}

const textAt = (text: string, name: string): string => new RegExp(`"${name}":"([^"]+)`).exec(text)?.[1] ?? ''

const register = async ({ read }: Api, name: string): Promise<string> => {
  const email = `${name}-${Date.now()}@winery.example`
  const names = { firstName: 'Bench', lastName: 'Mark', accountName: name, culture: 'en-US' }
  const place = { timeZone: 'America/Los_Angeles', currency: 'USD' }
  return textAt(
    await read('/account/create-account', { body: { ...names, ...place, email, password: PASSWORD } }),
    'access_token',
  )
}

const secondsOf = async (work: () => Promise<void>): Promise<number> => {
  const start = performance.now()
  await work()
  return (performance.now() - start) / 1_000
}

interface Sender {
  readonly key: string
  readonly token: string
}

/** Sends all orders; resolves with the seconds until all were accepted, and until all were stored. */
const push = async ({ read }: Api, { key, token }: Sender): Promise<{ accepted: number; stored: number }> => {
  const starts = Array.from({ length: Math.ceil(ORDERS / BATCH) }, (_, batch) => batch * BATCH)
  let [serviceId, runId, accepted] = ['', '', 0]
  const stored = await secondsOf(async () => {
    accepted = await secondsOf(() =>
      eachInParallel(starts, async (start) => {
        const length = Math.min(BATCH, ORDERS - start)
        const records = Array.from({ length }, (_, index) => order(start + index))
        const answer = await read('/ingest/orders', { token: key, body: { records } })
        if (!answer.includes(`"accepted":${length}`)) throw new Error(answer.slice(0, 300))
        serviceId = textAt(answer, 'serviceId')
        runId = textAt(answer, 'runId')
      }),
    )
    for (;;) {
      const run = Run.parse(JSON.parse(await read(`/service/${serviceId}/runs/${runId}`, { token, method: 'GET' })))
      if (run.status === 'succeeded') return
      if (run.status === 'failed') throw new Error(JSON.stringify(run.errors))
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  })
  return { accepted, stored }
}

/** What the account has. Throws unless it is every order once, with its amount. */
const checkStored = async ({ read }: Api, token: string): Promise<void> => {
  const columns = ['orderCount', 'netSales'].map((columnId) => ({ columnId, aggregation: 'Sum' }))
  const definition = { reportType: 'Orders', columns }
  const { rows } = JSON.parse(await read('/reports/query', { token, body: { definition } }))
  const amount = Array.from({ length: ORDERS }, (_, index) => priceOf(index)).reduce((sum, price) => sum + price, 0)
  if (!isDeepStrictEqual(rows, [[ORDERS, amount]])) throw new Error(`Stored are ${JSON.stringify(rows)}`)
}

const folder = await mkdtemp(join(tmpdir(), 'cuvee-bench-'))
const server = await startServer({ dataDir: folder })
try {
  const api = apiOf(server.url)
  const uploader = await register(api, 'upload')
  const file = csv()
  const uploaded = await secondsOf(() => api.upload(uploader, file))
  await server.settled()
  const token = await register(api, 'push')
  const created = await api.read('/account/api-keys', { token, body: { name: 'Bench', scope: 'write' } })
  const sender = { key: textAt(created, 'key'), token }
  const first = await push(api, sender)
  await checkStored(api, token)
  await server.settled()
  const again = await push(api, sender)
  await checkStored(api, token)
  const row = (name: string, accepted: number | string, seconds: number) =>
    [name, accepted, seconds, Math.round(ORDERS / seconds), uploaded / seconds] as const
  printTable(
    `${ORDERS.toLocaleString('en-US')} orders of one line (aim: push at least a third of the upload's speed)`,
    ['', 'accepted after s', 'stored after s', 'orders/s', 'times upload'],
    [
      row('upload', '', uploaded),
      row('push', first.accepted, first.stored),
      row('push again', again.accepted, again.stored),
    ],
  )
} finally {
  await server.stop()
  await rm(folder, { recursive: true, force: true })
}
