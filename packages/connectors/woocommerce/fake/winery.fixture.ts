import {
  type AccountSeed,
  createRandom,
  type LineSeed,
  type OrderSeed,
  orderTotal,
  type ProductSeed,
  type SubscriptionSeed,
  type VariationSeed,
  type WinerySeeds,
} from './seeds.fixture.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

const productsAt = (at: number): ProductSeed[] => {
  const of = (seed: Omit<ProductSeed, 'modified'>): ProductSeed => ({ ...seed, modified: at })
  const wine = { type: 'simple', category: 'Wines', kind: 'wine' } as const
  return [
    of({
      ...wine,
      id: 1001,
      name: '2021 Estate Pinot Noir',
      cents: 4800,
      sku: '21-PN',
      stock: 240,
      vintage: '2021',
      varietal: 'Pinot Noir',
    }),
    of({
      ...wine,
      id: 1002,
      name: '2022 Ros&eacute; &amp; Friends',
      cents: 2600,
      sku: '22-RO',
      stock: 96,
      vintage: '2022',
      brand: 'Larkmoor',
    }),
    of({
      ...wine,
      id: 1003,
      type: 'variable',
      name: '2019 Cabernet Sauvignon',
      cents: 0,
      sku: '19-CS',
      stock: null,
      vintage: '2019',
      variations: [
        { id: 1013, option: '750ml', cents: 7200, sku: '19-CS-750', stock: 60 },
        { id: 1023, option: 'Magnum', cents: 15_000, sku: '19-CS-MAG', stock: null },
      ],
    }),
    of({
      id: 1004,
      name: 'Estate Tasting',
      type: 'simple',
      category: 'Experiences',
      kind: 'tasting',
      cents: 3500,
      sku: 'TASTE',
      stock: null,
      vintage: null,
    }),
    of({
      id: 1005,
      name: 'Corkscrew',
      type: 'simple',
      category: 'Merchandise',
      kind: 'merch',
      cents: 1250,
      sku: 'CORK',
      stock: 12,
      vintage: null,
    }),
    of({
      id: 1006,
      name: 'Gift Card',
      type: 'gift-card',
      category: 'Uncategorized',
      kind: 'gift_card',
      cents: 10_000,
      sku: 'GIFT',
      stock: null,
      vintage: null,
    }),
    of({
      id: 1007,
      name: 'Estate Club',
      type: 'subscription',
      category: 'Wine Club',
      kind: 'club_fee',
      cents: 12_000,
      sku: 'CLUB',
      stock: null,
      vintage: null,
    }),
  ]
}

const NAMES = ['Ana', 'Bob', 'Chloe', 'Dev', 'Eve', 'Finn', 'Gia', 'Hal', 'Ida', 'Jon']
const LAST = ['Keller', 'Lopez', 'Moreau']

const accountsBefore = (now: number): AccountSeed[] =>
  Array.from({ length: 30 }, (_, index) => ({
    id: 20 + index,
    first: NAMES[index % NAMES.length] ?? 'Ana',
    last: LAST[index % LAST.length] ?? 'Keller',
    role: index === 0 ? 'administrator' : index === 1 ? 'subscriber' : index === 2 ? 'wholesale_customer' : 'customer',
    isPaying: index !== 0 && index % 3 !== 1,
    created: now - (400 - index) * DAY,
    modified: index % 5 === 0 ? null : now - (90 - index) * DAY,
  }))

/** Fields of an order that differ from a paid one in the online shop. */
type OrderForm = Partial<Pick<OrderSeed, 'status' | 'createdVia' | 'shippingTitle' | 'giftCard' | 'fees'>> & {
  readonly isUnpaid?: true
  readonly isFree?: true
}

const fee = (id: number, name: string, cents: number) => ({ id, name, cents })

/** Every special form that the platform has. */
const FORMS: readonly OrderForm[] = [
  {},
  { status: 'processing' },
  { createdVia: 'store-api', fees: [fee(1, 'Tip', 500)] },
  { status: 'on-hold', isUnpaid: true },
  { createdVia: 'admin', fees: [fee(1, 'Bottle Deposit', 60)] },
  { status: 'pending', isUnpaid: true },
  { shippingTitle: 'Local pickup', fees: [fee(1, 'Loyalty discount', -300)] },
  { status: 'cancelled' },
  { createdVia: 'pos-rest-api', shippingTitle: null },
  { status: 'failed', isUnpaid: true },
  { giftCard: 1000 },
  { status: 'checkout-draft', isUnpaid: true },
  { fees: [fee(1, 'Engraving', 900)] },
  { createdVia: '', isFree: true },
  { fees: [fee(1, 'Insulated packaging', 400)] },
]

