import { sum } from '../../kit/expected-rows.fixture.ts'
import {
  at,
  createRandom,
  lineCents,
  orderLines,
  personName,
  pickFrom,
  type StockedProduct,
  stockProducts,
  unitShare,
} from '../../kit/winery.fixture.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const TAX_PERCENT = 7.75

export interface AccountSeed {
  readonly id: number
  readonly first: string
  readonly last: string
  readonly role: string
  readonly isPaying: boolean
  readonly created: number
  modified: number | null
}

export interface LineSeed {
  readonly id: number
  readonly product: StockedProduct
  readonly size: StockedProduct['sizes'][number]
  readonly quantity: number
  /** before discounts, of the whole line */
  readonly gross: number
  readonly discount: number
  readonly tax: number
}

export interface RefundSeed {
  readonly id: number
  readonly created: number
  /** index of the order's line, what of it, and its tax */
  readonly lines: readonly {
    readonly line: number
    readonly quantity: number
    readonly cents: number
    readonly tax: number
  }[]
  readonly shipping: number
  readonly cents: number
}

export interface SubscriptionSeed {
  readonly id: number
  status: string
  readonly account: AccountSeed
  readonly product: StockedProduct
  readonly created: number
  modified: number
  cancelled: number | null
  readonly isPickup: boolean
}

export interface OrderSeed {
  readonly id: number
  status: string
  readonly createdVia: string
  readonly created: number
  readonly paid: number | null
  modified: number
  readonly account: AccountSeed | null
  /** email address of a guest; null: nobody gave one */
  readonly guest: string | null
  readonly lines: readonly LineSeed[]
  readonly shipping: number
  readonly shippingTitle: string | null
  readonly fees: readonly { readonly id: number; readonly name: string; readonly cents: number }[]
  readonly giftCard: number
  readonly renews: SubscriptionSeed | null
  refunds: readonly RefundSeed[]
}

export interface WinerySeeds {
  readonly products: StockedProduct[]
  /** by SKU; one that is missing isn't counted */
  readonly stock: Map<string, number>
  readonly accounts: AccountSeed[]
  readonly subscriptions: SubscriptionSeed[]
  readonly orders: OrderSeed[]
}

export const sumTax = ({ lines }: OrderSeed): number => sum(lines, ({ tax }) => tax)

/** What the customer paid, by card and by gift card. */
export const orderTotal = (order: OrderSeed): number =>
  sum(order.lines, ({ gross, discount, tax }) => gross - discount + tax) +
  order.shipping +
  sum(order.fees, ({ cents }) => cents)

const ROLES = ['administrator', 'subscriber', 'wholesale_customer']

const accountsBefore = (now: number): AccountSeed[] =>
  Array.from({ length: 30 }, (_, index) => ({
    id: 20 + index,
    ...personName(index),
    role: ROLES[index] ?? 'customer',
    isPaying: index !== 0 && index % 3 !== 1,
    created: now - (400 - index) * DAY,
    modified: index % 5 === 0 ? null : now - (90 - index) * DAY,
  }))

/** Fields of an order that differ from a paid one in the online shop. */
type OrderForm = Partial<Pick<OrderSeed, 'status' | 'createdVia' | 'shippingTitle' | 'giftCard' | 'fees'>> & {
  readonly isUnpaid?: true
  readonly isFree?: true
}

const fee = (name: string, cents: number) => ({ fees: [{ id: 1, name, cents }] })

/** Every special form that the platform has. */
const FORMS: readonly OrderForm[] = [
  {},
  { status: 'processing' },
  { createdVia: 'store-api', ...fee('Tip', 500) },
  { status: 'on-hold', isUnpaid: true },
  { createdVia: 'admin', ...fee('Bottle Deposit', 60) },
  { status: 'pending', isUnpaid: true },
  { shippingTitle: 'Local pickup', ...fee('Loyalty discount', -300) },
  { status: 'cancelled' },
  { createdVia: 'pos-rest-api', shippingTitle: null },
  { status: 'failed', isUnpaid: true },
  { giftCard: 1000 },
  { status: 'checkout-draft', isUnpaid: true },
  fee('Engraving', 900),
  { createdVia: '', isFree: true },
  fee('Insulated packaging', 400),
]

const MEMBER_STATES = ['active', 'active', 'active', 'on-hold', 'cancelled', 'pending-cancel', 'expired', 'pending']

const seconds = (epochMs: number): number => Math.floor(epochMs / 1000) * 1000

export interface WineryOptions {
  readonly orders: number
  readonly now: number
  readonly seed?: number
}

/** A store in WooCommerce's own terms. */
export interface Winery {
  readonly seeds: WinerySeeds
  /** New orders, an account, refunds, a finished order, one in the trash, and the members and stock of the day. */
  change(at: number): void
}

