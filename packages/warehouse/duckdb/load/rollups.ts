import type { DuckDBConnection } from '@duckdb/node-api'
import { ROLLUP_NAMES, ROLLUPS, type Rollup, type RollupPart, type RollupSpec } from '#domain/canonical/rollups.ts'
import { lookupTable } from '#domain/lookup-table.ts'
import { columnList, quoted } from '../ddl.ts'
import { rollupColumns } from '../rollup-ddl.ts'

const sum = (name: string, where?: string): string =>
  `coalesce(sum(${name})${where ? ` FILTER (WHERE ${where})` : ''}, 0)`

const count = (where: string): string => `count(*) FILTER (WHERE ${where})`

const PAID = `payment_status = 'paid'`
const OPEN = `payment_status NOT IN ('paid', 'cancelled')`
const CANCELED = `payment_status = 'cancelled'`

const ORDER_SUMS: Readonly<Record<string, string>> = lookupTable({
  orders: 'count(*)',
  counted: count('is_counted'),
  refunds: count(`is_refund AND payment_status = 'paid'`),
  counted_net_sales: sum('net_sales', 'is_counted'),
  counted_items: sum('item_count', 'is_counted'),
  paid_items: sum('item_count', PAID),
  subtotal: sum('subtotal', PAID),
  discount: sum('discount', PAID),
  shipping: sum('shipping', PAID),
  tax: sum('tax', PAID),
  tip: sum('tip', PAID),
  total: sum('total', PAID),
  open: count(OPEN),
  open_total: sum('total', OPEN),
  canceled: count(CANCELED),
  canceled_total: sum('total', CANCELED),
  paid: count(PAID),
  club_paid: count(`payment_status = 'paid' AND channel = 'club'`),
  club_net_sales: sum('net_sales', `channel = 'club'`),
  has_customer: 'bool_or(has_customer)',
  earlier_sales: 'max(customer_earlier_sales)',
  last_order: `max(ordered_local) FILTER (WHERE payment_status = 'paid' AND NOT is_refund)`,
})

const RELEASE_SUMS: Readonly<Record<string, string>> = lookupTable({
  ...ORDER_SUMS,
  wine: sum('wine_count'),
  shipped: count(`is_counted AND delivery_method = 'ship'`),
  picked_up: count(`is_counted AND delivery_method = 'pickup'`),
  open: count('is_awaiting'),
})

const LINE_SUMS: Readonly<Record<string, string>> = lookupTable({
  lines: 'count(*)',
  discount: sum('discount', 'is_paid'),
  paid_quantity: sum('quantity', 'is_paid'),
  sold_lines: count('is_paid AND quantity > 0'),
  // ids are unique within a service, and every rollup is by service
  counted: 'count(DISTINCT order_source_id) FILTER (WHERE is_counted)',
})

/** Rows that a rollup sums, where these are not all. */
const SUMMED: Readonly<Partial<Record<Rollup, string>>> = {
  lines_of_products: 'has_product',
  orders_by_release: 'release_source_id IS NOT NULL',
  orders_by_customer: 'customer_id IS NOT NULL',
}

const sumsOf = ({ of, part, sums }: RollupSpec): string[] => {
  const ofOrders = part === 'release_source_id' ? RELEASE_SUMS : ORDER_SUMS
  const own = of === 'orders' ? ofOrders : LINE_SUMS
  return Object.keys(sums).map((name) => own[name] ?? sum(name))
}

/** The part of a rollup that a row is summed in, as SQL over the row. */
export const PART_OF: Readonly<Record<RollupPart, string>> = {
  day: 'CAST(ordered_local AS DATE)',
  customer_id: 'customer_id',
  release_source_id: 'release_source_id',
}

/** Rows of a rollup; omitted: all. */
interface Rows {
  /** literal of their service's id */
  readonly service?: string
  readonly where?: string
}

/** What a rollup holds, as a query over the rows it sums. */
const rollupRows = (rollup: Rollup, { service, where = 'true' }: Rows = {}): string => {
  const spec: RollupSpec = ROLLUPS[rollup]
  const keys = [PART_OF[spec.part], 'currency', ...spec.by.map(quoted)]
  const ofService = spec.part === 'customer_id' ? 'customer_service_id' : 'service_id'
  // Grouping by the id of a single service costs as much as by any other text.
  const [groups, among] =
    service === undefined ? [[ofService, ...keys], where] : [keys, `service_id = ${service} AND ${where}`]
  return `SELECT ${[service ?? ofService, ...keys, ...sumsOf(spec)].join(', ')} FROM main.${spec.of} WHERE ${SUMMED[rollup] ?? 'true'} AND ${among} GROUP BY ${groups.join(', ')}`
}

const insertRollup = (rollup: Rollup, rows?: Rows): string =>
  `INSERT INTO main.${quoted(rollup)} (${columnList(rollupColumns(rollup))}) ${rollupRows(rollup, rows)}`

export interface Stale {
  /** literal of the service's id; null: only customers, whose orders may be those of several services */
  readonly service: string | null
  /** relations with the parts to recompute in a column `part`, which may be null; omitted: none */
  readonly parts: Readonly<Partial<Record<RollupPart, string>>>
}

// IN does not match null: lines without their order have no day, and some orders no customer.
const isAmong = (part: string, parts: string): string =>
  `(${part} IN (SELECT part FROM ${parts} WHERE part IS NOT NULL) OR (${part} IS NULL AND EXISTS (SELECT 1 FROM ${parts} WHERE part IS NULL)))`

/** Recomputes parts of a service's rollups, within the caller's transaction. */
export const refreshRollups = async (connection: DuckDBConnection, { service, parts }: Stale): Promise<void> => {
  for (const rollup of ROLLUP_NAMES) {
    const { part }: RollupSpec = ROLLUPS[rollup]
    const stale = parts[part]
    if (stale === undefined) continue
    const ofService = part === 'customer_id' || service === null ? {} : { service }
    const isOfService = ofService.service === undefined ? 'true' : `service_id = ${ofService.service}`
    await connection.run(`DELETE FROM main.${quoted(rollup)} WHERE ${isOfService} AND ${isAmong(part, stale)}`)
    await connection.run(insertRollup(rollup, { ...ofService, where: isAmong(PART_OF[part], stale) }))
  }
}

const isOfCustomers = (rollup: Rollup): boolean => ROLLUPS[rollup].part === 'customer_id'

/** Computes the rollups of a service that has none yet, but for those of its customers, within the caller's transaction. */
export const fillRollups = async (connection: DuckDBConnection, service: string): Promise<void> => {
  for (const rollup of ROLLUP_NAMES) if (!isOfCustomers(rollup)) await connection.run(insertRollup(rollup, { service }))
}

/** Recomputes all rollups, after a change of zone has moved the days. */
export const rebuildRollups = async (connection: DuckDBConnection): Promise<void> => {
  for (const rollup of ROLLUP_NAMES) {
    await connection.run(`DELETE FROM main.${quoted(rollup)}`)
    await connection.run(insertRollup(rollup))
  }
}

/** Deletes the rollups of a service whose rows were removed, but for those of its customers. */
export const forgetRollups = async (connection: DuckDBConnection, service: string): Promise<void> => {
  for (const rollup of ROLLUP_NAMES)
    if (!isOfCustomers(rollup)) await connection.run(`DELETE FROM main.${quoted(rollup)} WHERE service_id = ${service}`)
}
