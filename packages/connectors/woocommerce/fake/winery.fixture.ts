import { sum } from '../../kit/expected-rows.fixture.ts'
import {
  at,
  createRandom,
  lineCents,
  orderLines,
  personName,
  pickFrom,
  stockProducts,
  unitShare,
} from '../../kit/winery.fixture.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const TAX_PERCENT = 7.75

export interface RefundSeed {
  readonly id: number
  readonly created: number
  /** index of the order's line, what of it, and its tax; none: everything */
  readonly lines: readonly {
    readonly line: number
    readonly quantity: number
    readonly cents: number
    readonly tax: number
  }[]
  readonly cents: number
}

export const sumTax = ({ lines }: OrderSeed): number => sum(lines, ({ tax }) => tax)

/** What the customer paid. */
export const orderTotal = ({ lines, shipping }: OrderSeed): number =>
  sum(lines, ({ gross, discount, tax }) => gross - discount + tax) + shipping

const ROLES = ['administrator', 'subscriber', 'wholesale_customer']

const accountsBefore = (now: number) =>
  Array.from({ length: 30 }, (_, index) => ({
    id: 20 + index,
    ...personName(index),
    role: ROLES[index] ?? 'customer',
    isPaying: index !== 0 && index % 3 !== 1,
    created: now - (400 - index) * DAY,
    modified: index % 5 === 0 ? null : now - (90 - index) * DAY,
  }))

export type AccountSeed = ReturnType<typeof accountsBefore>[number]

/** How an order differs from a paid one in the online shop. */
interface OrderForm {
  readonly status?: string
  readonly createdVia?: string
  readonly shippingTitle?: string | null
  readonly isUnpaid?: true
}

/** Every special form that the platform has. */
const FORMS: readonly OrderForm[] = [
  {},
  { status: 'processing' },
  { createdVia: 'store-api' },
  { status: 'on-hold', isUnpaid: true },
  { createdVia: 'admin' },
  { status: 'pending', isUnpaid: true },
  { shippingTitle: 'Local pickup' },
  { status: 'cancelled' },
  { createdVia: 'pos-rest-api', shippingTitle: null },
  { status: 'failed', isUnpaid: true },
  { status: 'checkout-draft', isUnpaid: true },
  { createdVia: '' },
]

const MEMBER_STATES = ['active', 'active', 'active', 'on-hold', 'cancelled', 'pending-cancel', 'expired', 'pending']

const seconds = (epochMs: number): number => Math.floor(epochMs / 1000) * 1000

export interface WineryOptions {
  readonly orders: number
  readonly now: number
}

