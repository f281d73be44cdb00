/**
 * How long another account's calls take while one account keeps the server busy, compared with an idle server, and what unread
 * answers and large pictures cost in memory.
 * `node bench/neighbors.ts [orders]`, default 300,000. Aim: p95 of the other account at most twice that of an idle server.
 */

import { connect } from 'node:net'
import { crc32, deflateSync } from 'node:zlib'
import { printTable, timingOf } from './kit/measure.ts'
import { PASSWORD, signIn, startServer } from './kit/server.ts'
import { benchWinery } from './kit/winery.ts'

const ORDERS = Number(process.argv[2] ?? 300_000)
const SECONDS = 8
const LINES_PER_FILE = 60_000

const { dataDir } = await benchWinery(ORDERS)
const server = await startServer({ dataDir, env: { RESULT_CACHE_MB: '0' } })
const { token } = await signIn(server.url)

const send = (path: string, { token: bearer, method = 'POST', body }: Sending): Promise<Response> =>
  fetch(`${server.url}/api${path}`, {
    method,
    headers: {
      ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
      ...(body === undefined || body instanceof FormData ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: body instanceof FormData ? body : JSON.stringify(body) }),
  })

interface Sending {
  readonly token?: string
  readonly method?: string
  readonly body?: unknown
}

const read = async (path: string, sending: Sending): Promise<string> => {
  const response = await send(path, sending)
  const text = await response.text()
  if (!response.ok) throw new Error(`${path}: ${response.status} ${text.slice(0, 200)}`)
  return text
}

const idOf = (text: string): string => /"(?:id|runId)":"?([\w-]+)/.exec(text)?.[1] ?? ''

/** Order lines of `count` orders as a CSV file. */
const orderLines = (count: number, prefix: string): Blob => {
  const lines = Array.from(
    { length: count },
    (_, index) =>
      `${prefix}${index},2026-0${1 + (index % 9)}-1${index % 10},SKU-${index % 400},${1 + (index % 6)},25.50`,
  )
  return new Blob([`Order,Date,SKU,Quantity,Price\n${lines.join('\n')}\n`])
}

const MAPPING = { orderId: 'Order', orderDate: 'Date', sku: 'SKU', quantity: 'Quantity', unitPrice: 'Price' }

/** Uploads a file to a new service; resolves when the import has ended. */
const upload = async (bearer: string, file: Blob): Promise<void> => {
  const body = { type: 'csv', name: 'File', settings: {} }
  const service = idOf(await read('/service', { token: bearer, body }))
  const form = new FormData()
  form.append('kind', 'order_lines')
  form.append('mapping', JSON.stringify(MAPPING))
  form.append('file', file, 'lines.csv')
  const run = idOf(await read(`/service/${service}/upload`, { token: bearer, body: form }))
  for (;;) {
    const status = await read(`/service/${service}/runs/${run}`, { token: bearer, method: 'GET' })
    if (!/"status":"(queued|running)"/.test(status)) return
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
}

const neighborEmail = `neighbor-${Date.now()}@winery.example`
const neighbor = await (async () => {
  const names = { firstName: 'Next', lastName: 'Door', accountName: 'Next Door Cellars', culture: 'en-US' }
  await read('/account/create-account', { body: { ...names, email: neighborEmail, password: PASSWORD } })
  const body = { grant_type: 'password', username: neighborEmail, password: PASSWORD }
  const found = /"access_token":"([^"]+)"/.exec(await read('/token', { body }))?.[1]
  if (!found) throw new Error('Sign-in gave no token')
  await upload(found, orderLines(3_000, 'N'))
  return found
})()

const small = {
  definition: {
    reportType: 'OrderLines',
    columns: [{ columnId: 'sku' }, { columnId: 'netSales' }],
    groupColumns: ['sku'],
  },
}

let saves = 0
const saveGoals = (): Promise<string> => {
  saves += 1
  const goal = { metric: 'netSales', period: 'month', from: '2026-11-01', target: 1_000 + saves }
  return read('/goals', { token: neighbor, method: 'PUT', body: { goals: [goal] } })
}

/** What the other account does: a page's user, a report, a save. */
const ACTIONS = {
  'GET user': () => read('/user', { token: neighbor, method: 'GET' }),
  report: () => read('/reports/query', { token: neighbor, body: small }),
  save: saveGoals,
} as const satisfies Record<string, () => Promise<string>>

const heavy = {
  reportType: 'OrderLines',
  columns: ['productTitle', 'customerId', 'netSales', 'orderCount'].map((columnId) => ({ columnId })),
  groupColumns: ['productTitle', 'customerId'],
  orderColumns: [{ columnId: 'netSales', direction: 'desc' }],
}
const people = {
  reportType: 'Customers',
  columns: ['customerId', 'customerName', 'email', 'city', 'netSales'].map((columnId) => ({ columnId })),
  orderColumns: [{ columnId: 'netSales', direction: 'desc' }],
  top: 4_000,
}
const lines = {
  reportType: 'OrderLines',
  columns: ['orderNumber', 'orderDate', 'productTitle', 'quantity', 'netSales'].map((columnId) => ({ columnId })),
}

const drain = async (response: Promise<Response>): Promise<void> => {
  await (await response).arrayBuffer()
}

