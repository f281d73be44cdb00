import { columnList, textLiteral } from '../ddl.ts'
import { type Apply, rowsChanged, stagingNames, stored } from './apply.ts'
import { CUSTOMER_COLUMNS, customerValues, joinCustomers } from './order-customers.ts'

/** Relations of staging shape: whole orders, each with all of its lines. */
export interface WholeOrders {
  readonly orders: string
  readonly lines: string
  /** relation of the ids, when the service has other orders too */
  readonly only: string | null
}

const SALES = `CASE WHEN l.item_kind <> 'gift_card' THEN l.amount ELSE 0 END`

const insertHeaders = (apply: Apply, { orders, lines }: WholeOrders): string =>
  `INSERT INTO main.orders (service_id, ${columnList(stagingNames('orders'))}, item_count, net_sales, is_counted, wine_count,
     ${columnList(CUSTOMER_COLUMNS)})
   SELECT ${textLiteral(apply.serviceId)}, ${columnList(stagingNames('orders'), 'o')}, o.item_count, o.net_sales,
          o.payment_status = 'paid' AND NOT o.is_refund AND o.net_sales > 0, o.wine_count,
          ${customerValues.join(', ')}
   FROM (
     SELECT g.*, coalesce(own.item_count, 0) AS item_count,
            CASE WHEN g.payment_status = 'paid' THEN coalesce(own.sales, 0) ELSE 0 END AS net_sales,
            CASE WHEN g.payment_status = 'paid' THEN coalesce(own.wine_count, 0) ELSE 0 END AS wine_count
     FROM ${orders} g LEFT JOIN (
       SELECT l.order_source_id, sum(l.quantity) AS item_count, sum(${SALES})::BIGINT AS sales,
              sum(l.quantity) FILTER (WHERE l.item_kind = 'wine') AS wine_count
       FROM ${lines} l GROUP BY l.order_source_id
     ) own ON own.order_source_id = g.source_id
   ) o ${joinCustomers(apply)}`

// A line whose order was never given is kept, and counts for nothing until the order comes.
const insertLines = (apply: Apply, { lines, only }: WholeOrders): string =>
  `INSERT INTO main.order_lines (service_id, ${columnList(stagingNames('order_lines'))}, net_sales, ordered_utc,
     ordered_local, channel, currency, is_refund, is_paid, is_counted)
   SELECT ${textLiteral(apply.serviceId)}, ${columnList(stagingNames('order_lines'), 'l')},
          CASE WHEN o.payment_status = 'paid' THEN ${SALES} ELSE 0 END, o.ordered_utc, o.ordered_local, o.channel,
          o.currency, coalesce(o.is_refund, false), coalesce(o.payment_status = 'paid', false),
          coalesce(o.is_counted, false)
   FROM ${lines} l LEFT JOIN (
     SELECT t.source_id, t.payment_status, t.ordered_utc, t.ordered_local, t.channel, t.currency, t.is_refund, t.is_counted
     FROM ${stored(apply, 'orders')} t ${only ? `WHERE t.source_id IN (SELECT source_id FROM ${only})` : ''}
   ) o ON o.source_id = l.order_source_id`

/** Inserts orders with their lines, derived columns computed; returns the number of rows. */
export const insertOrders = async (apply: Apply, whole: WholeOrders): Promise<number> => {
  const orders = await rowsChanged(apply, insertHeaders(apply, whole))
  return orders + (await rowsChanged(apply, insertLines(apply, whole)))
}
