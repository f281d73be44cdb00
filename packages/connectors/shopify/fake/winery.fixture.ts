import type { CanonicalRow } from '../../kit/connector.ts'
import { soldRows } from '../../kit/expected-rows.fixture.ts'
import { createRandom } from '../../kit/winery.fixture.ts'
import { ARTICLE_COUNT, customerSeed, type ProductSeed, productSeed } from './catalog.fixture.ts'
import { orderSeed, REFUND_FORMS, refundSeed } from './order-seeds.fixture.ts'
import { below, type CustomerRow, type OrderSeed, refundRows } from './seeds.fixture.ts'

const HOUR_MS = 3_600_000

export interface WineryOptions {
  readonly orders: number
  /** when the last order was placed, epoch milliseconds; the others precede it at intervals of `spacingMs` */
  readonly until: number
  readonly spacingMs?: number
}

const touch = (order: OrderSeed, at: number, changes: Partial<OrderSeed['row']>): void => {
  order.row = { ...order.row, ...changes, source_updated: at }
  order.lines = order.lines.map((line) => ({ ...line, source_updated: at }))
}

const isReturnable = ({ row, refunds, isTest }: OrderSeed): boolean =>
  row.payment_status_raw === 'PAID' && refunds.length === 0 && !isTest

const orderRowsOf = (order: OrderSeed): CanonicalRow[] =>
  [order, ...order.refunds.map((refund) => refundRows(order, refund))].flatMap(soldRows)

/** Shopify's dates have whole seconds. */
const wholeSecond = (at: number): number => at - (at % 1000)

/** A fictional winery on Shopify, with its expected rows and functions to change it. */
export class ShopifyWinery {
  readonly orders: OrderSeed[] = []
  readonly products: ProductSeed[] = []
  readonly customers: CustomerRow[] = []
  readonly #random = createRandom(1)
  readonly #ordersByRefund = new Map<string, OrderSeed>()
  #nextOrder = 0
  #nextRefund = 0
  #nextProduct = 0
  #nextCustomer = 0

  /** its expected canonical rows, excluding test orders */
  rows(): CanonicalRow[] {
    return [
      ...this.products.flatMap(({ row, stock }): CanonicalRow[] => [
        { table: 'products', row },
        ...stock.map((level) => ({ table: 'inventory' as const, row: level })),
      ]),
      ...this.customers.map((row) => ({ table: 'customers' as const, row })),
      ...this.orders.filter(({ isTest }) => !isTest).flatMap(orderRowsOf),
    ]
  }

  addProduct(at: number): void {
    this.products.push(productSeed(this.#nextProduct, wholeSecond(at), this.#random))
    this.#nextProduct += 1
  }

  addCustomer(at: number): void {
    this.customers.push(customerSeed(this.#nextCustomer, wholeSecond(at), this.#random))
    this.#nextCustomer += 1
  }

  /** Places an order of one of the forms that a shop has. */
  place(given: number): OrderSeed {
    const at = wholeSecond(given)
    // Products beyond the item list are never sold, so they can be deleted.
    const products = this.products.slice(0, ARTICLE_COUNT)
    const { customers } = this
    const order = orderSeed({ number: this.#nextOrder, at, products, customers, random: this.#random })
    this.#nextOrder += 1
    this.orders.push(order)
    if (order.cancelledAt !== null) this.takeBack(order, at + 60_000, 'whole')
    return order
  }

  /** Refunds part of the order in the next of the possible forms and updates the order. */
  takeBack(
    order: OrderSeed,
    given: number,
    form = REFUND_FORMS[this.#nextRefund % REFUND_FORMS.length] ?? 'whole',
  ): void {
    const at = wholeSecond(given)
    this.#nextRefund += 1
    const id = String(300_000 + this.#nextRefund)
    order.refunds.push(refundSeed(order, form, id, at))
    this.#ordersByRefund.set(id, order)
    const { payment_status_raw } = order.row
    const raw = { whole: 'REFUNDED', part: 'PARTIALLY_REFUNDED', unpaid: payment_status_raw }[form]
    touch(order, at, { payment_status_raw: raw })
  }

  orderOfRefund(id: string): OrderSeed | undefined {
    return this.#ordersByRefund.get(id)
  }

  fulfill(order: OrderSeed, at: number): void {
    touch(order, wholeSecond(at), { fulfillment_status: 'fulfilled', fulfillment_status_raw: 'FULFILLED' })
  }

  deleteOrder(order: OrderSeed): void {
    this.orders.splice(this.orders.indexOf(order), 1)
  }

  #changeStock(at: number): void {
    for (const product of this.products.slice(0, 3)) {
      product.row = { ...product.row, source_updated: at }
      product.stock = product.stock.map((level) => ({
        ...level,
        source_updated: at,
        available: level.available + 6,
        on_hand: level.on_hand + 6,
      }))
    }
  }

  #changeCustomer(index: number, at: number): void {
    const customer = this.customers[index]
    if (!customer) return
    this.customers[index] = { ...customer, email: `moved${at}@example.com`, source_updated: at }
  }

  /** Creates, changes and deletes records of every kind; orders are not deleted. */
  change(given: number, howMany = 6): void {
    const at = wholeSecond(given)
    while (this.products.length < ARTICLE_COUNT) this.addProduct(at)
    if (this.products.length > ARTICLE_COUNT) this.products.splice(ARTICLE_COUNT, 1)
    this.addProduct(at)
    this.#changeStock(at)
    this.addCustomer(at)
    for (let index = 0; index < howMany; index += 1) {
      this.#changeCustomer(below(this.customers.length, this.#random), at)
      const unfulfilled = this.orders.find(({ row }) => row.fulfillment_status_raw === 'UNFULFILLED')
      if (unfulfilled) this.fulfill(unfulfilled, at)
      const candidates = this.orders.filter(isReturnable)
      const taken = candidates[below(candidates.length, this.#random)]
      if (taken) this.takeBack(taken, at)
      this.place(at - index * 1000)
    }
  }
}

export const createShopifyWinery = ({ orders, until, spacingMs = 3 * HOUR_MS }: WineryOptions): ShopifyWinery => {
  const winery = new ShopifyWinery()
  const opened = until - orders * spacingMs
  if (orders > 0) for (let index = 0; index <= ARTICLE_COUNT; index += 1) winery.addProduct(opened)
  for (let index = 0; index < Math.ceil(orders / 5); index += 1) winery.addCustomer(opened + index)
  for (let index = 1; index <= orders; index += 1) {
    const at = opened + index * spacingMs
    const order = winery.place(at)
    if (index % 11 === 0 && isReturnable(order)) winery.takeBack(order, at + HOUR_MS / 2)
  }
  return winery
}
