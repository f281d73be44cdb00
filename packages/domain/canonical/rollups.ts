import type { CanonicalTable, ColumnKind } from './tables.ts'

/**
 * Sums by local day that the loader keeps in step with the rows they sum, in the same transaction: the same numbers from far
 * fewer rows. Each has `service_id`, `day` and `currency` beside the columns it is kept `by`; a column of `sums` adds up over
 * any of these.
 */
export interface RollupSpec {
  readonly of: Extract<CanonicalTable, 'orders' | 'order_lines'>
  /** columns of the summed table */
  readonly by: readonly string[]
  readonly sums: Readonly<Record<string, Extract<ColumnKind, 'money' | 'quantity' | 'integer'>>>
}

const money = 'money' as const
const quantity = 'quantity' as const
const integer = 'integer' as const

const ORDER_SUMS = {
  /** orders of any kind */
  orders: integer,
  counted: integer,
  /** refunds that were paid out */
  refunds: integer,
  net_sales: money,
  /** of counted orders */
  counted_net_sales: money,
  counted_items: quantity,
  /** of paid orders */
  paid_items: quantity,
  items: quantity,
  subtotal: money,
  discount: money,
  shipping: money,
  tax: money,
  tip: money,
  total: money,
}

const LINE_SUMS = {
  lines: integer,
  net_sales: money,
  discount: money,
  quantity,
  /** on paid orders */
  paid_quantity: quantity,
  /** that were bought and not returned, on paid orders */
  sold_lines: integer,
  /** distinct counted orders: an order has one day, so days add up, but not the columns that its lines differ in */
  counted: integer,
}

export const ROLLUPS = {
  orders_by_day: { of: 'orders', by: ['channel', 'order_type', 'is_refund'], sums: ORDER_SUMS },
  orders_by_team_member: { of: 'orders', by: ['channel', 'team_member'], sums: ORDER_SUMS },
  orders_by_place: { of: 'orders', by: ['channel', 'state', 'country'], sums: ORDER_SUMS },
  lines_by_day: { of: 'order_lines', by: ['channel'], sums: LINE_SUMS },
  lines_by_brand: { of: 'order_lines', by: ['channel', 'brand'], sums: LINE_SUMS },
  lines_by_category: { of: 'order_lines', by: ['channel', 'category'], sums: LINE_SUMS },
  lines_by_product: { of: 'order_lines', by: ['channel', 'product_source_id'], sums: LINE_SUMS },
} as const satisfies Record<string, RollupSpec>

export type Rollup = keyof typeof ROLLUPS

export const ROLLUP_NAMES = Object.keys(ROLLUPS) as Rollup[]
