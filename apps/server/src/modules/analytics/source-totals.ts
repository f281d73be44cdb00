import type { Dialect } from '#semantic/catalog/dialect.ts'
import type { SqlValue, Statement } from '#warehouse/engine.ts'

/** Orders of one service in a range. */
interface OrderTotals {
  readonly orders: number
  readonly refunds: number
  /** major units of the account's currency */
  readonly netSales: number
}

export interface SourceTotals {
  readonly serviceId: string
  readonly stored: OrderTotals
  /** as the source last gave them, counted before they were merged; null where that is not known of all stored orders */
  readonly source: OrderTotals | null
}

/** Half-open local days; null: all dates. */
export type SourceRange = { readonly from: string; readonly until: string } | null

const totalsSql = ({
  placeholder,
}: Dialect): string => `SELECT service_id, count(*) FILTER (WHERE stored AND NOT is_refund),
    count(*) FILTER (WHERE stored AND is_refund), coalesce(sum(net_sales) FILTER (WHERE stored), 0)::DOUBLE,
    count(*) FILTER (WHERE NOT stored AND NOT is_refund), count(*) FILTER (WHERE NOT stored AND is_refund),
    coalesce(sum(net_sales) FILTER (WHERE NOT stored), 0)::DOUBLE, count(*) FILTER (WHERE unknown)
  FROM (
    SELECT o.service_id AS service_id, true AS stored, o.is_refund AS is_refund, o.net_sales AS net_sales,
      s.source_id IS NULL AS unknown, o.ordered_local AS ordered_local, o.currency AS currency
    FROM orders o LEFT JOIN source_orders s ON s.service_id = o.service_id AND s.source_id = o.source_id
    UNION ALL
    SELECT service_id, false, is_refund, net_sales, false, ordered_local, currency FROM source_orders
  ) WHERE currency = ${placeholder(1, 'text')} AND ordered_local >= ${placeholder(2, 'date')} AND ordered_local < ${placeholder(3, 'date')}
  GROUP BY service_id ORDER BY service_id`

/** Stored orders by service, and the same as their source gave them. Independent of the semantic query. */
export const sourceTotalsStatement = (dialect: Dialect, currency: string, range: SourceRange): Statement => ({
  sql: totalsSql(dialect),
  params: [currency, range?.from ?? '0001-01-01', range?.until ?? '9999-01-01'],
})

export const readSourceTotals = (rows: readonly (readonly SqlValue[])[], minorUnits: number): SourceTotals[] =>
  rows.map(([serviceId, ...numbers]) => {
    const [orders = 0, refunds = 0, net = 0, givenOrders = 0, givenRefunds = 0, givenNet = 0, unknown = 0] =
      numbers.map(Number)
    return {
      serviceId: String(serviceId),
      stored: { orders, refunds, netSales: net / minorUnits },
      source: unknown > 0 ? null : { orders: givenOrders, refunds: givenRefunds, netSales: givenNet / minorUnits },
    }
  })
