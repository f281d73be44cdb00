import { z } from 'zod'
import { each, OptionalText } from '../kit/fields.ts'
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
    ...each(WdOptionalInstant, 'SubmittedDate', 'DateSubmitted', 'CompletedDate', 'DateCompleted', 'DateModified'),
    OrderID: WdId,
    OrderNumber: WdNumber,
    ...each(OptionalText, 'WebsiteID', 'ContactID', 'Type', 'OrderStatus', 'PaymentStatus', 'ShippingStatus'),
    ...each(OptionalText, 'ShippingType'),
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
  ...each(OptionalText, 'ProductID', 'SKU', 'Title', 'ProductName', 'Department', 'Type', 'ShippedDate'),
  Quantity: WdDecimal,
  Price: WdDecimal,
  OriginalPrice: WdOptionalDecimal,
  /** per unit */
  CostOfGood: WdOptionalDecimal,
  IsSubSKU: WdFlag,
})
export type OrderItem = z.output<typeof OrderItem>

const Tender = z.object({ PaymentDate: WdOptionalInstant, PaymentStatus: OptionalText })

/** An order as returned by GetOrderDetail. */
export const OrderDetail = z.object({
  OrderID: WdId,
  ...each(OptionalText, 'TransactionType', 'Marketplace', 'PickupDate', 'RequestedShipDate', 'FutureShipDate'),
  ...each(OptionalText, 'SalesAssociate', 'ClubName', 'ClubShipmentName'),
  PreviousOrderNumber: WdOptionalNumber,
  CorporateOrderNumber: WdOptionalNumber,
  BillContact: wdOptional(WdName.extend({ ...WdAddress.shape, ContactID: OptionalText })),
  ShipToAddress: wdOptional(WdAddress),
  SubTotal: WdDecimal,
  ...each(WdOptionalDecimal, 'Shipping', 'Handling', 'Tax', 'Deposit', 'Tip', 'TotalAfterTip', 'AmountPaidByGiftCard'),
  ...each(WdOptionalDecimal, 'AmountPaidByPoints'),
  Total: WdDecimal,
  OrderItems: wdList(OrderItem),
  Tender: wdList(Tender),
})
export type OrderDetail = z.output<typeof OrderDetail>

/** Both responses about one order. */
export interface WineDirectOrder extends OrderSummary {
  readonly detail: OrderDetail
}
