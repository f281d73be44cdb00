import { z } from 'zod'
import {
  WdDecimal,
  WdFlag,
  WdId,
  WdNumber,
  WdOptionalDecimal,
  WdOptionalInstant,
  WdOptionalNumber,
  WdText,
  wdList,
  wdPart,
} from './fields.ts'

// Versions of the service differ in whether the word date comes first or last.
const TimestampColumns = z.object({
  SubmittedDate: WdOptionalInstant,
  DateSubmitted: WdOptionalInstant,
  CompletedDate: WdOptionalInstant,
  DateCompleted: WdOptionalInstant,
})

/** An order as SearchOrders lists it. */
export const OrderSummary = TimestampColumns.extend({
  OrderID: WdId,
  OrderNumber: WdNumber,
  WebsiteID: WdText,
  ContactID: WdText,
  DateModified: WdOptionalInstant,
  Type: WdText,
  OrderStatus: WdText,
  PaymentStatus: WdText,
  ShippingStatus: WdText,
  ShippingType: WdText,
  IsAPickupOrder: WdFlag,
  IsPendingPickup: WdFlag,
  OrderTotal: WdOptionalDecimal,
  TotalAfterTip: WdOptionalDecimal,
}).transform(({ SubmittedDate, DateSubmitted, CompletedDate, DateCompleted, ...rest }, context) => {
  const completed = CompletedDate ?? DateCompleted
  const ordered = completed ?? SubmittedDate ?? DateSubmitted
  if (ordered !== null) return { ...rest, ordered, isCompleted: completed !== null }
  context.issues.push({ code: 'custom', message: 'It has no date', path: ['SubmittedDate'], input: undefined })
  return z.NEVER
})
export type OrderSummary = z.output<typeof OrderSummary>

export const OrderItem = z.object({
  ProductID: WdText,
  SKU: WdText,
  Title: WdText,
  ProductName: WdText,
  Quantity: WdDecimal,
  Price: WdDecimal,
  OriginalPrice: WdOptionalDecimal,
  /** per unit */
  CostOfGood: WdOptionalDecimal,
  Department: WdText,
  Type: WdText,
  IsSubSKU: WdFlag,
  ShippedDate: WdText,
})
export type OrderItem = z.output<typeof OrderItem>

const BillContact = z.object({
  ContactID: WdText,
  FirstName: WdText,
  LastName: WdText,
  Company: WdText,
  City: WdText,
  StateCode: WdText,
  CountryCode: WdText,
  ZipCode: WdText,
})

const ShipToAddress = z.object({ City: WdText, StateCode: WdText, CountryCode: WdText, ZipCode: WdText })

const Tender = z.object({ PaymentDate: WdOptionalInstant, PaymentStatus: WdText })

/** An order as returned by GetOrderDetail. */
export const OrderDetail = z.object({
  OrderID: WdId,
  TransactionType: WdText,
  PreviousOrderNumber: WdOptionalNumber,
  CorporateOrderNumber: WdOptionalNumber,
  Marketplace: WdText,
  BillContact: wdPart(BillContact),
  ShipToAddress: wdPart(ShipToAddress),
  PickupDate: WdText,
  RequestedShipDate: WdText,
  FutureShipDate: WdText,
  SalesAssociate: WdText,
  ClubName: WdText,
  ClubShipmentName: WdText,
  SubTotal: WdDecimal,
  Shipping: WdOptionalDecimal,
  Handling: WdOptionalDecimal,
  Tax: WdOptionalDecimal,
  Deposit: WdOptionalDecimal,
  Tip: WdOptionalDecimal,
  Total: WdDecimal,
  TotalAfterTip: WdOptionalDecimal,
  AmountPaidByGiftCard: WdOptionalDecimal,
  AmountPaidByPoints: WdOptionalDecimal,
  OrderItems: wdList(OrderItem),
  Tender: wdList(Tender),
})
export type OrderDetail = z.output<typeof OrderDetail>

/** Both responses about one order. */
export interface WineDirectOrder {
  readonly summary: OrderSummary
  readonly detail: OrderDetail
}
