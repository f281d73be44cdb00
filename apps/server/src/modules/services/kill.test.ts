import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { startTestDatabase } from '#testkit/test-database.ts'

// A round costs a start of the server, some seconds on a busy machine.
const ROUNDS = Number(process.env.CUVEE_KILL_ROUNDS ?? 6)
const SEED = Number(process.env.CUVEE_KILL_SEED ?? Date.now() % 1_000_000)
const PORT = 4390
const HOST = `http://127.0.0.1:${PORT}/api`
const MAIN = fileURLToPath(new URL('../../main.ts', import.meta.url))
const ORDERS = 3_000
const LINES_AN_ORDER = 4
/** Uploads of this size take about so long from the first byte to the commit; most of it is not the sending. */
const SPAN_MS = 900

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
  const { host, user, database: name } = database.connection
  const env = {
    ...process.env,
    NODE_ENV: 'development',
    DATA_DIR: dataDir,
    PORT: String(PORT),
    DEMO: '0',
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'silent',
    NODE_COMPILE_CACHE: join(dataDir, 'compiled'),
    DATABASE_URL: `postgres://${user}@localhost/${name}?host=${encodeURIComponent(host)}`,
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
  const gone = once(server, 'exit')
  server.kill('SIGKILL')
  await gone
}

let token = ''
const call = async (method: string, path: string, body?: unknown) => {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const answer = await fetch(`${HOST}${path}`, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) })
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
  return JSON.parse((await answer.text()) || 'null')
}

/** The same orders each round at another price, so that a sum tells which file it was and whether all of it came in. */
const fileOf = (price: number): string => {
  const rows = Array.from({ length: ORDERS * LINES_AN_ORDER }, (_, index) => {
    const order = Math.floor(index / LINES_AN_ORDER)
    return `O${order},2026-05-${String((order % 28) + 1).padStart(2, '0')},SKU-${index % 50},1,${price}`
  })
  return `orderId,orderDate,sku,quantity,unitPrice\n${rows.join('\n')}\n`
}

const wholeSum = (price: number) => ORDERS * LINES_AN_ORDER * price

const upload = async (serviceId: string, price: number): Promise<string> => {
  const body = new FormData()
  body.set('kind', 'order_lines')
  body.set('file', new Blob([fileOf(price)]), 'orders.csv')
  const headers = { authorization: `Bearer ${token}` }
  const answer = await fetch(`${HOST}/service/${serviceId}/upload`, { method: 'POST', headers, body })
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

/** Lehmer's generator: small, and the seed repeats the run. */
const randomOf = (seed: number) => {
  let state = (seed % 2_147_483_646) + 1
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
}

test(
  `F2, F3: ${ROUNDS} uploads killed at random moments (seed ${SEED}) leave all or nothing, and repeat to the right figures`,
  async () => {
    const random = randomOf(SEED)
    await start()
    const registration = {
      firstName: 'Kay',
      lastName: 'Killed',
      email: 'kay@winery.example',
      password: 'Barrel&Stave7',
      accountName: 'Kill Creek',
      culture: 'en-US',
    }
    token = (await call('POST', '/account/create-account', registration)).token.access_token
    const { id: serviceId } = await call('POST', '/service', { type: 'csv', name: 'Files', settings: {} })
    let current = 0
    for (let round = 1; round <= ROUNDS; round++) {
      const accepted = upload(serviceId, round).catch(() => null)
      await pause(random() ** 3 * SPAN_MS)
      await kill()
      const runId = await accepted
      await start()
      const runs = await allRunsEnded(serviceId)
      const found = await netSales()
      // An upload that was acknowledged goes on after the restart; one that was not may have been queued all the same.
      const candidates = runId === null ? [wholeSum(current), wholeSum(round)] : [wholeSum(round)]
      expect(candidates, `round ${round}, seed ${SEED}`).toContain(found.net)
      expect([0, ORDERS]).toContain(found.orders)
      if (runId) expect(runs.find(({ id }) => id === runId)?.status).toBe('succeeded')
      const repeated = await upload(serviceId, round)
      const after = await allRunsEnded(serviceId)
      expect(after.find(({ id }) => id === repeated)?.status).toBe('succeeded')
      expect(await netSales()).toEqual({ net: wholeSum(round), orders: ORDERS })
      current = round
    }
    const staging = join(dataDir, 'warehouse', 'staging')
    const [account = ''] = await readdir(staging)
    expect((await readdir(join(staging, account))).filter((entry) => entry.endsWith('.part'))).toEqual([])
  },
  60_000 + ROUNDS * 20_000,
)
