import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { restartTimes } from '#testkit/restart-times.ts'
import { startTestDatabase } from '#testkit/test-database.ts'

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address()
      const port = typeof address === 'object' && address !== null ? address.port : 0
      probe.close(() => resolve(port))
    })
  })

const ROUNDS = 20
const SEED = Number(process.env.CUVEE_KILL_SEED ?? Date.now() % 1_000_000)
const PORT = await freePort()
const HOST = `http://127.0.0.1:${PORT}/api`
const MAIN = fileURLToPath(new URL('../../main.ts', import.meta.url))
const ORDERS = 1_500
const LINES_AN_ORDER = 4
/** The file is sent in chunks with pauses, because the local network would be too fast for a kill in between. */
const PIECES = 20
const PIECE_PAUSE_MS = 8

const database = await startTestDatabase()
const dataDir = await mkdtemp(join(tmpdir(), 'cuvee-kill-'))
let server: ChildProcess | null = null

afterAll(async () => {
  await kill()
  await database.drop()
  await rm(dataDir, { recursive: true, force: true })
})

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

const start = async (): Promise<void> => {
  const env = {
    ...process.env,
    NODE_ENV: 'development',
    DATA_DIR: dataDir,
    PORT: String(PORT),
    DEMO: '0',
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'silent',
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(dataDir, 'compiled'),
    DATABASE_URL: database.url,
  }
  server = spawn(process.execPath, [MAIN], { env, stdio: ['ignore', 'ignore', 'inherit'] })
  for (;;) {
    if (server.exitCode !== null) throw new Error(`the server ended with ${server.exitCode}`)
    const answer = await fetch(`http://127.0.0.1:${PORT}/readyz`).catch(() => null)
    if (answer?.ok) return
    await pause(30)
  }
}

const kill = async (): Promise<void> => {
  if (!server || server.exitCode !== null) return
  const exited = once(server, 'exit')
  server.kill('SIGKILL')
  await exited
}

let token = ''
const call = async (method: string, path: string, body?: unknown) => {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const answer = await fetch(`${HOST}${path}`, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) })
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
  return JSON.parse((await answer.text()) || 'null')
}

/** The same orders at a different price each round, so that the sum identifies the file and shows whether it is complete. */
const fileOf = (price: number): string => {
  const rows = Array.from({ length: ORDERS * LINES_AN_ORDER }, (_, index) => {
    const order = Math.floor(index / LINES_AN_ORDER)
    return `O${order},2026-05-${String((order % 28) + 1).padStart(2, '0')},SKU-${index % 50},1,${price}`
  })
  return `orderId,orderDate,sku,quantity,unitPrice\n${rows.join('\n')}\n`
}

const completeSum = (price: number) => ORDERS * LINES_AN_ORDER * price

const BOUNDARY = 'cuvee-kill-boundary'

async function* formOf(file: string): AsyncGenerator<Uint8Array, undefined> {
  const part = `--${BOUNDARY}\r\ncontent-disposition: form-data; name=`
  yield Buffer.from(`${part}"kind"\r\n\r\norder_lines\r\n${part}"file"; filename="orders.csv"\r\n\r\n`)
  const size = Math.ceil(file.length / PIECES)
  for (let at = 0; at < file.length; at += size) {
    yield Buffer.from(file.slice(at, at + size))
    await pause(PIECE_PAUSE_MS)
  }
  yield Buffer.from(`\r\n--${BOUNDARY}--\r\n`)
}

const streamOf = (pieces: AsyncGenerator<Uint8Array, undefined>): ReadableStream<Uint8Array> =>
  new ReadableStream({
    pull: async (controller) => {
      const { value } = await pieces.next()
      if (value) controller.enqueue(value)
      else controller.close()
    },
  })

const upload = async (serviceId: string, price: number): Promise<string> => {
  const headers = { authorization: `Bearer ${token}`, 'content-type': `multipart/form-data; boundary=${BOUNDARY}` }
  const request = { method: 'POST', headers, body: streamOf(formOf(fileOf(price))), duplex: 'half' }
  const answer = await fetch(`${HOST}/service/${serviceId}/upload`, request)
  if (!answer.ok) throw new Error(`upload: ${answer.status} ${await answer.text()}`)
  const { runId }: { runId: string } = JSON.parse(await answer.text())
  return runId
}