const createAndDelete = async (number: number): Promise<void> => {
  const created = await send('/dashboards', { token, body: { name: `Bench ${number}`, widgets: [] } })
  const slug = /"slug":"([^"]+)"/.exec(await created.text())?.[1]
  if (slug) await drain(send(`/dashboards/${slug}`, { token, method: 'DELETE' }))
}

const LOADS: readonly (readonly [name: string, count: number, work: (number: number) => Promise<void>])[] = [
  [
    'heavy queries',
    30,
    (number) => drain(send('/reports/query', { token, body: { definition: heavy, page: number } })),
  ],
  ['CSV exports', 12, () => drain(send('/reports/export', { token, body: { definition: lines, format: 'csv' } }))],
  ['PDF exports', 10, () => drain(send('/reports/export', { token, body: { definition: people, format: 'pdf' } }))],
  ['writes', 200, (number) => createAndDelete(number)],
  [
    'anonymous sign-ins',
    40,
    (number) =>
      drain(
        send('/token', { body: { grant_type: 'password', username: `a${number}@x.example`, password: 'Wrong-1234' } }),
      ),
  ],
  ['imports', 12, (number) => upload(token, orderLines(LINES_PER_FILE, `I${number}-`)).catch(() => undefined)],
]

type Timings = Readonly<Record<string, readonly number[]>>

/** Milliseconds of each action, repeated for some seconds. */
const timeActions = async (): Promise<Timings> => {
  const end = performance.now() + SECONDS * 1000
  const samples: Record<string, number[]> = {}
  while (performance.now() < end) {
    for (const [name, act] of Object.entries(ACTIONS)) {
      const start = performance.now()
      await act()
      const times = samples[name] ?? []
      times.push(performance.now() - start)
      samples[name] = times
    }
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  return samples
}

/** The timings while `count` callers repeat `work`. */
const timeUnder = async (count: number, work: (number: number) => Promise<void>): Promise<Timings> => {
  let isOn = true
  const callers = Array.from({ length: count }, async (_, number) => {
    while (isOn) await work(number)
  })
  await new Promise((resolve) => setTimeout(resolve, 500))
  const samples = await timeActions()
  isOn = false
  await Promise.all(callers)
  return samples
}

await timeActions()
const idle = await timeActions()
const p95Of = (timings: Timings, name: string): number => timingOf(timings[name] ?? []).p95
const rows: (string | number)[][] = [['idle', ...Object.keys(ACTIONS).flatMap((name) => [p95Of(idle, name), 1])]]
for (const [name, count, work] of LOADS) {
  const busy = await timeUnder(count, work)
  const cells = Object.keys(ACTIONS).flatMap((action) => [
    p95Of(busy, action),
    p95Of(busy, action) / p95Of(idle, action),
  ])
  rows.push([`${count} ${name}`, ...cells])
}
printTable(
  'p95 of another account, milliseconds, and its ratio to an idle server',
  ['while', ...Object.keys(ACTIONS).flatMap((name) => [name, '×'])],
  rows,
)

/** The highest resident memory while `work` runs and for some seconds after it, in MB. */
const peakMemory = async (work: () => Promise<unknown>): Promise<number> => {
  let peak = server.rss()
  const timer = setInterval(() => (peak = Math.max(peak, server.rss())), 50)
  await work()
  await new Promise((resolve) => setTimeout(resolve, 3_000))
  clearInterval(timer)
  return peak
}

/** Clients that ask for many rows and read nothing. */
const leaveUnread = async (): Promise<void> => {
  const { hostname, port } = new URL(server.url)
  const body = JSON.stringify({ definition: lines, pageSize: 5_000 })
  const head = `POST /api/reports/query HTTP/1.1\r\nhost: ${hostname}:${port}\r\nauthorization: Bearer ${token}\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n`
  const sockets = Array.from({ length: 60 }, () => {
    const socket = connect(Number(port), hostname).on('error', () => undefined)
    socket.pause()
    // Many requests one after the other on the connection.
    for (let request = 0; request < 20; request += 1) socket.write(`${head}${body}`)
    return socket
  })
  await new Promise((resolve) => setTimeout(resolve, 10_000))
  for (const socket of sockets) socket.destroy()
}

const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

/** A PNG picture of one color: small to send, large when decoded. */
const picture = (edge: number): Blob => {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(edge, 0)
  header.writeUInt32BE(edge, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const pixels = deflateSync(Buffer.alloc(edge * (edge * 3 + 1)))
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const parts = [chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))]
  return new Blob([Buffer.concat([signature, ...parts])], { type: 'image/png' })
}

const sendPictures = async (edge: number): Promise<void> => {
  const photo = picture(edge)
  await Promise.all(
    Array.from({ length: 8 }, () => {
      const body = new FormData()
      body.append('photo', photo, 'photo.png')
      return drain(send('/user/set-photo', { token, body }))
    }),
  )
}

const memory: (string | number)[][] = [['idle', server.rss()]]
memory.push(['60 connections that read nothing', await peakMemory(leaveUnread)])
memory.push(['8 pictures of 24 megapixels', await peakMemory(() => sendPictures(4_900))])
memory.push(['8 refused pictures of 99 megapixels', await peakMemory(() => sendPictures(9_950))])
await server.stop()
printTable('Highest memory of the server process, MB', ['', 'RSS'], memory)
