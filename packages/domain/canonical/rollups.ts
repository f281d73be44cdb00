import type { CanonicalTable, ColumnKind } from './tables.ts'

/**
 * Sums by local day, by customer or by release that the loader keeps consistent with the underlying rows in the same transaction, so
 * that queries read far fewer rows. Each has `service_id` (by customer: that of the customer), its partition, `currency` and the `by` columns. A column of `sums` adds up
 * over any of these; for a timestamp it is the latest, and for a boolean whether any is true.
 */
export interface RollupSpec {
  readonly of: Extract<CanonicalTable, 'orders' | 'order_lines'>
  /** unit that is recomputed when one of its rows changes */
  readonly part: RollupPart
  /** columns of the summed table */
  readonly by: readonly string[]
  readonly sums: Readonly<Record<string, Extract<ColumnKind, 'money' | 'quantity' | 'integer' | 'instant' | 'boolean'>>>
}

/** `day`: the local day; else a column of the summed table */
export type RollupPart = 'day' | 'customer_id' | 'release_source_id'

const money = 'money' as const
const quantity = 'quantity' as const
const integer = 'integer' as const
const instant = 'instant' as const
const boolean = 'boolean' as const

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
  /** of paid orders, as the amounts that follow */
  paid_items: quantity,
  subtotal: money,
  discount: money,
  shipping: money,
  tax: money,
  tip: money,
  total: money,
  /** neither paid nor canceled */
  open: integer,
  open_total: money,
  canceled: integer,
  canceled_total: money,
}

const LINE_SUMS = {
  lines: integer,
  net_sales: money,
  /** on paid orders, as `paid_quantity` */
  discount: money,
  paid_quantity: quantity,
  /** purchased and not returned, on paid orders */
  sold_lines: integer,
  /** distinct counted orders: an order has one day, so days add up, but not columns in which its lines differ */
  counted: integer,
}

const CUSTOMER_SUMS = {
  /** orders of any kind */
  orders: integer,
  counted: integer,
  /** refunds, as everywhere else */
  paid: integer,
  club_paid: integer,
  net_sales: money,
  club_net_sales: money,
  /** of counted orders */
  counted_net_sales: money,
  /** wall-clock time of the last paid order that is not a refund */
  last_order: instant,
  /** the customer exists */
  has_customer: boolean,
  /** sales before the platform's own records; null unless the customer exists */
  earlier_sales: money,
}

const RELEASE_SUMS = {
  counted: integer,
  /** of paid orders, as `discount` */
  subtotal: money,
  discount: money,
  net_sales: money,
  counted_net_sales: money,
  wine: quantity,
  /** of counted orders, as `picked_up` */
  shipped: integer,
  picked_up: integer,
  /** paid and not completely handed over */
  open: integer,
}

export const ROLLUPS = {
  orders_by_day: { of: 'orders', part: 'day', by: ['channel', 'order_type', 'is_refund'], sums: ORDER_SUMS },
  orders_by_team_member: { of: 'orders', part: 'day', by: ['channel', 'team_member'], sums: ORDER_SUMS },
  orders_by_place: { of: 'orders', part: 'day', by: ['channel', 'state', 'country'], sums: ORDER_SUMS },
  lines_by_day: { of: 'order_lines', part: 'day', by: ['channel'], sums: LINE_SUMS },
  lines_by_brand: { of: 'order_lines', part: 'day', by: ['channel', 'brand'], sums: LINE_SUMS },
  lines_by_category: { of: 'order_lines', part: 'day', by: ['channel', 'category'], sums: LINE_SUMS },
  lines_by_product: { of: 'order_lines', part: 'day', by: ['channel', 'product_source_id'], sums: LINE_SUMS },
  // Only lines of existing products, so that an order of several of them counts once.
  lines_of_products: { of: 'order_lines', part: 'day', by: ['channel'], sums: LINE_SUMS },
  orders_by_release: { of: 'orders', part: 'release_source_id', by: [], sums: RELEASE_SUMS },
  // One row per customer and currency: with the channel the table would have half as many rows as orders.
  orders_by_customer: { of: 'orders', part: 'customer_id', by: [], sums: CUSTOMER_SUMS },
} as const satisfies Record<string, RollupSpec>

export type Rollup = keyof typeof ROLLUPS

export const ROLLUP_NAMES = Object.keys(ROLLUPS) as Rollup[]
