import { expect, test } from 'vitest'
import type { FakeCall } from '../kit/fake-server.fixture.ts'
import { rowsOfTable } from '../kit/rows.ts'
import { setUpAnswers } from '../kit/sync-setup.fixture.ts'
import { CUSTOMER, extensions, LINE_ITEM, ORDER, pageInfo, REFUND, SHOP } from './samples.fixture.ts'
import { shopifyConnector } from './shopify.connector.ts'
import { openShopify } from './shopify-session.ts'

const money = (amount: string) => ({ shopMoney: { amount, currencyCode: 'USD' } })
const SCOPES = ['read_all_orders', 'read_orders', 'read_customers', 'read_products', 'read_inventory', 'read_locations']

const DATA: Readonly<Record<string, object>> = {
  Shop: {
    shop: SHOP,
    currentAppInstallation: { accessScopes: SCOPES.map((handle) => ({ handle })) },
  },
  ProtectedProbe: { orders: { nodes: [ORDER] }, customers: { nodes: [CUSTOMER] } },
  OrderCount: { ordersCount: { count: 1, precision: 'EXACT' } },
  CustomerCount: { customersCount: { count: 1, precision: 'EXACT' } },
  // Dates may have an offset.
  OrderPage: { orders: { nodes: [{ ...ORDER, processedAt: '2026-01-10T11:00:00-05:00' }], pageInfo } },
  CustomerPage: { customers: { nodes: [CUSTOMER], pageInfo } },
  RefundDetails: { nodes: [REFUND] },
}

/** What a shop with these answers is read as. */
const readShop = async (data: typeof DATA) => {
  const access = { connector: shopifyConnector, open: openShopify, settings: { shop: 'spectra.myshopify.com' } }
  const answer = ({ body }: FakeCall) => {
    const { operationName } = JSON.parse(body) as { operationName: string }
    return { body: { data: data[operationName], extensions } }
  }
  const secrets = { accessToken: 'shpat_token' }
  const { sink, sync } = await setUpAnswers({ ...access, secrets, answer }, { now: () => Date.UTC(2026, 10, 1) })
  const { session } = await sync({ streams: ['customers', 'orders'] })
  return { session, sink }
}

test('reads a documented customer, and an order with its refund', async () => {
  const { sink } = await readShop(DATA)
  expect(sink.quarantined).toEqual([])
  expect(sink.row('customers', '1018520244')?.row).toMatchObject({
    name: 'Ada Quill',
    email: 'ada@example.com',
    city: 'Healdsburg',
    state: 'CA',
    since: Date.UTC(2024, 5, 1, 12, 21, 43),
  })
  expect(sink.row('orders', '450789469')?.row).toMatchObject({
    order_number: '#1001',
    ordered: Date.UTC(2026, 0, 10, 16),
    channel: 'web',
    order_type: 'regular',
    payment_status: 'paid',
    fulfillment_status: 'unfulfilled',
    delivery_method: 'ship',
    customer_source_id: '1018520244',
    customer_name: 'Ada Quill',
    state: 'CA',
    subtotal: 10000,
    discount: 1000,
    shipping: 1500,
    tax: 840,
    tip: 0,
    total: 11340,
    currency: 'USD',
    is_refund: false,
  })
  const refund = sink.rows().find(({ table, row }) => table === 'orders' && row.is_refund)?.row
  expect(refund).toMatchObject({
    order_type: 'refund',
    ordered: Date.UTC(2026, 0, 12, 15, 59),
    refund_of_source_id: '450789469',
    tax: -420,
    total: -4920,
  })
})

interface Item {
  readonly id: string
  /** of all its units */
  readonly price: string
  readonly tax?: string
  readonly quantity?: number
  readonly isRefunded?: boolean
}

interface Sale {
  readonly items: readonly Item[]
  /** of the order: before and after refunds, what was received less what was paid back, and what is still to be received */
  readonly total: string
  readonly current: string
  readonly netPayment: string
  readonly outstanding?: string
  readonly tax?: string
  readonly cancelledAt?: string
  readonly status: string
  readonly payout: string
  /** what Shopify notes as the difference between the parts of a refund and its payout */
  readonly adjustment?: string
}

const gid = (type: string, id: string) => `gid://shopify/${type}/${id}`

