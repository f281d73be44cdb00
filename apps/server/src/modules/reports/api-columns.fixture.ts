const timeParts = (prefix: string) =>
  ['Year', 'Quarter', 'Month', 'Week', 'Day', 'Weekday', 'Hour'].map((part) => `${prefix}${part}`)

const words = (text: string) => text.trim().split(/\s+/)

const ORDER_DIMENSIONS = words(
  'orderId orderNumber orderDate channel orderType deliveryMethod fulfillmentStatus customerId customerName teamMember clubName releaseName state country isClubOrder isRefund isWeekend',
)

/** What clients may rely on, by report type. */
export const API_COLUMNS: Readonly<Record<string, readonly string[]>> = {
  Orders: [
    ...ORDER_DIMENSIONS,
    ...timeParts('order'),
    ...words('itemCount subtotal discount shipping tax tip total netSales orderCount averageOrder daysWaiting'),
  ],
  OrderLines: [
    ...ORDER_DIMENSIONS,
    ...timeParts('order'),
    ...words(
      'lineId sku productTitle category brand vintage varietal quantity unitPrice lineDiscount netSales unitsSold orderCount',
    ),
  ],
}