/** Grows a winery from a seed. */
export const createWinery = ({ orders, now, seed = 1 }: WineryOptions): Winery => {
  const random = createRandom(seed)
  const pick = <T>(items: readonly T[]): T => pickFrom(items, random)
  const modified = now - 100 * DAY
  const names = ['chardonnay', 'rose', 'pinot', 'tasting', 'cap', 'giftCard', 'club'] as const
  const seeds: WinerySeeds = {
    products: stockProducts(names, { first: 1001, firstSize: 1101, modified }),
    stock: new Map(Object.entries({ CH22: 240, ROSE: 96, PN21: 60, CAP: 12 })),
    accounts: orders === 0 ? [] : accountsBefore(now),
    subscriptions: [],
    orders: [],
  }
  const articles = seeds.products.flatMap((product) => product.sizes.map((size) => ({ product, size })))
  const goods = articles.slice(0, -1)
  let lastId = 5000
  const newId = (): number => {
    lastId += 1
    return lastId
  }

  const addSubscription = (created: number, account: AccountSeed): SubscriptionSeed => {
    const status = pick(MEMBER_STATES)
    const subscription = {
      id: newId(),
      status,
      account,
      product: at(articles, articles.length - 1).product,
      created,
      modified: created + DAY,
      cancelled: ['cancelled', 'pending-cancel', 'expired'].includes(status) ? created + DAY : null,
      isPickup: random() < 0.3,
    }
    seeds.subscriptions.push(subscription)
    return subscription
  }

  /** `form`: index of a special form; `renews`: the subscription that it renews */
  const addOrder = (created: number, form: number, renews: SubscriptionSeed | null = null): OrderSeed => {
    const about = renews ? {} : at(FORMS, form)
    const isKnown = [1, 2].includes(form % 8) && seeds.accounts.length > 0
    const account = renews?.account ?? (isKnown ? pick(seeds.accounts) : null)
    const isShipped = about.shippingTitle !== null && !about.isFree
    const id = newId()
    const lines = orderLines<(typeof goods)[number]>(
      renews ? id : form,
      renews ? articles.slice(-1) : goods,
      renews ? 1 : undefined,
    )
    // Every seventh is paid the next day, such as by bank transfer.
    const waited = form % 7 === 6 ? 26 * HOUR : 60_000
    const order: OrderSeed = {
      id,
      status: about.status ?? 'completed',
      createdVia: renews ? 'subscription' : (about.createdVia ?? 'checkout'),
      created,
      paid: about.isUnpaid ? null : created + waited,
      modified: created + waited + (form % 7 === 6 ? HOUR : 60_000),
      account,
      guest: account || about.createdVia === 'pos-rest-api' ? null : `guest${form % 13}@example.com`,
      lines: lines.map(({ article, quantity, ...priced }) => {
        const { unit, discount } = about.isFree ? { unit: 0, discount: 0 } : priced
        const { ex, tax } = lineCents({ quantity, unit, discount }, TAX_PERCENT, false)
        return { id: newId(), ...article, quantity, gross: ex, discount, tax }
      }),
      shipping: isShipped ? 1500 : 0,
      shippingTitle: isShipped ? (about.shippingTitle ?? 'Flat Rate') : null,
      fees: about.fees ?? [],
      giftCard: about.giftCard ?? 0,
      renews,
      refunds: [],
    }
    seeds.orders.push(order)
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
    refund(order, created, { lines: [{ line: 0, quantity: 1, cents, tax }], shipping: 0, cents: cents + tax })
  }

  /** Sets an order to Refunded: WooCommerce writes a refund of everything, without lines. */
  const refundAll = (order: OrderSeed, created: number): void => {
    order.status = 'refunded'
    refund(order, created, { lines: [], shipping: 0, cents: orderTotal(order) })
  }

  for (let index = 0; index < orders; index += 1) {
    const created = seconds(now - 60 * DAY + Math.floor((index * 57 * DAY) / orders) - (index % 1000))
    if (index % 12 === 5) {
      addOrder(created, index, addSubscription(created, at(seeds.accounts, 3 + (index % 20))))
      continue
    }
    const order = addOrder(created, index)
    if (index % 15 === 0) refundLine(order, created + 2 * DAY)
    if (index % 30 === 1) refundAll(order, created + DAY)
    if (index % 45 === 12) refund(order, created + DAY, { lines: [], shipping: 1500, cents: 1500 })
  }

  const change = (epochMs: number): void => {
    const second = seconds(epochMs)
    // WooCommerce writes no refund of an order that cost nothing.
    const [finished, returned, refunded, trashed] = seeds.orders.filter(
      (order) =>
        order.refunds.length === 0 &&
        ['completed', 'processing'].includes(order.status) &&
        order.guest === null &&
        orderTotal(order) > 0,
    )
    const id = Math.max(19, ...seeds.accounts.map((one) => one.id)) + 1
    const named = { id, first: 'Nia', last: 'Novak', role: 'customer', isPaying: true }
    const account = { ...named, created: second, modified: second }
    seeds.accounts.push(account)
    if (finished) Object.assign(finished, { status: 'completed', modified: second })
    if (returned) refundLine(returned, second)
    if (refunded) refundAll(refunded, second)
    if (trashed) Object.assign(trashed, { status: 'trash', modified: second })
    for (let form = 0; form < 8; form += 1) addOrder(second - 600_000 + form * 1000, form)
    addOrder(second - 60_000, 5, addSubscription(second - 60_000, account))
    const member = seeds.subscriptions.find(({ status }) => status === 'active')
    if (member) Object.assign(member, { status: 'cancelled', cancelled: second, modified: second })
    const [sku, count] = pick([...seeds.stock])
    seeds.stock.set(sku, Math.max(count - 1, 0))
  }
  return { seeds, change }
}
