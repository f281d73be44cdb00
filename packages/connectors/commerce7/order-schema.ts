import { z } from 'zod'
import { each, OptionalText, optional, optionalList } from '../kit/fields.ts'
import { RecordProblem } from '../kit/read-records.ts'
import {
  Cents,
  CentsOrZero,
  Cost,
  Id,
  OptionalCents,
  OptionalInstant,
  PersonName,
  Reference,
  SalesAssociate,
  YesUnlessDenied,
} from './fields.ts'

const ARTICLE = {
  productId: Reference,
  productVariantId: Reference,
  ...each(OptionalText, 'productTitle', 'sku', 'type', 'taxType'),
  /** per unit */
  costOfGood: Cost,
}

const Component = z.object({
  ...ARTICLE,
  /** list price per unit */
  price: optional(z.number()),
  /** units per bundle; negative in some refunds, 0 of what the customer left out */
  quantity: z.number().transform(Math.abs),
})
export type Component = z.output<typeof Component>

const Item = z.object({
  ...ARTICLE,
  id: Reference,
  ...each(OptionalText, 'purchaseType', 'vendor', 'departmentCode'),
  /** per unit, after discount; can have fractions of a cent */
  price: z.number(),
  /** per unit, before discount */
  originalPrice: optional(z.number()),
  quantity: z.number(),
  tax: CentsOrZero,
  bundleItems: optionalList(Component).transform((parts) => parts.filter(({ quantity }) => quantity > 0)),
})
export type Item = z.output<typeof Item>

const OrderAddress = optional(
  z.object({
    ...each(OptionalText, 'firstName', 'lastName', 'city', 'stateCode', 'zipCode', 'countryCode'),
  }),
)

/** Of a coupon or promotion: what it takes off the items. The documentation shows the lists empty. */
const Discounts = optionalList(z.object({ inUse: YesUnlessDenied, productValue: CentsOrZero })).catch([])

export const Order = z.object({
  id: Id,
  orderNumber: z.union([z.number(), z.string().min(1)]).transform(String),
  ...each(OptionalInstant, 'orderSubmittedDate', 'orderPaidDate', 'createdAt', 'updatedAt'),
  ...each(OptionalText, 'purchaseType', 'externalOrderVendor', 'paymentStatus', 'fulfillmentStatus'),
  ...each(OptionalText, 'complianceStatus', 'channel', 'orderDeliveryMethod'),
  previousOrderId: Reference,
  linkedOrders: optionalList(z.object({ id: Reference, orderId: Reference })),
  requestedShipDate: optional(z.string()),
  selectedShippingOptions: optional(z.object({ requestedShipDate: optional(z.string()) })),
  customerId: Reference,
  customer: PersonName,
  salesAssociate: SalesAssociate,
  club: optional(
    z.object({
      clubId: Reference,
      clubTitle: OptionalText,
      clubPackageId: Reference,
      clubPackageTitle: OptionalText,
    }),
  ),
  billTo: OrderAddress,
  shipTo: OrderAddress,
  /** sum of the items, after discount */
  subTotal: Cents,
  ...each(CentsOrZero, 'shipTotal', 'taxTotal', 'dutyTotal', 'bottleDepositTotal'),
  tipTotal: OptionalCents,
  /** includes tax, shipping, duty and deposits, excludes the tip */
  total: Cents,
  totalAfterTip: OptionalCents,
  items: z.array(Item),
  shipping: optionalList(z.object({ tax: CentsOrZero })),
  taxes: optionalList(z.object({ price: CentsOrZero, isIncludedInPrice: z.boolean().nullish() })),
  coupons: Discounts,
  promotions: Discounts,
  tenders: optionalList(z.object({ tip: CentsOrZero, chargeStatus: OptionalText })),
})
export type Order = z.output<typeof Order>

/** An order as it is compared. */
export const ListedOrder = Order.pick(each(true, 'id', 'orderSubmittedDate', 'orderPaidDate', 'createdAt', 'updatedAt'))

/** The date that an order counts under: its submission. Epoch milliseconds. */
export const resolveOrderDate = (order: z.output<typeof ListedOrder>): number | null =>
  order.orderSubmittedDate ?? order.orderPaidDate ?? order.createdAt

/** Throws `RecordProblem`. */
export const orderedAt = (order: Order): number => {
  const ordered = resolveOrderDate(order)
  if (ordered === null) throw new RecordProblem('orderSubmittedDate', 'orderSubmittedDate is missing')
  return ordered
}

/** Orders made before Commerce7 had purchase types have none: a negative one is a refund, any other a regular order. */
export const resolvePurchaseType = ({ purchaseType, total, subTotal }: Order): string =>
  purchaseType ?? (total < 0 || subTotal < 0 ? 'Refund' : 'Regular')

export const isRefundOrder = (order: Order): boolean => resolvePurchaseType(order) === 'Refund'
