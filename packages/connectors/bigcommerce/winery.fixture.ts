import type { Channel } from '#domain/commerce.ts'
import { sum } from '../kit/expected-rows.fixture.ts'
import {
  at,
  lineCents,
  orderLines,
  personName,
  type StockedProduct,
  stockProducts,
  unitShare,
} from '../kit/winery.fixture.ts'

const HOUR_MS = 3_600_000
/** Texas */
const TAX_PERCENT = 8

interface Article {
  readonly product: StockedProduct
  readonly size: StockedProduct['sizes'][number]
}

export interface FakeRefund {
  readonly id: number
  readonly created: number
  /** `part`: one unit of the first line · `whole`: everything */
  readonly form: 'part' | 'whole'
}

export interface FakeStock extends Article {
  /** on hand at the store and in the warehouse */
  readonly onHand: [number, number]
}

const SOURCES: readonly (readonly [source: string, external: string | null, channel: Channel])[] = [
  ['www', null, 'web'],
  ['mobile', null, 'web'],
  ['www', '', 'web'],
  ['manual', null, 'phone'],
  ['external', 'POS (Square)', 'pos'],
  ['external', 'Wine Club App', 'club'],
  ['external', 'M-MIG', 'other'],
]

const STATUSES: readonly (readonly [status: number, payment: string])[] = [
  [11, 'captured'],
  [2, 'captured'],
  [10, 'paid'],
  [3, 'captured'],
  [9, 'captured'],
  [10, ''],
  [7, ''],
  [11, 'authorized'],
  [2, 'authorized'],
  [5, 'void'],
  [8, 'captured'],
  [6, 'declined'],
]

const DELIVERIES = ['ship', 'ship', 'pickup', 'ship', 'methodPickup', 'ship', 'digital'] as const
const REFUNDS = ['part', 'whole'] as const

/** City, state as written out, code, country, postal code; null: no address. */
const ADDRESSES: readonly (readonly [string, string, string, string, string] | null)[] = [
  ['Austin', 'Texas', 'TX', 'US', '78751'],
  ['Napa', 'California', 'CA', 'US', '94559'],
  ['Vancouver', 'British Columbia', 'British Columbia', 'CA', 'V5K 0A1'],
  null,
]

/** Every ninth is a company without a person. */
export const createCustomer = (index: number, created: number) => {
  const isCompany = index % 9 === 8
  return {
    id: 11 + index,
    ...(isCompany ? { first: '', last: '' } : personName(index)),
    company: isCompany ? `Cellar Friends ${index}` : '',
    email: `guest${index}@example.com`,
    group: at([0, 3, 0, 4, 99], index),
    address: at(ADDRESSES, index),
    created,
    modified: created + 60_000,
  }
}

export type FakeCustomer = ReturnType<typeof createCustomer>

/** What an order comes to. */
export const orderCents = ({ lines, shipping }: FakeOrder) => {
  const tax = sum(lines, ({ cents }) => cents.tax)
  return {
    tax,
    discount: sum(lines, ({ discount }) => discount),
    paid: sum(lines, ({ cents }) => cents.netEx) + shipping + tax,
  }
}

/** What is given back: units of lines, and shipping. */
export const refundCents = (order: FakeOrder, { form }: FakeRefund) => {
  if (form === 'whole') {
    const { tax, paid } = orderCents(order)
    const lines = order.lines.map((line) => ({ line, quantity: line.quantity, ...line.cents }))
    return { lines, shipping: order.shipping, tax, total: paid }
  }
  const line = order.lines[0] as FakeLine
  const share = (cents: number): number => unitShare(cents, 1, line.quantity)
  const [netEx, tax] = [share(line.cents.netEx), share(line.cents.tax)]
  return { lines: [{ line, quantity: 1, ex: share(line.cents.ex), netEx }], shipping: 0, tax, total: netEx + tax }
}

interface OrderSeed {
  readonly index: number
  readonly created: number
  readonly products: readonly StockedProduct[]
  readonly customers: readonly FakeCustomer[]
}

/** Sometimes the first is a gift certificate, of which nothing is taxed. */
const makeLines = ({ index, products }: OrderSeed) => {
  const articles = products.flatMap((product) => product.sizes.map((size) => ({ product, size })))
  // Every 97th order has more lines than come with its consignment.
  const lines = orderLines<Article>(index, articles, index % 97 === 30 ? 64 : undefined)
  return lines.map((line, number) => {
    const isGiftCertificate = index % 23 === 5 && number === 0
    const sold = isGiftCertificate ? { article: null, quantity: 1, unit: 10_000, discount: 0 } : line
    return { ...sold, id: 10_000 + index * 100 + number, cents: lineCents(sold, isGiftCertificate ? 0 : TAX_PERCENT) }
  })
}