/** A shop with one order, and one refund of some of its items. */
const shopOf = (sale: Sale): typeof DATA => {
  const lines = sale.items.map(({ id, price, tax = '0.0', quantity = 1 }) => ({
    ...LINE_ITEM,
    id: gid('LineItem', id),
    quantity,
    originalUnitPriceSet: money(String(Number(price) / quantity)),
    originalTotalSet: money(price),
    discountAllocations: [],
    taxLines: [{ priceSet: money(tax) }],
  }))
  const refunded = sale.items.filter(({ isRefunded }) => isRefunded)
  const reason = 'REFUND_DISCREPANCY'
  const refund = {
    ...REFUND,
    totalRefundedSet: money(sale.payout),
    refundLineItems: {
      nodes: refunded.map(({ id, price, tax = '0.0', quantity = 1 }) => ({
        lineItem: { id: gid('LineItem', id) },
        quantity,
        subtotalSet: money(price),
        totalTaxSet: money(tax),
      })),
      pageInfo,
    },
    orderAdjustments: {
      nodes: sale.adjustment ? [{ reason, amountSet: money(sale.adjustment), taxAmountSet: money('0.0') }] : [],
      pageInfo,
    },
  }
  const order = {
    ...ORDER,
    cancelledAt: sale.cancelledAt ?? null,
    displayFinancialStatus: sale.status,
    totalPriceSet: money(sale.total),
    currentTotalPriceSet: money(sale.current),
    netPaymentSet: money(sale.netPayment),
    totalOutstandingSet: money(sale.outstanding ?? '0.0'),
    totalTaxSet: money(sale.tax ?? '0.0'),
    totalShippingPriceSet: money('0.0'),
    lineItems: { nodes: lines, pageInfo },
  }
  return {
    ...DATA,
    OrderPage: { orders: { nodes: [order], pageInfo } },
    RefundDetails: { nodes: [refund] },
    OrderTotals: { orders: { nodes: [{ ...order, refunds: [refund] }], pageInfo } },
  }
}

/** An exchange: of 1,893 returned, 1,528 were paid out. */
const EXCHANGE: Sale = {
  items: [
    { id: '1', price: '1893.0', isRefunded: true },
    { id: '2', price: '365.0' },
  ],
  total: '2258.0',
  payout: '1528.0',
  adjustment: '365.0',
  current: '365.0',
  netPayment: '365.0',
  status: 'PARTIALLY_REFUNDED',
}

/** Of 100, an item of 60 came back and was paid. */
const RETURNED: Sale = {
  items: [
    { id: '1', price: '60.0', isRefunded: true },
    { id: '2', price: '40.0' },
  ],
  total: '100.0',
  payout: '60.0',
  current: '40.0',
  netPayment: '40.0',
  status: 'PARTIALLY_REFUNDED',
}

const CANCELED: Sale = {
  items: [{ id: '1', price: '100.0', isRefunded: true }],
  total: '100.0',
  payout: '100.0',
  current: '0.0',
  netPayment: '0.0',
  cancelledAt: '2026-01-12T15:59:00Z',
  status: 'REFUNDED',
}

/*
 * Exchanges as described for real shops in github.com/microsoft/BCApps, pull requests 8554 (June 2026) and 10467 (August 2026): the item
 * taken in exchange is a line of the order, and the payout is net of it, at least zero. A refund of less than its items has a positive
 * adjustment: shopify.dev/docs/api/admin-graphql/2026-07/objects/OrderAdjustment. What is received and outstanding as in answers of a
 * real shop for edits and cancellations: github.com/airhorns/shopify-draft-proxy, fixtures/conformance (2026-04).
 */
test.each<[string, Sale, order: number, refund: number, net: number, tax?: number]>([
  ['an exchange for a cheaper item', EXCHANGE, 225_800, -189_300, 36_500],
  [
    'an exchange for a dearer item',
    {
      ...EXCHANGE,
      items: [
        { id: '1', price: '100.0', isRefunded: true },
        { id: '2', price: '250.0' },
      ],
      total: '350.0',
      payout: '0.0',
      adjustment: '100.0',
      current: '250.0',
      netPayment: '250.0',
      status: 'PAID',
    },
    35_000,
    -10_000,
    25_000,
  ],
  [
    'a return of two items of 30 and their tax of which one was taken again',
    {
      items: [
        { id: '1', price: '60.0', tax: '4.8', quantity: 2, isRefunded: true },
        { id: '2', price: '30.0', tax: '2.4' },
      ],
      total: '97.2',
      tax: '7.2',
      payout: '32.4',
      adjustment: '32.4',
      current: '32.4',
      netPayment: '32.4',
      status: 'PARTIALLY_REFUNDED',
    },
    9720,
    -6480,
    3000,
    240,
  ],
  [
    'an exchange for a cheaper item with a restocking fee of 10',
    { ...EXCHANGE, payout: '1518.0', adjustment: '375.0', current: '375.0', netPayment: '375.0' },
    225_800,
    -188_300,
    37_500,
  ],
  [
    'an item of 60 removed from an order of 100 of which 60 were paid',
    { ...RETURNED, payout: '20.0', adjustment: '40.0' },
    10_000,
    -6000,
    4000,
  ],
  [
    'an item of 60 taken back whose money is still to be paid out',
    { ...RETURNED, payout: '0.0', adjustment: '60.0', netPayment: '100.0', outstanding: '-60.0', status: 'PAID' },
    10_000,
    -6000,
    4000,
  ],
  [
    'an order returned for a restocking fee of 10',
    { ...RETURNED, payout: '50.0', current: '50.0', netPayment: '50.0' },
    10_000,
    -5000,
    5000,
  ],
  [
    'an order of which 10 were given back for no item',
    {
      ...RETURNED,
      items: [{ id: '1', price: '100.0' }],
      payout: '10.0',
      adjustment: '-10.0',
      current: '90.0',
      netPayment: '90.0',
    },
    10_000,
    -1000,
    9000,
  ],
  [
    'a canceled order of 100 of which 20 were kept',
    { ...CANCELED, payout: '80.0', current: '20.0', netPayment: '20.0', status: 'PARTIALLY_REFUNDED' },
    10_000,
    -8000,
    2000,
  ],
  ['a canceled order with everything paid back', CANCELED, 10_000, -10_000, 0],
  ['a canceled order that was never paid', { ...CANCELED, payout: '0.0', status: 'VOIDED' }, 10_000, -10_000, 0],
])('%s nets what was kept, and the comparison agrees', async (_sale, sale, order, refund, net, tax = 0) => {
  const { session, sink } = await readShop(shopOf(sale))
  const orders = rowsOfTable('orders', sink.rows())
  expect(orders.map(({ total }) => total)).toEqual([order, refund])
  const paid = orders.filter(({ payment_status }) => payment_status === 'paid')
  expect(paid.reduce((sum, { subtotal, discount }) => sum + subtotal - discount, 0)).toBe(net)
  expect(paid.reduce((sum, row) => sum + row.tax, 0)).toBe(tax)

  const span = { from: Date.UTC(2026, 0), until: Date.UTC(2026, 1) }
  const pages = await Array.fromAsync(session.orders(span, []))
  // The order and its refund are in the lists of new and of changed orders.
  expect(new Set(pages.flat().map(({ total }) => total))).toEqual(new Set([order, refund]))
})

