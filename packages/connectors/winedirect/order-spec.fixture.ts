import type { CanonicalRecord } from '#domain/canonical/record.ts'
import type { FakeProduct } from './winery-goods.fixture.ts'
import type { FakeClub, FakeContact } from './winery-people.fixture.ts'

export interface FakeLine {
  readonly product: FakeProduct
  /** negative on refunds */
  readonly quantity: number
  /** unit price after discount, cents */
  readonly price: number
  /** unit price before discount, cents */
  readonly original: number
  /** share of the order coupon, cents */
  readonly coupon: number
}

type OrderCodes = Pick<
  CanonicalRecord<'orders'>,
  'channel' | 'order_type' | 'payment_status' | 'fulfillment_status' | 'delivery_method' | 'compliance_status'
>

/** An order as the fake returns it, with the expected canonical codes. Amounts in cents, negative on refunds. */
export interface OrderSpec extends OrderCodes {
  readonly id: string
  readonly number: string
  readonly contact: FakeContact | null
  readonly ordered: number
  readonly isCompleted: boolean
  readonly type: string
  readonly orderStatus: string
  readonly paymentStatus: string
  readonly shippingStatus: string
  readonly shippingType: string | null
  readonly isPickup: boolean
  readonly isPendingPickup: boolean
  readonly pickupDate: string | null
  readonly isShippedTo: boolean
  readonly transactionType: string
  readonly isRefund: boolean
  readonly previous: { readonly id: string; readonly number: string } | null
  readonly club: FakeClub | null
  readonly shipment: string | null
  readonly corporate: string | null
  readonly marketplace: string | null
  readonly associate: string | null
  readonly requestedShip: string | null
  readonly lines: readonly FakeLine[]
  readonly hasKitParts: boolean
  /** shipping dates by line; other lines were not shipped */
  readonly shippedLines: number
  readonly shipping: number
  readonly handling: number
  readonly tax: number
  readonly deposit: number
  readonly tip: number
  /** refund date of a refunded order; null: not refunded, or a separate refund order exists */
  readonly returned: number | null
  /** a refund written without minus signs */
  readonly isWrittenPositive: boolean
}

/** Cents; negative on refunds. */
export type Money = Pick<CanonicalRecord<'orders'>, 'subtotal' | 'discount' | 'tip' | 'total'>