export type FakeLine = ReturnType<typeof makeLines>[number]

/** An order of every form that the platform has. */
const createOrder = (seed: OrderSeed) => {
  const { index, created, customers } = seed
  const isIncomplete = index % 29 === 11
  const [status, payment] = at(STATUSES, index)
  const delivery = at(DELIVERIES, index)
  const isRefundable = ['captured', 'paid'].includes(payment) && !isIncomplete
  const form = isRefundable && index % 5 === 0 ? at(REFUNDS, index / 5) : null
  return {
    id: 100 + index,
    created,
    modified: created + (form === null ? 1 : 7) * HOUR_MS,
    customer: index % 6 === 2 || customers.length === 0 ? null : at(customers, index * 7),
    lines: makeLines(seed),
    delivery,
    source: at(SOURCES, index),
    /** cents */
    shipping: delivery === 'ship' ? 1500 + (index % 3) * 250 : 0,
    status: isIncomplete ? 0 : form ? (form === 'whole' ? 4 : 14) : status,
    payment: form ? (form === 'whole' ? 'refunded' : 'partially refunded') : payment,
    refunds: form === null ? [] : ([{ id: 5000 + index, created: created + 6 * HOUR_MS, form }] as FakeRefund[]),
    isDeleted: false,
  }
}

export type FakeOrder = ReturnType<typeof createOrder>

/** BigCommerce counts in seconds. */
const seconds = (epochMs: number): number => Math.floor(epochMs / 1000) * 1000

export interface WinerySeed {
  readonly orders: number
  readonly now: number
  /** default: one for three orders */
  readonly customers?: number
}

const createProducts = (modified: number): StockedProduct[] =>
  stockProducts(['pinot', 'chardonnay', 'rose', 'cap', 'tasting', 'oil', 'supper'], {
    first: 101,
    firstSize: 501,
    modified,
  })

/** A store in BigCommerce's own terms. */
export const createWinery = ({ orders: count, now, customers: people = Math.ceil(count / 3) }: WinerySeed) => {
  const start = seconds(now) - 400 * 24 * HOUR_MS
  const step = seconds((390 * 24 * HOUR_MS) / Math.max(count, 1))
  const products = count === 0 ? [] : createProducts(start)
  const stock = products.flatMap((product) =>
    product.sizes.map((size): FakeStock => ({ product, size, onHand: [size.id - 480, 60] })),
  )
  const customers = Array.from({ length: people }, (_, index) => createCustomer(index, start + index * 61_000))
  const orders = Array.from({ length: count }, (_, index) =>
    createOrder({ index, created: start + index * step, products, customers }),
  )
  let changes = 0

  const refund = (from: number, created: number, isSilent: boolean): void => {
    const order = orders.slice(from).find(({ payment, refunds }) => payment === 'captured' && refunds.length === 0)
    if (!order) return
    const refunds: FakeRefund[] = [{ id: 9000 + changes, created, form: 'part' }]
    Object.assign(order, { refunds, payment: 'partially refunded', status: 14 })
    // A silent refund leaves the order's own date as it was.
    if (!isSilent) order.modified = created
  }
  const setStatus = (from: number, status: number, modified: number): void => {
    const order = orders.find((one) => one.status === from)
    if (order) Object.assign(order, { status, modified })
  }

  const steps: readonly ((modified: number) => void)[] = [
    (modified) => {
      const made = createOrder({ index: orders.length, created: modified, products, customers })
      orders.push({ ...made, modified, refunds: [], status: 11, payment: 'captured' })
    },
    (modified) => setStatus(9, 2, modified),
    (modified) => refund(3, modified, false),
    (modified) => refund(40, modified, true),
    (modified) => setStatus(0, 11, modified),
    (modified) => void customers.push({ ...createCustomer(customers.length, modified), modified }),
    (modified) => {
      const customer = customers[changes % Math.max(customers.length, 1)]
      if (customer) Object.assign(customer, { group: customer.group === 3 ? 4 : 3, modified })
    },
    (modified) => {
      const product = at(products, changes)
      product.modified = modified
      for (const size of product.sizes) size.cents += 100
    },
    () => {
      const one = stock[changes % Math.max(stock.length, 1)]
      if (one) one.onHand[0] -= 1
    },
  ]

  return {
    products,
    stock,
    customers,
    orders,
    /** New, changed, completed, and refunded orders, and other changes, at this time. */
    change(epochMs: number, times: number): void {
      // A store without a catalog gets one with its first orders.
      if (products.length === 0) products.push(...createProducts(seconds(epochMs)))
      for (let number = 0; number < times; number += 1) {
        steps[changes % steps.length]?.(seconds(epochMs))
        changes += 1
      }
    },
  }
}

export type FakeWinery = ReturnType<typeof createWinery>

export const EVERY_CHANGE = 9