test('the comparison takes refunds from the total of their order, so that it sees one that is counted wrongly', async () => {
  // Shopify says that 70.00 were taken off, and the refund that it was 60.00.
  const { session, sink } = await readShop(shopOf({ ...RETURNED, current: '30.0' }))
  const refund = sink.rows().find(({ table, row }) => table === 'orders' && row.is_refund)?.row
  expect(refund).toMatchObject({ total: -6000 })
  const pages = await Array.fromAsync(session.orders({ from: Date.UTC(2026, 0), until: Date.UTC(2026, 1) }, []))
  expect(pages.flat()).toContainEqual(expect.objectContaining({ sourceId: refund?.source_id, total: -7000 }))
})

const LATER = {
  ...REFUND,
  id: gid('Refund', '600000000'),
  createdAt: '2026-01-20T12:00:00Z',
  updatedAt: '2026-01-20T12:00:00Z',
}

const itemsOf = (lineId: string, price: string) => ({
  nodes: [
    { lineItem: { id: gid('LineItem', lineId) }, quantity: 1, subtotalSet: money(price), totalTaxSet: money('0.0') },
  ],
  pageInfo,
})

/** A shop with a second refund of its order. */
const withLater = (sale: Sale, later: object): typeof DATA => {
  const shop = shopOf(sale)
  const [order] = (shop.OrderPage as { orders: { nodes: object[] } }).orders.nodes
  const refunds = [...(shop.RefundDetails as { nodes: object[] }).nodes, { ...LATER, ...later }]
  const orders = { nodes: [{ ...order, refunds }], pageInfo }
  return { ...shop, OrderPage: { orders }, RefundDetails: { nodes: refunds }, OrderTotals: { orders } }
}

test.each<[string, typeof DATA, refunds: number[]]>([
  [
    'two returns',
    withLater(
      { ...RETURNED, current: '20.0', netPayment: '20.0' },
      { totalRefundedSet: money('20.0'), refundLineItems: itemsOf('2', '20.0') },
    ),
    [-6000, -2000],
  ],
  [
    'an exchange and a return',
    withLater(
      { ...EXCHANGE, current: '345.0', netPayment: '345.0' },
      { totalRefundedSet: money('20.0'), refundLineItems: itemsOf('2', '20.0') },
    ),
    [-189_300, -2000],
  ],
  [
    'a return that is paid out later',
    withLater(
      { ...RETURNED, payout: '0.0' },
      { totalRefundedSet: money('60.0'), refundLineItems: { nodes: [], pageInfo } },
    ),
    [-6000, 0],
  ],
])('the comparison agrees with the refunds of %s', async (_refunds, shop, refunds) => {
  const { session, sink } = await readShop(shop)
  const ours = rowsOfTable('orders', sink.rows()).filter(({ is_refund }) => is_refund)
  expect(ours.map(({ total }) => total)).toEqual(refunds)
  const pages = await Array.fromAsync(session.orders({ from: Date.UTC(2026, 0), until: Date.UTC(2026, 1) }, []))
  const platform = new Map(pages.flat().map(({ sourceId, total }) => [sourceId, total]))
  expect(ours.map(({ source_id }) => platform.get(source_id))).toEqual(refunds)
})

test('of several refunds, the comparison counts the last as what the others leave of the total of their order', async () => {
  const shop = withLater({ ...RETURNED, current: '25.0' }, { refundLineItems: itemsOf('2', '20.0') })
  const { session } = await readShop(shop)
  const pages = await Array.fromAsync(session.orders({ from: Date.UTC(2026, 0), until: Date.UTC(2026, 1) }, []))
  // 100.00 less 60.00 less 15.00 are 25.00.
  expect(pages.flat()).toContainEqual(expect.objectContaining({ sourceId: 'refund-600000000', total: -1500 }))
})
