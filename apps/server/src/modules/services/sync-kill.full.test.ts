import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { FAKE_SECRETS, FAKE_SETTINGS, startFakeCommerce7 } from '#connectors/commerce7/fake-commerce7.fixture.ts'
import { createWinery } from '#connectors/commerce7/winery.fixture.ts'
import { restartTimes } from '#testkit/restart-times.ts'
import { KILL_SEED, KILLS, killableServer, randomOf } from './killed-server.fixture.ts'

const ORDERS = 400

const winery = createWinery({ orders: ORDERS, now: () => Date.now() })
const fake = await startFakeCommerce7({ store: winery.store })
afterAll(() => fake.server.close())
const { start, kill, call, register, allRunsEnded } = await killableServer({
  CONNECTOR_ALLOW_PRIVATE: '1',
  COMMERCE7_URL: `${fake.server.url}/v1`,
})
let token = ''

/** Report figures of the service's rows, each from a different table. */
const readFigures = async () => {
  const runReport = async (reportType: string, columnId: string) => {
    const definition = { reportType, columns: [{ columnId }] }
    const { rowCount } = await call(token, 'POST', '/reports/query', { definition, pageSize: 1 })
    return Number(rowCount)
  }
  const columns = [{ columnId: 'total', aggregation: 'Sum' }]
  const sums = await call(token, 'POST', '/reports/query', { definition: { reportType: 'Orders', columns } })
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

test(
  `F2, F3: ${KILLS} syncs killed at random times (seed ${KILL_SEED}) resume after a restart with correct rows`,
  async () => {
    const random = randomOf(KILL_SEED)
    await start()
    token = await register('Till')
    const settings = { ...FAKE_SETTINGS, ...FAKE_SECRETS }
    const body = { type: 'commerce7', name: 'Till', settings, syncEveryMinutes: null }
    const { id } = await call(token, 'POST', '/service', body)
    const from = performance.now()
    await call(token, 'POST', `/service/${id}/sync`, {})
    await allRunsEnded(token, id)
    const span = performance.now() - from
    expect(await readFigures()).toEqual(expected())
    const restarts = restartTimes()
    for (let round = 1; round <= KILLS; round += 1) {
      const before = expected().orders
      winery.change(2)
      // Every other round is a full read.
      const { runId } = await call(token, 'POST', `/service/${id}/sync`, { full: round % 2 === 0 })
      await pause(random() * span)
      await kill()
      const began = performance.now()
      await start()
      const { orders } = await readFigures()
      expect(orders).toBeGreaterThanOrEqual(before)
      expect(orders).toBeLessThanOrEqual(expected().orders)
      restarts.note(began)
      const runs = await allRunsEnded(token, id)
      expect([round, KILL_SEED, runs.find((run) => run.id === runId)?.status]).toEqual([round, KILL_SEED, 'succeeded'])
      expect({ round, seed: KILL_SEED, ...(await readFigures()) }).toEqual({ round, seed: KILL_SEED, ...expected() })
    }
    restarts.print('syncs')
  },
  180_000 + KILLS * 30_000,
)
