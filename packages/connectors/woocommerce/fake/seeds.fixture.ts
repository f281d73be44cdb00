/** A seeded generator of numbers from 0 to 1. */
export const createRandom = (seed: number): (() => number) => {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

export interface ProductSeed {
  readonly id: number
  readonly name: string
  readonly type: string
  readonly category: string
  /** expected kind */
  readonly kind: string
  readonly cents: number
  readonly sku: string
  modified: number
  stock: number | null
  readonly vintage: string | null
  readonly varietal?: string
  readonly brand?: string
  readonly variations?: readonly VariationSeed[]
}

export interface VariationSeed {
  readonly id: number
  readonly option: string
  readonly cents: number
  readonly sku: string
  stock: number | null
}

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
  readonly product: ProductSeed
  readonly variation: VariationSeed | null
  readonly quantity: number
  /** before discounts, of the whole line */
  readonly gross: number
  readonly discount: number
  readonly tax: number
}

export interface RefundSeed {
  readonly id: number
  readonly at: number
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
  readonly product: ProductSeed
  readonly started: number
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
  readonly products: ProductSeed[]
  readonly accounts: AccountSeed[]
  readonly subscriptions: SubscriptionSeed[]
  readonly orders: OrderSeed[]
}

export const sum = <T>(items: readonly T[], of: (item: T) => number): number =>
  items.reduce((total, item) => total + of(item), 0)

export const sumTax = ({ lines }: OrderSeed): number => sum(lines, ({ tax }) => tax)

export const feesNamed = ({ fees }: OrderSeed, ...names: readonly string[]): number =>
  sum(
    fees.filter(({ name }) => names.includes(name)),
    ({ cents }) => cents,
  )

/** What the customer paid, by card and by gift card. */
export const orderTotal = (order: OrderSeed): number =>
  sum(order.lines, ({ gross, discount, tax }) => gross - discount + tax) +
  order.shipping +
  sum(order.fees, ({ cents }) => cents)
