import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { FAKE_SECRETS, FAKE_SETTINGS, startFakeCommerce7 } from '#connectors/commerce7/fake-commerce7.fixture.ts'
import { createWinery } from '#connectors/commerce7/winery.fixture.ts'
import { restartTimes } from '#testkit/restart-times.ts'
import { type ServerProcess, startServerProcess } from '#testkit/server-process.ts'
import { startTestDatabase } from '#testkit/test-database.ts'

const ROUNDS = 20
const SEED = Number(process.env.CUVEE_KILL_SEED ?? Date.now() % 1_000_000)
const ORDERS = 400

const winery = createWinery({ orders: ORDERS, now: () => Date.now() })
const fake = await startFakeCommerce7({ store: winery.store })
const database = await startTestDatabase()
const dataDir = await mkdtemp(join(tmpdir(), 'cuvee-sync-kill-'))
let server: ServerProcess | null = null
let host = ''
let token = ''

const kill = async (): Promise<void> => {
  server?.kill('SIGKILL')
  await server?.exited()
}

afterAll(async () => {
  await kill()
  await fake.server.close()
  await database.drop()
  await rm(dataDir, { recursive: true, force: true })
})

const start = async (): Promise<void> => {
  const env = {
    NODE_ENV: 'development',
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'silent',
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(dataDir, 'compiled'),
    DATABASE_URL: database.url,
    CONNECTOR_ALLOW_PRIVATE: '1',
    COMMERCE7_URL: `${fake.server.url}/v1`,
  }
  server = startServerProcess({ dataDir, env })
  host = `${await server.ready()}/api`
}

const call = async (method: string, path: string, body?: unknown) => {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const answer = await fetch(`${host}${path}`, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) })
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
  return JSON.parse((await answer.text()) || 'null')
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

const allRunsEnded = async (id: string): Promise<readonly { id: string; status: string }[]> => {
  for (;;) {
    const { items } = await call('GET', `/service/${id}/runs?pageSize=500`)
    if (!items.some(({ status }: { status: string }) => status === 'queued' || status === 'running')) return items
    await pause(50)
  }
}

/** Report figures of the service's rows, each from a different table. */
const readFigures = async () => {
  const runReport = async (reportType: string, columnId: string) => {
    const definition = { reportType, columns: [{ columnId }] }
    const { rowCount } = await call('POST', '/reports/query', { definition, pageSize: 1 })
    return Number(rowCount)
  }
  const columns = [{ columnId: 'total', aggregation: 'Sum' }]
  const sums = await call('POST', '/reports/query', { definition: { reportType: 'Orders', columns } })
  return {
    orders: await runReport('Orders', 'orderId'),
    lines: await runReport('OrderLines', 'lineId'),
    customers: await runReport('Customers', 'customerId'),
    memberships: await runReport('Memberships', 'membershipId'),
    reservations: await runReport('Reservations', 'reservationId'),
    total: Math.round(Number(sums.rows[0][0]) * 100),
  }
}

const expected = () => {
  const rows = winery.rows()
  const count = (name: string) => rows.filter(({ table }) => table === name).length
  return {
    orders: count('orders'),
    lines: count('order_lines'),
    customers: count('customers'),
    memberships: count('memberships'),
    reservations: count('reservations'),
    // Measures of money count paid orders, and paid refunds as their negative part.
    total: rows.reduce(
      (sum, { table, row }) => sum + (table === 'orders' && row.payment_status === 'paid' ? row.total : 0),
      0,
    ),
  }
}

/** Lehmer random number generator: reproducible by its seed. */
const randomOf = (seed: number) => {
  let state = (seed % 2_147_483_646) + 1
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
}

const registration = {
  firstName: 'Kay',
  lastName: 'Killed',
  email: 'kay@winery.example',
  password: 'Barrel&Stave7',
  accountName: 'Kill Creek',
  culture: 'en-US',
  timeZone: 'America/Los_Angeles',
  currency: 'USD',
}

test(
  `F2, F3: ${ROUNDS} syncs killed at random times (seed ${SEED}) resume after a restart with correct rows`,
  async () => {
    const random = randomOf(SEED)
    await start()
    token = (await call('POST', '/account/create-account', registration)).token.access_token
    const settings = { ...FAKE_SETTINGS, ...FAKE_SECRETS }
    const body = { type: 'commerce7', name: 'Till', settings, syncEveryMinutes: null }
    const { id } = await call('POST', '/service', body)
    const from = performance.now()
    await call('POST', `/service/${id}/sync`, {})
    await allRunsEnded(id)
    const span = performance.now() - from
    expect(await readFigures()).toEqual(expected())
    const restarts = restartTimes()
    for (let round = 1; round <= ROUNDS; round += 1) {
      const before = expected().orders
      winery.change(2)
      // Every other round is a full read.
      const { runId } = await call('POST', `/service/${id}/sync`, { full: round % 2 === 0 })
      await pause(random() * span)
      await kill()
      const began = performance.now()
      await start()
      const { orders } = await readFigures()
      expect(orders).toBeGreaterThanOrEqual(before)
      expect(orders).toBeLessThanOrEqual(expected().orders)
      restarts.note(began)
      const runs = await allRunsEnded(id)
      expect([round, SEED, runs.find((run) => run.id === runId)?.status]).toEqual([round, SEED, 'succeeded'])
      expect({ round, seed: SEED, ...(await readFigures()) }).toEqual({ round, seed: SEED, ...expected() })
    }
    restarts.print('syncs')
  },
  180_000 + ROUNDS * 30_000,
)
