import { z } from 'zod'
import {
  Cents,
  CentsOrZero,
  Cost,
  DayText,
  Id,
  lenientList,
  OptionalCents,
  OptionalInstant,
  OptionalUnitCents,
  Reference,
  SalesAssociate,
  Text,
  UnitCents,
  YesUnlessDenied,
} from './fields.ts'

const Component = z.object({
  productId: Reference,
  productVariantId: Reference,
  productTitle: Text,
  sku: Text,
  type: Text,
  taxType: Text,
  /** list price per unit */
  price: OptionalUnitCents,
  /** per unit */
  costOfGood: Cost,
  /** units per bundle; negative in some refunds, 0 of what the customer left out */
  quantity: z.number().transform(Math.abs),
})
export type Component = z.output<typeof Component>

const Item = z.object({
  id: Reference,
  purchaseType: Text,
  type: Text,
  taxType: Text,
  productId: Reference,
  productVariantId: Reference,
  productTitle: Text,
  sku: Text,
  /** per unit, after discount */
  price: UnitCents,
  /** per unit, before discount */
  originalPrice: OptionalUnitCents,
  /** per unit */
  costOfGood: Cost,
  quantity: z.number(),
  tax: CentsOrZero,
  vendor: Text,
  departmentCode: Text,
  bundleItems: lenientList(Component).transform((parts) => parts.filter(({ quantity }) => quantity > 0)),
})
export type Item = z.output<typeof Item>

const OrderAddress = z
  .object({
    firstName: Text,
    lastName: Text,
    city: Text,
    stateCode: Text,
    zipCode: Text,
    countryCode: Text,
  })
  .nullish()
  .transform((address) => address ?? null)

const Tender = z.object({ tip: CentsOrZero, chargeStatus: Text })

/** Of a coupon or promotion: what it takes off the items. */
const Discount = z.object({ inUse: YesUnlessDenied, productValue: CentsOrZero })

const LinkedOrder = z.object({ id: Reference, orderId: Reference })

export const Order = z.object({
  id: Id,
  orderNumber: z.union([z.number(), z.string().min(1)]).transform(String),
  orderSubmittedDate: OptionalInstant,
  orderPaidDate: OptionalInstant,
  createdAt: OptionalInstant,
  updatedAt: OptionalInstant,
  purchaseType: Text,
  previousOrderId: Reference,
  linkedOrders: lenientList(LinkedOrder),
  externalOrderVendor: Text,
  paymentStatus: Text,
  fulfillmentStatus: Text,
  complianceStatus: Text,
  channel: Text,
  orderDeliveryMethod: Text,
  requestedShipDate: DayText,
  selectedShippingOptions: z
    .object({ requestedShipDate: DayText })
    .nullish()
    .transform((options) => options?.requestedShipDate ?? null),
  customerId: Reference,
  customer: z
    .object({ firstName: Text, lastName: Text })
    .nullish()
    .transform((customer) => customer ?? null),
  salesAssociate: SalesAssociate,
  club: z
    .object({ clubId: Reference, clubTitle: Text, clubPackageId: Reference, clubPackageTitle: Text })
    .nullish()
    .transform((club) => club ?? null),
  billTo: OrderAddress,
  shipTo: OrderAddress,
  /** sum of the items, after discount */
  subTotal: Cents,
  shipTotal: CentsOrZero,
  taxTotal: CentsOrZero,
  dutyTotal: CentsOrZero,
  bottleDepositTotal: CentsOrZero,
  tipTotal: OptionalCents,
  /** includes tax, shipping, duty and deposits, excludes the tip */
  total: Cents,
  totalAfterTip: OptionalCents,
  items: z.array(Item),
  shipping: lenientList(z.object({ tax: CentsOrZero })),
  taxes: lenientList(z.object({ price: CentsOrZero, isIncludedInPrice: z.boolean().nullish() })),
  // The documentation shows them empty.
  coupons: lenientList(Discount).catch([]),
  promotions: lenientList(Discount).catch([]),
  tenders: lenientList(Tender),
})
export type Order = z.output<typeof Order>

/** Orders made before Commerce7 had purchase types have none: a negative one is a refund, any other a regular order. */
export const resolvePurchaseType = ({ purchaseType, total, subTotal }: Order): string =>
  purchaseType ?? (total < 0 || subTotal < 0 ? 'Refund' : 'Regular')

export const isRefundOrder = (order: Order): boolean => resolvePurchaseType(order) === 'Refund'
