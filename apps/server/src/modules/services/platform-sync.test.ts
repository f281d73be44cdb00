import { afterAll, expect, test } from 'vitest'
import { startFakeBigCommerce } from '#connectors/bigcommerce/fake-bigcommerce.fixture.ts'
import { EVERY_CHANGE } from '#connectors/bigcommerce/winery.fixture.ts'
import * as commerce7 from '#connectors/commerce7/fake-commerce7.fixture.ts'
import { createWinery as createCommerce7Winery } from '#connectors/commerce7/winery.fixture.ts'
import { startFakeShopify } from '#connectors/shopify/fake/fake-shopify.fixture.ts'
import { createShopifyWinery } from '#connectors/shopify/fake/winery.fixture.ts'
import { startSquareFake } from '#connectors/square/square-fake.fixture.ts'
import { startFakeToast } from '#connectors/toast/fake/fake-toast.fixture.ts'
import * as winedirect from '#connectors/winedirect/fake-winedirect.fixture.ts'
import { createWinery as createWineDirectWinery } from '#connectors/winedirect/winery.fixture.ts'
import { startWooFake } from '#connectors/woocommerce/fake/fake-woocommerce.fixture.ts'
import { volume } from '#testkit/lane.ts'
import { testApp, testClock } from '#testkit/test-app.ts'
import { type FakeWinery, platformCalls } from './platform-sync.fixture.ts'

interface FakePlatform extends FakeWinery {
  readonly server: { readonly url: string; close(): Promise<void> }
  /** adds, changes and refunds orders */
  change(): void
  /** deletes orders, which only a full read can find */
  remove?(): void
  /** in cents, by the seeds alone */
  netSales?(): number
}

const clock = testClock()
const now = () => clock.now()
const CHANGES = volume({ normal: 20, full: 500 })

const startCommerce7 = async (orders: number): Promise<FakePlatform> => {
  const winery = createCommerce7Winery({ orders, now })
  const { server } = await commerce7.startFakeCommerce7({ store: winery.store, now })
  return {
    server,
    settings: commerce7.FAKE_SETTINGS,
    secrets: commerce7.FAKE_SECRETS,
    expected: () => winery.rows(),
    change: () => winery.change(volume({ normal: 20, full: 50 })),
  }
}

const startWineDirect = async (orders: number): Promise<FakePlatform> => {
  const winery = createWineDirectWinery({ orders, days: volume({ normal: 100, full: 1000 }), now })
  const { server } = await winedirect.startFakeWineDirect({ store: winery.store, now })
  return {
    server,
    settings: winedirect.FAKE_SETTINGS,
    secrets: winedirect.FAKE_SECRETS,
    expected: () => winery.rows(),
    change: () => winery.change(CHANGES),
  }
}

const startBigCommerce = async (orders: number): Promise<FakePlatform> => {
  const fake = await startFakeBigCommerce({ orders, now })
  const archive = () => {
    for (const order of fake.winery.orders.slice(0, 30)) order.isDeleted = true
  }
  return { ...fake, change: () => fake.change(EVERY_CHANGE), remove: archive }
}

const startShopify = async (orders: number): Promise<FakePlatform> => {
  const winery = createShopifyWinery({ orders, until: now() - 60_000 })
  const fake = await startFakeShopify({ winery, now })
  return {
    ...fake,
    expected: () => winery.rows(),
    change: () => winery.change(fake.now(), volume({ normal: 17, full: 170 })),
    remove: () => {
      for (const order of winery.orders.slice(orders / 12, orders / 12 + 20)) winery.deleteOrder(order)
    },
  }
}

const startSquare = async (orders: number): Promise<FakePlatform> => {
  const fake = await startSquareFake({ orders, now })
  return { ...fake, change: () => fake.change(CHANGES) }
}

/** Some refunds are of orders of an earlier month. */
const startToast = (orders: number): Promise<FakePlatform> => startFakeToast({ orders, days: 60, now })

const startWoo = async (orders: number): Promise<FakePlatform> => {
  const fake = await startWooFake({ orders, now })
  const { seeds } = fake.winery
  /** Paid lines after discounts without gift cards, minus what was refunded of them. */
  const netSales = (): number => {
    let cents = 0
    for (const { status, lines, refunds } of seeds.orders) {
      if (!['completed', 'processing', 'refunded'].includes(status)) continue
      const amounts = lines.map(({ gross, discount, product }) => (product.kind === 'gift_card' ? 0 : gross - discount))
      const sold = amounts.reduce((sum, one) => sum + one, 0)
      cents += sold
      for (const refund of refunds) {
        if (refund.lines.length === 0) cents -= sold
        for (const { line, cents: back } of refund.lines) if (lines[line]?.product.kind !== 'gift_card') cents -= back
      }
    }
    return cents
  }
  return { ...fake, change: () => fake.change(), remove: () => void seeds.orders.splice(10, 15), netSales }
}

