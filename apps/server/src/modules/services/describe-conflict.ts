import type { ConflictingOrders } from '#warehouse/staging.ts'

/** Why stored orders would be replaced by others, and what to do. */
export const describeConflict = ({ orders, orderNumber, storedDay, givenDay }: ConflictingOrders): string => {
  const others = orders === 1 ? '' : `, like ${(orders - 1).toLocaleString('en-US')} more`
  return `Order ${orderNumber} of ${givenDay} would replace another one of ${storedDay} with the same ID${others}. If numbers start again, combine the date into the order ID. If these orders were corrected, replace them`
}