/** Grows a winery from a seed. */
export const createWinery = ({ orders, now, seed = 1 }: { orders: number; now: number; seed?: number }) => {
  const random = createRandom(seed)
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T
  const seeds: WinerySeeds = {
    products: productsAt(now - 100 * DAY),
    accounts: orders === 0 ? [] : accountsBefore(now),
    subscriptions: [],
    orders: [],
  }
  let nextId = 5000
  const newId = (): number => {
    nextId += 1
    return nextId
  }
  const club = seeds.products.find(({ type }) => type === 'subscription') as ProductSeed
  const goods = seeds.products.filter(({ type }) => type !== 'subscription')

  const addSubscription = (at: number, account: AccountSeed): SubscriptionSeed => {
    const status = pick(['active', 'active', 'active', 'on-hold', 'cancelled', 'pending-cancel', 'expired', 'pending'])
    const isOver = ['cancelled', 'pending-cancel', 'expired'].includes(status)
    const subscription = {
      id: newId(),
      status,
      account,
      product: club,
      started: at,
      modified: at + DAY,
      cancelled: isOver ? at + DAY : null,
      isPickup: random() < 0.3,
    }
    seeds.subscriptions.push(subscription)
    return subscription
  }

  const makeLine = (product: ProductSeed, isFree: boolean): LineSeed => {
    const variation: VariationSeed | null = product.variations ? pick(product.variations) : null
    const quantity = 1 + Math.floor(random() * 6)
    const gross = isFree ? 0 : (variation?.cents ?? product.cents) * quantity
    const discount = random() < 0.3 ? Math.round(gross / 10) : 0
    return { id: newId(), product, variation, quantity, gross, discount, tax: Math.round((gross - discount) * 0.0775) }
  }

  /** `form`: index of a special form; `renews`: the subscription that it renews */
  const addOrder = (at: number, form: number, renews: SubscriptionSeed | null = null): OrderSeed => {
    const about: OrderForm = renews ? {} : (FORMS[form % FORMS.length] ?? {})
    const isPos = about.createdVia === 'pos-rest-api'
    const account = renews?.account ?? (form % 4 === 1 && seeds.accounts.length > 0 ? pick(seeds.accounts) : null)
    const products = renews ? [club] : Array.from({ length: 1 + (form % 3) }, () => pick(goods))
    const isShipped = about.shippingTitle !== null && !about.isFree
    const order: OrderSeed = {
      id: newId(),
      status: about.status ?? 'completed',
      createdVia: renews ? 'subscription' : (about.createdVia ?? 'checkout'),
      created: at,
      // Every seventh is paid the next day, such as by bank transfer.
      paid: about.isUnpaid ? null : at + (form % 7 === 6 ? 26 * HOUR : 60_000),
      modified: at + (form % 7 === 6 ? 27 * HOUR : 120_000),
      account,
      guest: account || isPos ? null : `guest${form % 13}@example.com`,
      lines: products.map((product) => makeLine(product, about.isFree === true)),
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

  /** Returns one unit of the first line. */
  const refundLine = (order: OrderSeed, at: number): void => {
    const [line] = order.lines
    if (!line || order.refunds.length > 0) return
    const cents = Math.floor((line.gross - line.discount) / line.quantity)
    const tax = Math.floor(line.tax / line.quantity)
    const lines = [{ line: 0, quantity: 1, cents, tax }]
    order.refunds = [{ id: newId(), at, lines, shipping: 0, cents: cents + tax }]
    order.modified = at
  }

  /** Sets an order to Refunded: WooCommerce writes a refund of everything, without lines. */
  const refundAll = (order: OrderSeed, at: number): void => {
    order.status = 'refunded'
    order.refunds = [{ id: newId(), at, lines: [], shipping: 0, cents: orderTotal(order) }]
    order.modified = at
  }

  const refundShipping = (order: OrderSeed, at: number): void => {
    order.refunds = [{ id: newId(), at, lines: [], shipping: 1500, cents: 1500 }]
    order.modified = at
  }

  const start = now - 60 * DAY
  for (let index = 0; index < orders; index += 1) {
    const at = start + Math.floor((index * 57 * DAY) / Math.max(orders, 1)) - (index % 1000)
    const second = Math.floor(at / 1000) * 1000
    if (index % 12 === 5) {
      const account = seeds.accounts[3 + (index % 20)] as AccountSeed
      const subscription = addSubscription(second, account)
      addOrder(second, index, subscription)
      continue
    }
    const order = addOrder(second, index)
    if (index % 15 === 0) refundLine(order, second + 2 * DAY)
    if (index % 30 === 1) refundAll(order, second + DAY)
    if (index % 45 === 12) refundShipping(order, second + DAY)
  }

  return { seeds, addOrder, addSubscription, refundLine, refundAll, newId, pick }
}

export type Winery = ReturnType<typeof createWinery>
