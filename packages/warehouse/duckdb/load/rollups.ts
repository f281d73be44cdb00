import type { DuckDBConnection } from '@duckdb/node-api'
import { ROLLUP_NAMES, ROLLUPS, type Rollup, type RollupSpec } from '#domain/canonical/rollups.ts'
import { columnList, quoted } from '../ddl.ts'
import { rollupColumns } from '../rollup-ddl.ts'

const sum = (name: string, where?: string): string =>
  `coalesce(sum(${name})${where ? ` FILTER (WHERE ${where})` : ''}, 0)`

const count = (where: string): string => `count(*) FILTER (WHERE ${where})`

const ORDER_SUMS: Readonly<Record<string, string>> = {
  orders: 'count(*)',
  counted: count('is_counted'),
  refunds: count(`is_refund AND payment_status = 'paid'`),
  counted_net_sales: sum('net_sales', 'is_counted'),
  counted_items: sum('item_count', 'is_counted'),
  paid_items: sum('item_count', `payment_status = 'paid'`),
  items: sum('item_count'),
}

const LINE_SUMS: Readonly<Record<string, string>> = {
  lines: 'count(*)',
  paid_quantity: sum('quantity', 'is_paid'),
  sold_lines: count('is_paid AND quantity > 0'),
  // ids are unique within the service that every rollup is kept by
  counted: 'count(DISTINCT order_source_id) FILTER (WHERE is_counted)',
}

const sumsOf = ({ of, sums }: RollupSpec): string[] => {
  const own = of === 'orders' ? ORDER_SUMS : LINE_SUMS
  return Object.keys(sums).map((name) => own[name] ?? sum(name))
}

/** What a rollup holds, as a query over the rows it sums; `where` narrows them. */
export const rollupRows = (rollup: Rollup, where = 'true'): string => {
  const spec: RollupSpec = ROLLUPS[rollup]
  const keys = ['service_id', 'CAST(ordered_local AS DATE)', 'currency', ...spec.by.map(quoted)]
  return `SELECT ${[...keys, ...sumsOf(spec)].join(', ')} FROM main.${spec.of} WHERE ${where} GROUP BY ${keys.map((_, place) => place + 1).join(', ')}`
}

export const insertRollup = (rollup: Rollup, where?: string): string =>
  `INSERT INTO main.${quoted(rollup)} (${columnList(rollupColumns(rollup))}) ${rollupRows(rollup, where)}`

interface Part {
  /** literal of the service's id */
  readonly service: string
  /** relation with the days to be summed anew in `day`, which may be null; null: all days */
  readonly days: string | null
}

// IN knows no null, and lines without their order have no day.
const onDays = (day: string, days: string | null): string =>
  days === null
    ? 'true'
    : `(${day} IN (SELECT day FROM ${days} WHERE day IS NOT NULL) OR (${day} IS NULL AND EXISTS (SELECT 1 FROM ${days} WHERE day IS NULL)))`

/** Sums a service's days anew, within the caller's transaction. */
export const refreshRollups = async (connection: DuckDBConnection, { service, days }: Part): Promise<void> => {
  for (const rollup of ROLLUP_NAMES) {
    const ofService = `service_id = ${service}`
    await connection.run(`DELETE FROM main.${quoted(rollup)} WHERE ${ofService} AND ${onDays('day', days)}`)
    await connection.run(insertRollup(rollup, `${ofService} AND ${onDays('CAST(ordered_local AS DATE)', days)}`))
  }
}

/** Sums everything anew: for when the days themselves have moved. */
export const rebuildRollups = async (connection: DuckDBConnection): Promise<void> => {
  for (const rollup of ROLLUP_NAMES) {
    await connection.run(`DELETE FROM main.${quoted(rollup)}`)
    await connection.run(insertRollup(rollup))
  }
}

/** Drops the sums of a service whose rows are gone. */
export const forgetRollups = async (connection: DuckDBConnection, service: string): Promise<void> => {
  for (const rollup of ROLLUP_NAMES)
    await connection.run(`DELETE FROM main.${quoted(rollup)} WHERE service_id = ${service}`)
}
