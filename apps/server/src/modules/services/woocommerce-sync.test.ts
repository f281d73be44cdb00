import { afterAll, expect, test } from 'vitest'
import { startWooFake } from '#connectors/woocommerce/fake/fake-woocommerce.fixture.ts'
import { volume } from '#testkit/lane.ts'
import { testApp, testClock } from '#testkit/test-app.ts'
import { platformCalls } from './platform-sync.fixture.ts'

const ORDERS = volume({ normal: 60, full: 6_000 })
const MINUTE_MS = 60_000

const clock = testClock()
const fake = await startWooFake({ orders: ORDERS, now: () => clock.now() })
afterAll(() => fake.server.close())

const t = await testApp({
  clock,
  env: { RATE_LIMITS: 'off', CONNECTOR_ALLOW_PRIVATE: '1', TIME_SCALE: '5000', WOOCOMMERCE_URL: fake.server.url },
})
const { connect, sync, expectRows, expectMonthlyTotals } = platformCalls(t)
const member = await t.register({ timeZone: 'America/Los_Angeles', currency: 'USD' })
const { id } = await connect(member, 'woocommerce', fake)

/** Net sales by the seeds alone: paid lines after discounts without gift cards, minus what was refunded of them. */
const netSales = (): number => {
  let cents = 0
  for (const { status, lines, fees, refunds } of fake.winery.seeds.orders) {
    if (!['completed', 'processing', 'refunded'].includes(status)) continue
    const amounts = lines.map(({ gross, discount, product }) => (product.kind === 'gift_card' ? 0 : gross - discount))
    const soldFees = fees.filter(({ name }) => ['Engraving', 'Loyalty discount'].includes(name))
    const sold = [...amounts, ...soldFees.map((fee) => fee.cents)].reduce((sum, one) => sum + one, 0)
    cents += sold
    for (const refund of refunds) {
      if (refund.lines.length === 0 && refund.shipping === 0) cents -= sold
      for (const { line, cents: back } of refund.lines) if (lines[line]?.product.kind !== 'gift_card') cents -= back
    }
  }
  return cents
}

const storedNetSales = async (): Promise<number> => {
  const sql = `SELECT CAST(sum(net_sales) AS BIGINT) FROM orders WHERE service_id = '${id}'`
  const { rows } = await t.deps.warehouse.query(member.accountId, { sql, params: [] })
  return Number(rows[0]?.[0])
}

test(`WooCommerce: syncs a store of ${ORDERS} orders exactly, also after changes and refunds`, async () => {
  const first = await sync(member, id)
  expect(first).toMatchObject({ status: 'succeeded', isFull: true, errors: [], counts: { rejected: 0 } })
  await expectRows(member, id, fake.expected())
  expect(await storedNetSales()).toBe(netSales())

  clock.advance(10 * MINUTE_MS)
  fake.change()
  expect(await sync(member, id)).toMatchObject({ status: 'succeeded', isFull: false })
  await expectRows(member, id, fake.expected())
  expect(await storedNetSales()).toBe(netSales())
}, 300_000)

test('WooCommerce: removes permanently deleted orders with the next full read', async () => {
  fake.winery.seeds.orders.splice(10, 15)
  expect(await sync(member, id, true)).toMatchObject({ status: 'succeeded', isFull: true })
  await expectRows(member, id, fake.expected())
}, 300_000)

test(
  'WooCommerce: matches the monthly totals of WooCommerce in every month',
  () => expectMonthlyTotals(member, id),
  600_000,
)
