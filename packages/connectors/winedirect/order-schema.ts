import { z } from 'zod'
import { OptionalText } from '../kit/fields.ts'
import {
  WdAddress,
  WdDecimal,
  WdFlag,
  WdId,
  WdName,
  WdNumber,
  WdOptionalDecimal,
  WdOptionalInstant,
  WdOptionalNumber,
  wdList,
  wdOptional,
} from './fields.ts'

/** An order as SearchOrders lists it. Versions of the service differ in whether the word date comes first or last. */
export const OrderSummary = z
  .object({
    SubmittedDate: WdOptionalInstant,
    DateSubmitted: WdOptionalInstant,
    CompletedDate: WdOptionalInstant,
    DateCompleted: WdOptionalInstant,
    OrderID: WdId,
    OrderNumber: WdNumber,
    WebsiteID: OptionalText,
    ContactID: OptionalText,
    DateModified: WdOptionalInstant,
    Type: OptionalText,
    OrderStatus: OptionalText,
    PaymentStatus: OptionalText,
    ShippingStatus: OptionalText,
    ShippingType: OptionalText,
    IsAPickupOrder: WdFlag,
    IsPendingPickup: WdFlag,
    OrderTotal: WdOptionalDecimal,
    TotalAfterTip: WdOptionalDecimal,
  })
  .transform(({ SubmittedDate, DateSubmitted, CompletedDate, DateCompleted, ...rest }, context) => {
    const completed = CompletedDate ?? DateCompleted
    const ordered = completed ?? SubmittedDate ?? DateSubmitted
    if (ordered !== null) return { ...rest, ordered, isCompleted: completed !== null }
    context.issues.push({ code: 'custom', message: 'It has no date', path: ['SubmittedDate'], input: undefined })
    return z.NEVER
  })
export type OrderSummary = z.output<typeof OrderSummary>

const OrderItem = z.object({
  ProductID: OptionalText,
  SKU: OptionalText,
  Title: OptionalText,
  ProductName: OptionalText,
  Quantity: WdDecimal,
  Price: WdDecimal,
  OriginalPrice: WdOptionalDecimal,
  /** per unit */
  CostOfGood: WdOptionalDecimal,
  Department: OptionalText,
  Type: OptionalText,
  IsSubSKU: WdFlag,
  ShippedDate: OptionalText,
})
export type OrderItem = z.output<typeof OrderItem>

const Tender = z.object({ PaymentDate: WdOptionalInstant, PaymentStatus: OptionalText })

/** An order as returned by GetOrderDetail. */
export const OrderDetail = z.object({
  OrderID: WdId,
  TransactionType: OptionalText,
  PreviousOrderNumber: WdOptionalNumber,
  CorporateOrderNumber: WdOptionalNumber,
  Marketplace: OptionalText,
  BillContact: wdOptional(WdName.extend({ ...WdAddress.shape, ContactID: OptionalText })),
  ShipToAddress: wdOptional(WdAddress),
  PickupDate: OptionalText,
  RequestedShipDate: OptionalText,
  FutureShipDate: OptionalText,
  SalesAssociate: OptionalText,
  ClubName: OptionalText,
  ClubShipmentName: OptionalText,
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
export interface WineDirectOrder extends OrderSummary {
  readonly detail: OrderDetail
}