const allRunsEnded = async (serviceId: string): Promise<readonly { id: string; status: string }[]> => {
  for (;;) {
    const { items } = await call('GET', `/service/${serviceId}/runs?pageSize=500`)
    if (!items.some(({ status }: { status: string }) => status === 'queued' || status === 'running')) return items
    await pause(50)
  }
}

const netSales = async (): Promise<{ net: number; orders: number }> => {
  const columns = [
    { columnId: 'netSales', aggregation: 'Sum' },
    { columnId: 'orderCount', aggregation: 'Sum' },
  ]
  const { rows } = await call('POST', '/reports/query', { definition: { reportType: 'Orders', columns } })
  const [[net, orders]] = rows
  return { net: Number(net ?? 0), orders: Number(orders ?? 0) }
}

/** Lehmer random number generator: reproducible by its seed. */
const randomOf = (seed: number) => {
  let state = (seed % 2_147_483_646) + 1
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
}

/** One kill in each part of the duration, in random order, so that all phases are covered. */
const killTimes = (rounds: number, span: number, random: () => number): number[] => {
  const times = Array.from({ length: rounds }, (_, index) => ((index + random()) / rounds) * span)
  return times
    .map((killTime) => ({ killTime, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ killTime }) => killTime)
}

const registration = {
  firstName: 'Kay',
  lastName: 'Killed',
  email: 'kay@winery.example',
  password: 'Barrel&Stave7',
  accountName: 'Kill Creek',
  culture: 'en-US',
}

/** Milliseconds from the first byte to the end of an uninterrupted run. */
const measureDuration = async (serviceId: string, price: number): Promise<number> => {
  const from = performance.now()
  await upload(serviceId, price)
  await allRunsEnded(serviceId)
  return performance.now() - from
}

test(
  `F2, F3: ${ROUNDS} uploads killed at random times (seed ${SEED}) are atomic and repeatable`,
  async () => {
    const random = randomOf(SEED)
    await start()
    token = (await call('POST', '/account/create-account', registration)).token.access_token
    const { id: serviceId } = await call('POST', '/service', { type: 'csv', name: 'Files', settings: {} })
    const span = await measureDuration(serviceId, 2)
    let current = 2
    const restarts = restartTimes()
    const met = { unanswered: 0, answered: 0 }
    for (const [index, killTime] of killTimes(ROUNDS, span, random).entries()) {
      const price = index + 3
      const accepted = upload(serviceId, price).catch(() => null)
      await pause(killTime)
      await kill()
      const runId = await accepted
      met[runId === null ? 'unanswered' : 'answered'] += 1
      const began = performance.now()
      await start()
      expect([completeSum(current), completeSum(price)]).toContain((await netSales()).net)
      restarts.note(began)
      const runs = await allRunsEnded(serviceId)
      const found = await netSales()
      // An acknowledged upload continues after the restart; an unacknowledged one may have been queued as well.
      const candidates = runId === null ? [completeSum(current), completeSum(price)] : [completeSum(price)]
      expect(candidates, `round ${index + 1} killed at ${killTime} of ${span} ms, seed ${SEED}`).toContain(found.net)
      expect(found.orders).toBe(ORDERS)
      if (runId) expect(runs.find(({ id }) => id === runId)?.status).toBe('succeeded')
      const repeated = await upload(serviceId, price)
      const after = await allRunsEnded(serviceId)
      expect(after.find(({ id }) => id === repeated)?.status).toBe('succeeded')
      expect(await netSales()).toEqual({ net: completeSum(price), orders: ORDERS })
      current = price
    }
    restarts.print('uploads')
    if (ROUNDS >= 10) expect(Math.min(met.unanswered, met.answered)).toBeGreaterThan(0)
    const staging = join(dataDir, 'warehouse', 'staging')
    const [account = ''] = await readdir(staging)
    expect((await readdir(join(staging, account))).filter((entry) => entry.endsWith('.part'))).toEqual([])
  },
  180_000 + ROUNDS * 20_000,
)
