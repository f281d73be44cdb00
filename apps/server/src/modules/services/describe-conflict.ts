import { countOf } from '#domain/text.ts'
import type { ConflictingOrders } from '#warehouse/staging.ts'

/** Why stored orders would be replaced by others, and what to do. */
export const describeConflict = ({ orders, orderNumber, storedDay, givenDay }: ConflictingOrders): string => {
  const others = orders === 1 ? '' : `, and so ${orders === 2 ? 'does' : 'do'} ${countOf(orders - 1, 'other')}`
  return `Order ${orderNumber} of ${givenDay} has the same ID as an order of ${storedDay}${others}. If your numbering restarts, combine the date with the order ID. If the orders were corrected, replace them`
}
