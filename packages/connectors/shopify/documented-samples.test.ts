import { expect, test } from 'vitest'
import { closedAfterTest } from '../kit/closed-after-test.fixture.ts'
import { startFakeServer } from '../kit/fake-server.fixture.ts'
import { createMemorySink } from '../kit/memory-sink.fixture.ts'
import {
  CUSTOMER,
  extensions,
  LINE_ITEM,
  money,
  ORDER,
  pageInfo,
  REFUND,
  RETURN,
  SHOP,
} from './fake/documented-records.fixture.ts'
import { shopifyConnector } from './shopify.connector.ts'
import { openShopify } from './shopify-session.ts'

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

const closed = closedAfterTest()

/** What a shop with these answers is read as. */
const readShop = async (data: typeof DATA) => {
  const server = await startFakeServer({
    answer: ({ body }) => {
      const { operationName } = JSON.parse(body) as { operationName: string }
      return { body: { data: data[operationName], extensions } }
    },
  })
  closed.server(server)
  const { session } = closed.open(server, {
    connector: shopifyConnector,
    open: openShopify,
    settings: { shop: 'spectra.myshopify.com' },
    secrets: { accessToken: 'shpat_token' },
    now: () => Date.UTC(2026, 10, 1),
  })
  const sink = createMemorySink()
  await sink.sync(session, { streams: ['customers', 'orders'] })
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
  readonly price: string
  readonly isRefunded?: boolean
  /** in exchange */
  readonly isTaken?: boolean
}

interface Sale {
  readonly items: readonly Item[]
  /** of the order: before and after refunds, and what was received less what was paid back */
  readonly total: string
  readonly current: string
  readonly netPayment: string
  readonly cancelledAt?: string
  readonly status: string
  readonly payout: string
  readonly adjustments?: readonly { readonly reason: string; readonly amount: string }[]
  readonly restockingFee?: string
}

const gid = (type: string, id: string) => `gid://shopify/${type}/${id}`

