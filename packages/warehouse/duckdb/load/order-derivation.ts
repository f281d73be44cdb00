import { columnList, textLiteral } from '../ddl.ts'
import { type Apply, rowsChanged, stagingNames, stored } from './apply.ts'
import { denormalizedNames, denormalizedValues, joinDenormalized } from './denormalized-columns.ts'

/** Relations of staging shape: whole orders, each with all of its lines. */
export interface WholeOrders {
  readonly orders: string
  readonly lines: string
  /** relation of the ids, when the service has other orders too */
  readonly only: string | null
}

const sales = (line: string): string => `CASE WHEN ${line}.item_kind <> 'gift_card' THEN ${line}.amount ELSE 0 END`

/** SQL over an order. */
export const IS_AWAITING = `payment_status = 'paid' AND NOT is_refund AND fulfillment_status IN ('unfulfilled', 'partial')`

const insertHeaders = (apply: Apply, { orders, lines }: WholeOrders): string =>
  `INSERT INTO main.orders (service_id, ${columnList(stagingNames('orders'))}, item_count, net_sales, is_counted, wine_count,
     is_awaiting, compliance, ${denormalizedNames('customers')})
   SELECT ${textLiteral(apply.serviceId)}, ${columnList(stagingNames('orders'), 'o')}, o.item_count, o.net_sales,
          o.payment_status = 'paid' AND NOT o.is_refund AND o.net_sales > 0, o.wine_count,
          ${IS_AWAITING}, lower(o.compliance_status), ${denormalizedValues('customers')}
   FROM (
     SELECT g.*, coalesce(own.item_count, 0) AS item_count,
            CASE WHEN g.payment_status = 'paid' THEN coalesce(own.sales, 0) ELSE 0 END AS net_sales,
            CASE WHEN g.payment_status = 'paid' THEN coalesce(own.wine_count, 0) ELSE 0 END AS wine_count
     FROM ${orders} g LEFT JOIN (
       SELECT l.order_source_id, sum(l.quantity) AS item_count, sum(${sales('l')})::BIGINT AS sales,
              sum(l.quantity) FILTER (WHERE l.item_kind = 'wine') AS wine_count
       FROM ${lines} l GROUP BY l.order_source_id
     ) own ON own.order_source_id = g.source_id
   ) o ${joinDenormalized(apply, 'customers')}`

// A line without its order is stored, and counts for nothing until the order is loaded.
const insertLines = (apply: Apply, { lines, only }: WholeOrders): string =>
  `INSERT INTO main.order_lines (service_id, ${columnList(stagingNames('order_lines'))}, net_sales, ordered_utc,
     ordered_local, channel, currency, is_refund, is_paid, is_counted, ${denormalizedNames('products')})
   SELECT ${textLiteral(apply.serviceId)}, ${columnList(stagingNames('order_lines'), 'o')},
          CASE WHEN h.payment_status = 'paid' THEN ${sales('o')} ELSE 0 END, h.ordered_utc, h.ordered_local, h.channel,
          h.currency, coalesce(h.is_refund, false), coalesce(h.payment_status = 'paid', false),
          coalesce(h.is_counted, false), ${denormalizedValues('products')}
   FROM ${lines} o LEFT JOIN (
     SELECT t.source_id, t.payment_status, t.ordered_utc, t.ordered_local, t.channel, t.currency, t.is_refund, t.is_counted
     FROM ${stored(apply, 'orders')} t ${only ? `WHERE t.source_id IN (SELECT source_id FROM ${only})` : ''}
   ) h ON h.source_id = o.order_source_id ${joinDenormalized(apply, 'products')}`

/** Inserts orders with their lines, derived columns computed; returns the number of rows. */
export const insertOrders = async (apply: Apply, whole: WholeOrders): Promise<number> => {
  const orders = await rowsChanged(apply, insertHeaders(apply, whole))
  return orders + (await rowsChanged(apply, insertLines(apply, whole)))
}
