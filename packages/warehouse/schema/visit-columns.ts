import { derivedColumns } from './stored-columns.ts'

/** An inferred row names its line, and the customer follows from that of the source. */
const OTHERS = ['order_line_source_id', 'customer_service_id', 'customer_id']

/** What a reservation derives from orders, memberships and other reservations. */
export const VISIT_COLUMNS = derivedColumns('reservations')
  .map(({ name }) => name)
  .filter((name) => !OTHERS.includes(name))