/** A store in WooCommerce's own terms. */
export const createWinery = ({ orders: count, now }: WineryOptions) => {
  const random = createRandom(1)
  const pick = <T>(items: readonly T[]): T => pickFrom(items, random)
  const modified = now - 100 * DAY
  const names = ['chardonnay', 'rose', 'pinot', 'tasting', 'cap', 'giftCard', 'club'] as const
  const products = stockProducts(names, { first: 1001, firstSize: 1101, modified })
  /** by SKU; one that is missing isn't counted */
  const stock = new Map(Object.entries({ CH22: 240, ROSE: 96, PN21: 60, CAP: 12 }))
  const accounts: AccountSeed[] = count === 0 ? [] : accountsBefore(now)
  const articles = products.flatMap((product) => product.sizes.map((size) => ({ product, size })))
  const goods = articles.slice(0, -1)
  let lastId = 5000
  const newId = (): number => {
    lastId += 1
    return lastId
  }

  const makeSubscription = (created: number, account: AccountSeed) => {
    const status = pick(MEMBER_STATES)
    return {
      id: newId(),
      status,
      account,
      product: at(articles, articles.length - 1).product,
      created,
      modified: created + DAY,
      cancelled: ['cancelled', 'pending-cancel', 'expired'].includes(status) ? created + DAY : null,
      isPickup: random() < 0.3,
    }
  }
  const subscriptions: ReturnType<typeof makeSubscription>[] = []
  const addSubscription = (created: number, account: AccountSeed) => {
    const subscription = makeSubscription(created, account)
    subscriptions.push(subscription)
    return subscription
  }

  /** `form`: index of a special form; `renews`: the subscription that it renews */
  const makeOrder = (created: number, form: number, renews: ReturnType<typeof makeSubscription> | null = null) => {
    const about = renews ? {} : at(FORMS, form)
    const isKnown = [1, 2].includes(form % 8) && accounts.length > 0
    const account = renews?.account ?? (isKnown ? pick(accounts) : null)
    const isShipped = about.shippingTitle !== null
    const id = newId()
    const lines = orderLines<(typeof goods)[number]>(
      renews ? id : form,
      renews ? articles.slice(-1) : goods,
      renews ? 1 : undefined,
    )
    // Every seventh is paid the next day, such as by bank transfer.
    const waited = form % 7 === 6 ? 26 * HOUR : 60_000
    return {
      id,
      status: about.status ?? 'completed',
      createdVia: renews ? 'subscription' : (about.createdVia ?? 'checkout'),
      created,
      paid: about.isUnpaid ? null : created + waited,
      modified: created + waited + (form % 7 === 6 ? HOUR : 60_000),
      account,
      /** email address of a guest; null: nobody gave one */
      guest: account || about.createdVia === 'pos-rest-api' ? null : `guest${form % 13}@example.com`,
      lines: lines.map(({ article, quantity, unit, discount }) => {
        const { ex, tax } = lineCents({ quantity, unit, discount }, TAX_PERCENT)
        // `gross`: before discounts, of the whole line
        return { id: newId(), ...article, quantity, gross: ex, discount, tax }
      }),
      shipping: isShipped ? 1500 : 0,
      shippingTitle: isShipped ? (about.shippingTitle ?? 'Flat Rate') : null,
      renews,
      refunds: [] as readonly RefundSeed[],
    }
  }
  const orders: ReturnType<typeof makeOrder>[] = []
  const addOrder = (...made: Parameters<typeof makeOrder>) => {
    const order = makeOrder(...made)
    orders.push(order)
    return order
  }

  const refund = (order: OrderSeed, created: number, given: Omit<RefundSeed, 'id' | 'created'>): void =>
    void Object.assign(order, { refunds: [{ id: newId(), created, ...given }], modified: created })

  /** Returns one unit of the first line. */
  const refundLine = (order: OrderSeed, created: number): void => {
    const [line] = order.lines
    if (!line || order.refunds.length > 0) return
    const cents = unitShare(line.gross - line.discount, 1, line.quantity)
    const tax = unitShare(line.tax, 1, line.quantity)
    refund(order, created, { lines: [{ line: 0, quantity: 1, cents, tax }], cents: cents + tax })
  }

  /** Sets an order to Refunded: WooCommerce writes a refund of everything, without lines. */
  const refundAll = (order: OrderSeed, created: number): void => {
    order.status = 'refunded'
    refund(order, created, { lines: [], cents: orderTotal(order) })
  }

  for (let index = 0; index < count; index += 1) {
    const created = seconds(now - 60 * DAY + Math.floor((index * 57 * DAY) / count) - (index % 1000))
    if (index % 12 === 5) {
      addOrder(created, index, addSubscription(created, at(accounts, 3 + (index % 20))))
      continue
    }
    const order = addOrder(created, index)
    if (index % 15 === 0) refundLine(order, created + 2 * DAY)
    if (index % 30 === 1) refundAll(order, created + DAY)
  }

  /** New orders, an account, refunds, a finished order, one in the trash, and the members and stock of the day. */
  const change = (epochMs: number): void => {
    const second = seconds(epochMs)
    // WooCommerce writes no refund of an order that cost nothing.
    const [finished, returned, refunded, trashed] = orders.filter(
      (order) =>
        order.refunds.length === 0 &&
        ['completed', 'processing'].includes(order.status) &&
        order.guest === null &&
        orderTotal(order) > 0,
    )
    const id = Math.max(19, ...accounts.map((one) => one.id)) + 1
    const named = { id, first: 'Nia', last: 'Novak', role: 'customer', isPaying: true }
    const account = { ...named, created: second, modified: second }
    accounts.push(account)
    if (finished) Object.assign(finished, { status: 'completed', modified: second })
    if (returned) refundLine(returned, second)
    if (refunded) refundAll(refunded, second)
    if (trashed) Object.assign(trashed, { status: 'trash', modified: second })
    for (let form = 0; form < 8; form += 1) addOrder(second - 600_000 + form * 1000, form)
    addOrder(second - 60_000, 5, addSubscription(second - 60_000, account))
    const member = subscriptions.find(({ status }) => status === 'active')
    if (member) Object.assign(member, { status: 'cancelled', cancelled: second, modified: second })
    const [sku, counted] = pick([...stock])
    stock.set(sku, Math.max(counted - 1, 0))
  }
  return { seeds: { products, stock, accounts, subscriptions, orders }, change }
}

type Winery = ReturnType<typeof createWinery>
export type WinerySeeds = Winery['seeds']
export type SubscriptionSeed = WinerySeeds['subscriptions'][number]
export type OrderSeed = WinerySeeds['orders'][number]
export type LineSeed = OrderSeed['lines'][number]