/** A shop with one order, without tax, and one refund of some of its items. */
const shopOf = (sale: Sale): typeof DATA => {
  const lines = sale.items.map(({ id, price }) => ({
    ...LINE_ITEM,
    id: gid('LineItem', id),
    quantity: 1,
    originalUnitPriceSet: money(price),
    originalTotalSet: money(price),
    discountAllocations: [],
    taxLines: [],
  }))
  const refunded = sale.items.filter(({ isRefunded }) => isRefunded)
  const refund = {
    ...REFUND,
    totalRefundedSet: money(sale.payout),
    refundLineItems: {
      nodes: refunded.map(({ id, price }) => ({
        lineItem: { id: gid('LineItem', id) },
        quantity: 1,
        subtotalSet: money(price),
        totalTaxSet: money('0.0'),
      })),
      pageInfo,
    },
    orderAdjustments: {
      nodes: (sale.adjustments ?? []).map(({ reason, amount }) => ({
        reason,
        amountSet: money(amount),
        taxAmountSet: money('0.0'),
      })),
      pageInfo,
    },
    return: {
      ...RETURN,
      returnShippingFees: [],
      returnLineItems: { nodes: [{ restockingFee: { amountSet: money(sale.restockingFee ?? '0.0') } }], pageInfo },
      exchangeLineItems: {
        nodes: lines.map((line, index) => ({ lineItems: sale.items[index]?.isTaken ? [line] : null })),
        pageInfo,
      },
    },
  }
  const order = {
    ...ORDER,
    cancelledAt: sale.cancelledAt ?? null,
    displayFinancialStatus: sale.status,
    totalPriceSet: money(sale.total),
    currentTotalPriceSet: money(sale.current),
    netPaymentSet: money(sale.netPayment),
    totalTaxSet: money('0.0'),
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

/*
 * Exchanges as described for real shops in github.com/microsoft/BCApps, pull requests 8554 (June 2026) and 10467 (August 2026): the item
 * taken in exchange is a line of the order, and the payout is net of it, at least zero. Adjustments as in
 * shopify.dev/docs/api/admin-graphql/2026-07/objects/OrderAdjustment: a refund of less than its items has a positive one.
 */
test.each<[string, Sale, order: number, refund: number, net: number]>([
  [
    'an exchange for a cheaper item',
    {
      items: [
        { id: '1', price: '1893.0', isRefunded: true },
        { id: '2', price: '365.0', isTaken: true },
      ],
      total: '2258.0',
      payout: '1528.0',
      current: '365.0',
      netPayment: '365.0',
      status: 'PARTIALLY_REFUNDED',
    },
    225_800,
    -189_300,
    36_500,
  ],
  [
    'an exchange for a dearer item',
    {
      items: [
        { id: '1', price: '100.0', isRefunded: true },
        { id: '2', price: '250.0' },
      ],
      total: '350.0',
      payout: '0.0',
      current: '250.0',
      netPayment: '250.0',
      status: 'PAID',
    },
    35_000,
    -10_000,
    25_000,
  ],
  [
    'an item of 60 removed from an order of 100 of which 60 were paid',
    {
      items: [
        { id: '1', price: '60.0', isRefunded: true },
        { id: '2', price: '40.0' },
      ],
      total: '100.0',
      payout: '20.0',
      current: '40.0',
      netPayment: '40.0',
      status: 'PARTIALLY_REFUNDED',
    },
    10_000,
    -6000,
    4000,
  ],
  [
    'a canceled order of 100 of which 20 were kept',
    {
      items: [{ id: '1', price: '100.0', isRefunded: true }],
      total: '100.0',
      payout: '80.0',
      adjustments: [{ reason: 'REFUND_DISCREPANCY', amount: '20.0' }],
      current: '20.0',
      netPayment: '20.0',
      cancelledAt: '2026-01-12T15:59:00Z',
      status: 'PARTIALLY_REFUNDED',
    },
    10_000,
    -8000,
    2000,
  ],
  [
    'an order returned for a restocking fee of 10',
    {
      items: [{ id: '1', price: '100.0', isRefunded: true }],
      total: '100.0',
      payout: '90.0',
      restockingFee: '10.0',
      current: '10.0',
      netPayment: '10.0',
      status: 'PARTIALLY_REFUNDED',
    },
    10_000,
    -9000,
    1000,
  ],
  [
    'an order returned for a restocking fee of 10 that its current total leaves out',
    {
      items: [{ id: '1', price: '100.0', isRefunded: true }],
      total: '100.0',
      payout: '90.0',
      restockingFee: '10.0',
      current: '0.0',
      netPayment: '10.0',
      status: 'PARTIALLY_REFUNDED',
    },
    10_000,
    -9000,
    1000,
  ],
  [
    'an exchange for a cheaper item with a restocking fee',
    {
      items: [
        { id: '1', price: '100.0', isRefunded: true },
        { id: '2', price: '40.0' },
      ],
      total: '140.0',
      payout: '50.0',
      restockingFee: '10.0',
      current: '50.0',
      netPayment: '50.0',
      status: 'PARTIALLY_REFUNDED',
    },
    14_000,
    -9000,
    5000,
  ],
  [
    'an item of 60 taken back whose money is still to be paid out',
    {
      items: [
        { id: '1', price: '60.0', isRefunded: true },
        { id: '2', price: '40.0' },
      ],
      total: '100.0',
      payout: '0.0',
      adjustments: [{ reason: 'PENDING_REFUND_DISCREPANCY', amount: '60.0' }],
      current: '40.0',
      netPayment: '100.0',
      status: 'PAID',
    },
    10_000,
    -6000,
    4000,
  ],
  [
    'a canceled order with everything paid back',
    {
      items: [{ id: '1', price: '100.0', isRefunded: true }],
      total: '100.0',
      payout: '100.0',
      current: '0.0',
      netPayment: '0.0',
      cancelledAt: '2026-01-12T15:59:00Z',
      status: 'REFUNDED',
    },
    10_000,
    -10_000,
    0,
  ],
])('%s nets what was kept, and the comparison with Shopify says the same', async (_sale, sale, order, refund, net) => {
  const { session, sink } = await readShop(shopOf(sale))
  const orders = sink.rows().flatMap(({ table, row }) => (table === 'orders' ? [row] : []))
  expect(orders.map(({ total }) => total)).toEqual([order, refund])
  const paid = orders.filter(({ payment_status }) => payment_status === 'paid')
  expect(paid.reduce((sum, { total }) => sum + total, 0)).toBe(net)

  const span = { from: Date.UTC(2026, 0), until: Date.UTC(2026, 1) }
  const pages = await Array.fromAsync(session.orders(span, []))
  // The order and its refund are in the lists of new and of changed orders.
  expect(new Set(pages.flat().map(({ total }) => total))).toEqual(new Set([order, refund]))
})

test('the comparison takes refunds from the total of their order, so that it sees one that is counted wrongly', async () => {
  const sale: Sale = {
    items: [
      { id: '1', price: '60.0', isRefunded: true },
      { id: '2', price: '40.0' },
    ],
    total: '100.0',
    payout: '60.0',
    // Shopify says that 70.00 were taken off, and the refund that it was 60.00.
    current: '30.0',
    netPayment: '40.0',
    status: 'PARTIALLY_REFUNDED',
  }
  const { session, sink } = await readShop(shopOf(sale))
  const refund = sink.rows().find(({ table, row }) => table === 'orders' && row.is_refund)?.row
  expect(refund).toMatchObject({ total: -6000 })
  const pages = await Array.fromAsync(session.orders({ from: Date.UTC(2026, 0), until: Date.UTC(2026, 1) }, []))
  expect(pages.flat()).toContainEqual(expect.objectContaining({ sourceId: refund?.source_id, total: -7000 }))
})

test('of several refunds, the last is what the others leave of the total of their order', async () => {
  const shop = shopOf({
    items: [
      { id: '1', price: '60.0', isRefunded: true },
      { id: '2', price: '40.0' },
    ],
    total: '100.0',
    payout: '60.0',
    current: '25.0',
    netPayment: '25.0',
    status: 'PARTIALLY_REFUNDED',
  })
  const later = {
    ...REFUND,
    id: gid('Refund', '2'),
    createdAt: '2026-02-01T12:00:00Z',
    updatedAt: '2026-02-01T12:00:00Z',
  }
  const { nodes } = shop.RefundDetails as { nodes: object[] }
  const [order] = (shop.OrderTotals as { orders: { nodes: object[] } }).orders.nodes
  const { session } = await readShop({
    ...shop,
    OrderTotals: { orders: { nodes: [{ ...order, refunds: [...nodes, later] }], pageInfo } },
  })
  const february = { from: Date.UTC(2026, 1), until: Date.UTC(2026, 2) }
  const refunds = (await Array.fromAsync(session.orders(february, []))).flat().filter(({ total }) => total < 0)
  // 100.00 less 60.00 less 15.00 are 25.00.
  expect(refunds.map(({ sourceId, total }) => [sourceId, total])).toContainEqual(['refund-2', -1500])
})

interface Answers {
  readonly order: Record<string, unknown> & { readonly lineItems: { readonly nodes: readonly object[] } }
  readonly refunds: readonly (Record<string, unknown> & {
    readonly refundLineItems: { readonly nodes: readonly object[] }
  })[]
}

/** An exchange: of 1,893 returned, 1,528 were paid out. */
const EXCHANGE = shopOf({
  items: [
    { id: '1', price: '1893.0', isRefunded: true },
    { id: '2', price: '365.0', isTaken: true },
  ],
  total: '2258.0',
  payout: '1528.0',
  current: '365.0',
  netPayment: '365.0',
  status: 'PARTIALLY_REFUNDED',
})

/** Of 60 returned, 35 were paid out and 25 taken in exchange; 20 of another item were refunded later. */
const EXCHANGE_AND_REFUND = shopOf({
  items: [
    { id: '1', price: '60.0', isRefunded: true },
    { id: '2', price: '40.0' },
    { id: '3', price: '25.0', isTaken: true },
  ],
  total: '125.0',
  payout: '35.0',
  current: '45.0',
  netPayment: '45.0',
  status: 'PARTIALLY_REFUNDED',
})

const TWICE = shopOf({
  items: [
    { id: '1', price: '60.0', isRefunded: true },
    { id: '2', price: '40.0' },
  ],
  total: '100.0',
  payout: '60.0',
  current: '20.0',
  netPayment: '20.0',
  status: 'PARTIALLY_REFUNDED',
})

const answersOf = (shop: typeof DATA): Answers => {
  const [order] = (shop.OrderPage as { orders: { nodes: Answers['order'][] } }).orders.nodes
  const { nodes: refunds } = shop.RefundDetails as { nodes: Answers['refunds'] }
  if (!order) throw new Error('There is no order')
  return { order, refunds }
}

const itemsOf = (price: string) => ({
  nodes: [
    { lineItem: { id: gid('LineItem', '2') }, quantity: 1, subtotalSet: money(price), totalTaxSet: money('0.0') },
  ],
  pageInfo,
})

const twoRefunds = (refunds: Answers['refunds']): Answers['refunds'] => [
  ...refunds,
  { ...REFUND, id: gid('Refund', '2'), totalRefundedSet: money('20.0'), refundLineItems: itemsOf('20.0') },
]

/** What differs between the rows and the comparison: source IDs with both totals. `edit`: a fault of what rows are made of. */
const differencesOf = async (shop: typeof DATA, edit: (answers: Answers) => Answers) => {
  const { order, refunds } = edit(answersOf(shop))
  const totals = (shop.OrderTotals as { orders: { nodes: object[] } }).orders.nodes
  const { session, sink } = await readShop({
    ...shop,
    OrderPage: { orders: { nodes: [{ ...order, refunds: refunds.map(({ id }) => ({ id })) }], pageInfo } },
    RefundDetails: { nodes: refunds },
    OrderTotals: { orders: { nodes: totals.map((one) => ({ ...one, refunds })), pageInfo } },
  })
  const pages = await Array.fromAsync(session.orders({ from: Date.UTC(2026, 0), until: Date.UTC(2026, 1) }, []))
  const platform = new Map(pages.flat().map(({ sourceId, total }) => [sourceId, total]))
  const ours = sink.rows().flatMap(({ table, row }) => (table === 'orders' ? [row] : []))
  return ours
    .map(({ source_id, total }) => [source_id, total, platform.get(source_id)])
    .filter(([, stored, compared]) => stored !== compared)
}

const DOUBLED = (index: number) => (answers: Answers) => ({
  ...answers,
  refunds: twoRefunds(answers.refunds).map((refund, at) =>
    at === index
      ? {
          ...refund,
          refundLineItems: {
            ...refund.refundLineItems,
            nodes: [...refund.refundLineItems.nodes, ...refund.refundLineItems.nodes],
          },
        }
      : refund,
  ),
})

test.each<[string, typeof DATA, (answers: Answers) => Answers, unknown[]]>([
  ['nothing of an exchange that is counted rightly', EXCHANGE, (answers) => answers, []],
  [
    'nothing of two refunds that are counted rightly',
    TWICE,
    ({ order, refunds }) => ({ order, refunds: twoRefunds(refunds) }),
    [],
  ],
  [
    'an order without its item taken in exchange',
    EXCHANGE,
    ({ order, refunds }) => ({
      order: {
        ...order,
        totalPriceSet: money('1893.0'),
        lineItems: { ...order.lineItems, nodes: order.lineItems.nodes.slice(0, 1) },
      },
      refunds,
    }),
    [['450789469', 189_300, 225_800]],
  ],
  [
    'a payout that is taken as what the refund is worth',
    EXCHANGE,
    ({ order, refunds }) => ({
      order,
      refunds: refunds.map((refund) => ({
        ...refund,
        orderAdjustments: {
          nodes: [{ reason: null, amountSet: money('365.0'), taxAmountSet: money('0.0') }],
          pageInfo,
        },
      })),
    }),
    [['refund-509562969', -152_800, -189_300]],
  ],
  [
    'an exchange counted twice before a refund',
    EXCHANGE_AND_REFUND,
    DOUBLED(0),
    [['refund-509562969', -12_000, -6000]],
  ],
  ['a refund counted twice after an exchange', EXCHANGE_AND_REFUND, DOUBLED(1), [['refund-2', -4000, -2000]]],
  ['the first of two refunds counted twice', TWICE, DOUBLED(0), [['refund-509562969', -12_000, -6000]]],
  ['the second of two refunds counted twice', TWICE, DOUBLED(1), [['refund-2', -4000, -2000]]],
])('the comparison shows %s', async (_fault, shop, edit, differences) => {
  expect(await differencesOf(shop, edit)).toEqual(differences)
})

test('the fees of a return that is refunded in two parts count once', async () => {
  const none = { nodes: [], pageInfo }
  const fees = [{ amountSet: money('10.0') }]
  const made = { ...RETURN, returnShippingFees: fees, returnLineItems: none, exchangeLineItems: none }
  const differences = await differencesOf(TWICE, ({ order, refunds }) => ({
    order,
    // 10.00 of the 60.00 are kept, and then 20.00 are paid out of 20.00.
    refunds: twoRefunds(refunds).map((refund, index) => ({
      ...refund,
      return: made,
      totalRefundedSet: money(index === 0 ? '50.0' : '20.0'),
    })),
  }))
  expect(differences).toEqual([])
})
