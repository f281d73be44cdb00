import { stagingNames } from '#warehouse/schema/stored-columns.ts'
import { columnList, textLiteral } from '../ddl.ts'
import { type Apply, rowsChanged, stored } from './apply.ts'
import { denormalizedNames, denormalizedValues, joinDenormalized } from './denormalized-columns.ts'
import { costsByOrder, type LineCosts } from './line-costs.ts'

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

/** The part of the net sales of an order `o` whose lines have a cost. */
const costedSales = (costs: LineCosts): string =>
  costs === null ? '0' : `CASE WHEN o.payment_status = 'paid' THEN coalesce(k.costed_sales, 0) ELSE 0 END`

const insertHeaders = (apply: Apply, { orders, lines }: WholeOrders, costs: LineCosts): string =>
  `INSERT INTO main.orders (service_id, ${columnList(stagingNames('orders'))}, item_count, net_sales, is_counted, wine_count,
     is_awaiting, compliance, cost_of_goods, costed_sales, uncosted_sales, customer_service_id, customer_id,
     ${denormalizedNames('customers')})
   SELECT ${textLiteral(apply.serviceId)}, ${columnList(stagingNames('orders'), 'o')}, o.item_count, o.net_sales,
          o.payment_status = 'paid' AND NOT o.is_refund AND o.net_sales > 0, o.wine_count,
          ${IS_AWAITING}, lower(o.compliance_status),
          ${costs === null ? 'NULL' : 'k.cost_of_goods'}, ${costedSales(costs)}, o.net_sales - ${costedSales(costs)},
          o.customer_service_id, o.customer_id, ${denormalizedValues('customers')}
   FROM (
     SELECT g.*, CASE WHEN g.customer_source_id IS NOT NULL THEN coalesce(w.customer_service_id, ${textLiteral(apply.serviceId)}) END
              AS customer_service_id,
            coalesce(w.customer_id, g.customer_source_id) AS customer_id, coalesce(own.item_count, 0) AS item_count,
            CASE WHEN g.payment_status = 'paid' THEN coalesce(own.sales, 0) ELSE 0 END AS net_sales,
            CASE WHEN g.payment_status = 'paid' THEN coalesce(own.wine_count, 0) ELSE 0 END AS wine_count
     FROM ${orders} g LEFT JOIN ${stored(apply, 'customers')} w ON w.source_id = g.customer_source_id LEFT JOIN (
       SELECT l.order_source_id, sum(l.quantity) AS item_count, sum(${sales('l')})::BIGINT AS sales,
              sum(l.quantity) FILTER (WHERE l.item_kind = 'wine') AS wine_count
       FROM ${lines} l GROUP BY l.order_source_id
     ) own ON own.order_source_id = g.source_id
   ) o ${costs === null ? '' : `LEFT JOIN (${costsByOrder(costs)}) k ON k.order_source_id = o.source_id`}
   ${joinDenormalized('customers')}`

// A line without its order is stored, and counts for nothing until the order is loaded.
const insertLines = (apply: Apply, { lines, only }: WholeOrders, costs: LineCosts): string =>
  `INSERT INTO main.order_lines (service_id, ${columnList(stagingNames('order_lines'))}, net_sales, ordered_utc,
     ordered_local, channel, currency, is_refund, is_paid, is_counted, product_cost, cost_of_goods,
     ${denormalizedNames('products')})
   SELECT ${textLiteral(apply.serviceId)}, ${columnList(stagingNames('order_lines'), 'o')},
          CASE WHEN h.payment_status = 'paid' THEN ${sales('o')} ELSE 0 END, h.ordered_utc, h.ordered_local, h.channel,
          h.currency, coalesce(h.is_refund, false), coalesce(h.payment_status = 'paid', false),
          coalesce(h.is_counted, false), ${costs === null ? 'NULL, NULL' : 'k.product_cost, k.cost_of_goods'},
          ${denormalizedValues('products')}
   FROM ${lines} o ${costs === null ? '' : `LEFT JOIN ${costs} k ON k.source_id = o.source_id`} LEFT JOIN (
     SELECT t.source_id, t.payment_status, t.ordered_utc, t.ordered_local, t.channel, t.currency, t.is_refund, t.is_counted
     FROM ${stored(apply, 'orders')} t ${only ? `WHERE t.source_id IN (SELECT source_id FROM ${only})` : ''}
   ) h ON h.source_id = o.order_source_id ${joinDenormalized('products', textLiteral(apply.serviceId))}`

/** Inserts orders with their lines, derived columns computed; returns the number of rows. `costs`: of these lines. */
export const insertOrders = async (apply: Apply, whole: WholeOrders, costs: LineCosts): Promise<number> => {
  const orders = await rowsChanged(apply, insertHeaders(apply, whole, costs))
  return orders + (await rowsChanged(apply, insertLines(apply, whole, costs)))
}