interface PlatformCase {
  readonly type: string
  readonly start: (orders: number) => Promise<FakePlatform>
  /** many pages and several loads per table in the full lane */
  readonly orders: number
  /** its changes include costs of products */
  readonly costsChanged?: true
}

const CASES: readonly PlatformCase[] = [
  { type: 'commerce7', start: startCommerce7, orders: volume({ normal: 60, full: 20_000 }) },
  { type: 'winedirect', start: startWineDirect, orders: volume({ normal: 60, full: 6_000 }) },
  { type: 'bigcommerce', start: startBigCommerce, orders: volume({ normal: 60, full: 6_000 }), costsChanged: true },
  { type: 'shopify', start: startShopify, orders: volume({ normal: 150, full: 6_000 }) },
  { type: 'square', start: startSquare, orders: volume({ normal: 60, full: 6_000 }), costsChanged: true },
  { type: 'toast', start: startToast, orders: volume({ normal: 60, full: 2_000 }), costsChanged: true },
  { type: 'woocommerce', start: startWoo, orders: volume({ normal: 60, full: 6_000 }) },
]

const STARTED = await Promise.all(CASES.map(async (one) => ({ ...one, fake: await one.start(one.orders) })))
const urls = STARTED.map(({ type, fake }) => {
  const { url } = fake.server
  return [`${type.toUpperCase()}_URL`, type === 'commerce7' ? `${url}/v1` : url]
})
afterAll(() => Promise.all(STARTED.map(({ fake }) => fake.server.close())))

const t = await testApp({
  clock,
  env: { RATE_LIMITS: 'off', CONNECTOR_ALLOW_PRIVATE: '1', TIME_SCALE: '5000', ...Object.fromEntries(urls) },
})
const { connect, sync, serviceOf, expectRows, expectMonthlyTotals } = platformCalls(t)

test.each(STARTED)(
  '$type: syncs $orders orders exactly and matches its monthly totals, also after changes, refunds and deletions',
  async ({ type, fake, costsChanged = false }) => {
    const member = await t.register({ timeZone: 'America/Los_Angeles', currency: 'USD' })
    const { id } = await connect(member, type, fake)
    const storedNetSales = async () => {
      const sql = `SELECT CAST(sum(net_sales) AS BIGINT) FROM orders WHERE service_id = '${id}'`
      return Number((await t.rows(member.accountId, sql))[0]?.[0])
    }
    const first = await sync(member, id)
    expect(first).toMatchObject({ status: 'succeeded', isFull: true, errors: [], counts: { rejected: 0 } })
    await expectRows(member, id, fake.expected())
    const given = fake.expected().flatMap(({ table, row }) => (table === 'orders' ? [row] : []))
    const paid = given.filter(({ payment_status }) => payment_status === 'paid')
    const total = paid.reduce((sum, order) => sum + order.total, 0) / 100
    const refunds = paid.filter(({ is_refund }) => is_refund).length
    expect(first.controlTotals?.rows.orders).toBe(given.length)
    expect(first.controlTotals?.currencies).toMatchObject([{ currency: 'USD', refunds, total }])
    expect(await serviceOf(member, id)).toMatchObject({ state: 'idle', problem: null, lastSyncUtc: expect.any(String) })
    if (fake.netSales) expect(await storedNetSales()).toBe(fake.netSales())

    clock.advance(600_000)
    fake.change()
    const second = await sync(member, id)
    expect(second).toMatchObject({ status: 'succeeded', isFull: false })
    expect(second.counts.orders).toBeLessThan(2_000)
    await expectRows(member, id, fake.expected(), { costsChanged })
    await expectMonthlyTotals(member, id)
    if (fake.netSales) expect(await storedNetSales()).toBe(fake.netSales())

    if (fake.remove === undefined) return
    fake.remove()
    expect(await sync(member, id, true)).toMatchObject({ status: 'succeeded', isFull: true })
    await expectRows(member, id, fake.expected(), { costsChanged })
  },
  600_000,
)
