const timeParts = (prefix: string) =>
  ['Year', 'Quarter', 'Month', 'Week', 'Day', 'Weekday', 'Hour'].map((part) => `${prefix}${part}`)

/** A day has no hour. */
const dayParts = (prefix: string) => timeParts(prefix).filter((columnId) => !columnId.endsWith('Hour'))

const words = (text: string) => text.trim().split(/\s+/)

const ORDER_DIMENSIONS = words(
  'orderId orderNumber orderDate channel orderType deliveryMethod fulfillmentStatus customerId customerName teamMember clubName releaseName state country isClubOrder isRefund isWeekend requestedShipDate',
)

/** The documented columns by report type. */
export const API_COLUMNS: Readonly<Record<string, readonly string[]>> = {
  Orders: [
    ...ORDER_DIMENSIONS,
    ...timeParts('order'),
    ...dayParts('requestedShip'),
    ...words('itemCount subtotal discount shipping tax tip total netSales orderCount averageOrder daysWaiting'),
  ],
  OrderLines: [
    ...ORDER_DIMENSIONS,
    ...timeParts('order'),
    ...dayParts('requestedShip'),
    ...words(
      'lineId sku productTitle category brand vintage varietal quantity unitPrice lineDiscount netSales unitsSold orderCount',
    ),
  ],
  Products: [
    ...words('productId sku productTitle category brand vintage varietal price unitsSold netSales orderCount'),
    ...words('lastSoldDate orderDate isWeekend'),
    ...timeParts('order'),
    ...dayParts('lastSold'),
  ],
  Customers: [
    ...words('customerId customerName email city state country birthDate ageBracket customerSince lastOrderDate'),
    ...words('orderCount netSales lifetimeValue averageOrder isClubMember customerCount orderDate isWeekend'),
    ...timeParts('order'),
    ...timeParts('customerSince'),
    ...dayParts('lastOrder'),
    ...dayParts('birth'),
  ],
  Inventory: words('sku productTitle location onHand reserved allocated available weeksOnHand'),
  Memberships: [
    ...words('membershipId clubName customerId customerName status signupDate cancelledDate cancellationReason'),
    ...timeParts('signup'),
    ...timeParts('cancelled'),
    ...words('tenureDays memberCount activeMembers signups cancellations attritionRate isWeekend'),
  ],
  MembershipHolds: [
    ...words('membershipId customerName clubName holdStart holdEnd holdReason holdDays holdCount isWeekend'),
    ...dayParts('holdStart'),
    ...dayParts('holdEnd'),
  ],
  ClubReleases: [
    ...words('releaseId releaseName clubName releaseDate membersEligible processed skipped onHold declined orderCount'),
    ...words('bottles gross discount netSales averageOrder shipCount pickupCount unfulfilled isWeekend'),
    ...timeParts('release'),
  ],
  ReleaseMembers: [
    ...words('releaseId releaseName membershipId customerId customerName clubName outcome releaseDate memberCount'),
    ...words('isWeekend'),
    ...timeParts('release'),
  ],
  Reservations: [
    ...words('reservationId reservationDate experience status channel guests customerId teamMember revenue'),
    ...words('bottlePurchases clubSignups isWeekend'),
    ...timeParts('reservation'),
  ],
}
