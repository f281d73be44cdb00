import type { CanonicalRow } from '../kit/connector.ts'
import { createProducts, type FakeProduct, type FakeStock, productRows, stockRows } from './winery-goods.fixture.ts'
import { rowsOfOrder } from './winery-order-rows.fixture.ts'
import { createOrder, type FakeOrder } from './winery-orders.fixture.ts'
import { createCustomer, customerRow, type FakeCustomer } from './winery-people.fixture.ts'

const HOUR_MS = 3_600_000

/** A store in BigCommerce's own terms, and the rows that Cuvee must make of it. */
export interface FakeWinery {
  readonly products: FakeProduct[]
  readonly stock: FakeStock[]
  readonly customers: FakeCustomer[]
  readonly orders: FakeOrder[]
  rows(): CanonicalRow[]
  /** New, changed, completed, and refunded orders, and other changes, at this time. */
  change(at: number, count: number): void
}

/** BigCommerce counts in seconds. */
const seconds = (at: number): number => Math.floor(at / 1000) * 1000

export interface WinerySeed {
  readonly orders: number
  readonly now: number
  /** default: one for three orders */
  readonly customers?: number
}

export const createWinery = ({
  orders: count,
  now,
  customers: people = Math.ceil(count / 3),
}: WinerySeed): FakeWinery => {
  const start = seconds(now) - 400 * 24 * HOUR_MS
  const step = Math.floor((390 * 24 * HOUR_MS) / Math.max(count, 1) / 1000) * 1000
  const products = count === 0 ? [] : createProducts(start)
  const stock = products.flatMap((product) =>
    product.variants.map((variant): FakeStock => ({ product, variant, onHand: [variant.id - 480, 60] })),
  )
  const customers = Array.from({ length: people }, (_, index) => createCustomer(index, start + index * 61_000))
  const orders = Array.from({ length: count }, (_, index) =>
    createOrder({ index, created: start + index * step, products, customers }),
  )
  let changes = 0

  const addOrder = (at: number): void => {
    const index = orders.length
    const made = createOrder({ index, created: at, products, customers })
    orders.push({ ...made, modified: at, refunds: [], status: 11, payment: 'captured' })
  }

  const refund = (order: FakeOrder | undefined, at: number, isSilent: boolean): void => {
    if (!order || order.refunds.length > 0) return
    order.refunds = [{ id: 9000 + changes, created: at, form: 'part' }]
    order.payment = 'partially refunded'
    order.status = 14
    // A silent refund leaves the order's own date as it was.
    if (!isSilent) order.modified = at
  }

  const payable = (from: number) =>
    orders
      .slice(from)
      .find(({ payment, refunds, twist }) => payment === 'captured' && refunds.length === 0 && twist === 'none')

  const steps: readonly ((at: number) => void)[] = [
    addOrder,
    (at) => {
      const order = orders.find(({ status }) => status === 9)
      if (order) Object.assign(order, { status: 2, modified: at })
    },
    (at) => refund(payable(3), at, false),
    (at) => refund(payable(40), at, true),
    (at) => {
      const order = orders.find(({ status }) => status === 0)
      if (order) Object.assign(order, { status: 11, modified: at })
    },
    (at) => {
      const customer = createCustomer(customers.length, at)
      customers.push({ ...customer, modified: at })
    },
    (at) => {
      const customer = customers[changes % Math.max(customers.length, 1)]
      if (customer) Object.assign(customer, { group: customer.group === 3 ? 4 : 3, modified: at })
    },
    (at) => {
      const product = products[changes % Math.max(products.length, 1)]
      if (product) product.modified = at
      for (const variant of product?.variants ?? []) variant.price += 100
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
    rows: () => [
      ...products.flatMap(productRows),
      ...stock.flatMap(stockRows),
      ...customers.map(customerRow),
      ...orders.flatMap(rowsOfOrder),
    ],
    change(at, times) {
      const instant = seconds(at)
      // A store without a catalog gets one with its first orders.
      if (products.length === 0) products.push(...createProducts(instant))
      for (let number = 0; number < times; number += 1) {
        steps[changes % steps.length]?.(instant)
        changes += 1
      }
    },
  }
}

export const EVERY_CHANGE = 9
