import type { FakeProduct, FakeVariant } from './winery-goods.fixture.ts'
import type { FakeCustomer } from './winery-people.fixture.ts'

/** Texas; on shipping too in stores whose prices include tax. */
export const TAX_PERCENT = 8

export interface FakeLine {
  readonly id: number
  /** null: a product that isn't in the catalog */
  readonly goods: { readonly product: FakeProduct; readonly variant: FakeVariant } | null
  readonly isGiftCertificate: boolean
  readonly quantity: number
  /** cents of one, as the store enters prices */
  readonly unit: number
  /** cents of the line, as the store enters prices */
  readonly discount: number
}

export interface FakeRefund {
  readonly id: number
  readonly created: number
  /** `part`: one unit of the first line · `whole`: everything · `amount`: 5.00 of the order · `declined`: not paid out */
  readonly form: 'part' | 'whole' | 'amount' | 'declined'
}

/** How an order is paid or reduced besides the discounts of its lines. */
type FakeTwist = 'none' | 'freeShipping' | 'certificate' | 'creditDeducted' | 'wrappedWithFee'

export interface FakeOrder {
  readonly id: number
  readonly created: number
  modified: number
  readonly customer: FakeCustomer | null
  readonly lines: readonly FakeLine[]
  readonly delivery: 'ship' | 'pickup' | 'digital' | 'methodPickup'
  readonly isInclusive: boolean
  readonly twist: FakeTwist
  /** of discounts: a coupon's, or of the order */
  readonly hasCoupon: boolean
  readonly source: readonly [
    source: string,
    external: string | null,
    channel: 'web' | 'phone' | 'pos' | 'club' | 'other',
  ]
  /** cents, as the store enters prices */
  readonly shipping: number
  status: number
  payment: string
  refunds: FakeRefund[]
  isDeleted: boolean
}

const SOURCES: readonly FakeOrder['source'][] = [
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

const DELIVERIES: readonly FakeOrder['delivery'][] = [
  'ship',
  'ship',
  'pickup',
  'ship',
  'methodPickup',
  'ship',
  'digital',
]
const TWISTS: readonly FakeTwist[] = [
  'none',
  'none',
  'freeShipping',
  'none',
  'certificate',
  'none',
  'wrappedWithFee',
  'none',
  'creditDeducted',
]

const at = <T>(items: readonly T[], index: number): T => items[index % items.length] as T

const goodsOf = (products: readonly FakeProduct[]) =>
  products.flatMap((product) => product.variants.map((variant) => ({ product, variant })))

interface OrderSeed {
  readonly index: number
  readonly created: number
  readonly products: readonly FakeProduct[]
  readonly customers: readonly FakeCustomer[]
}

// Every 97th order has more lines than come with its consignment.
const lineCount = (index: number): number => (index % 97 === 30 ? 64 : 1 + (index % 3))

const makeLine = (order: OrderSeed, number: number): FakeLine => {
  const { index, products } = order
  const goods = at(goodsOf(products), index * 3 + number * 2)
  const isGiftCertificate = index % 23 === 5 && number === 0
  const isCustom = index % 19 === 7 && number === 0
  const quantity = isGiftCertificate ? 1 : 1 + ((index + number) % 4)
  const isReduced = index % 4 === 1 && !isGiftCertificate
  const unit = isGiftCertificate ? 10_000 : isCustom ? 4537 : goods.variant.price
  return {
    id: 10_000 + index * 100 + number,
    goods: isGiftCertificate || isCustom ? null : goods,
    isGiftCertificate,
    quantity,
    unit,
    discount: isReduced ? Math.round((unit * quantity * (number + 5)) / 100) : 0,
  }
}

/** An order of every form that the platform has. */
export const createOrder = (seed: OrderSeed): FakeOrder => {
  const { index, created, customers } = seed
  const isIncomplete = index % 29 === 11
  const [status, payment] = at(STATUSES, index)
  const delivery = at(DELIVERIES, index)
  const isRefundable = ['captured', 'paid'].includes(payment) && at(TWISTS, index) === 'none' && !isIncomplete
  const form = isRefundable && index % 5 === 0 ? at(['part', 'whole', 'amount', 'declined'] as const, index / 5) : null
  const isPaidOut = form !== null && form !== 'declined'
  const refundStatus = form === 'whole' ? 4 : 14
  const refundPayment = form === 'whole' ? 'refunded' : 'partially refunded'
  return {
    id: 100 + index,
    created,
    modified: created + (form === null ? 1 : 7) * 3_600_000,
    customer: index % 6 === 2 || customers.length === 0 ? null : at(customers, index * 7),
    lines: Array.from({ length: lineCount(index) }, (_, number) => makeLine(seed, number)),
    delivery,
    isInclusive: index % 11 === 4,
    twist: at(TWISTS, index),
    hasCoupon: index % 2 === 1,
    source: at(SOURCES, index),
    shipping: delivery === 'ship' ? 1500 + (index % 3) * 250 : 0,
    status: isIncomplete ? 0 : isPaidOut ? refundStatus : status,
    payment: isPaidOut ? refundPayment : payment,
    refunds: form === null ? [] : [{ id: 5000 + index, created: created + 6 * 3_600_000, form }],
    isDeleted: false,
  }
}
