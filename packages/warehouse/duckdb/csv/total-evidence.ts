import type { DuckDBConnection } from '@duckdb/node-api'
import type { TotalEvidence } from '#domain/order-totals.ts'
import type { CsvImportPlan } from '../../staging.ts'
import { selectList } from './row-values.ts'
import { KINDS } from './stage-csv.ts'
import { totalHasTax, totalLacksTax } from './tax-inside.ts'
import { typedRows } from './typed-rows.ts'
import { fileLine } from './unpivot.ts'

const AMOUNTS = { net: 'net', shipping: 'shipping', tip: 'tip', tax: 'tax', total: 'total' }

const READ: readonly string[] = [
  'orderId',
  'sku',
  'orderType',
  'netAmount',
  'subtotal',
  'discount',
  'quantity',
  'unitPrice',
  'lineAmount',
  'orderNet',
  'orderDiscount',
  'tax',
  'shipping',
  'tip',
  'total',
  'orderTotal',
  'currency',
]

/** Fewer orders say nothing. */
const ENOUGH = 5

/** At most, or at least, this share of orders has one rate where a charge is not, or is, a tax. */
const [SCATTERED, STEADY] = [0.4, 0.8]

/** A tip may be one share of orders without a tax; a shipping charge that differs is not. */
const steadyCharge = (
  taxed: number,
  [tax, shipping, tip]: readonly (number | null)[],
): TotalEvidence['steadyCharge'] => {
  if (taxed === 0 || (tax ?? 0) > SCATTERED) return null
  if ((shipping ?? 0) >= STEADY) return 'shipping'
  return tax != null && (tip ?? 0) >= STEADY ? 'tip' : null
}

/** SQL of the share of orders whose charge is at most two thousandths of the net amount away from the middle rate. */
const steadiness = (charge: string): string => {
  const rates = `SELECT ${charge} AS charge, ${charge} / net AS rate FROM amounts WHERE ${charge} > 0 AND net >= 2000`
  return `(SELECT coalesce(avg(CAST(abs(rate - middle) <= 0.002 AS INTEGER)), 0)
    FROM (SELECT charge, rate, median(rate) OVER () AS middle FROM (${rates}))
    HAVING count(*) >= ${ENOUGH} AND count(DISTINCT charge) * 2 > count(*))`
}

/** Reads the amounts of all orders of a staged file, on a connection of the account that owns it. */
export const totalEvidence = async (connection: DuckDBConnection, given: CsvImportPlan): Promise<TotalEvidence> => {
  const fields = Object.fromEntries(Object.entries(given.fields).filter(([name]) => READ.includes(name)))
  const plan: CsvImportPlan = { ...given, fields, customFields: [], tax: 'added' }
  const kind = KINDS[plan.kind]
  const orders = kind.orderAmounts?.(plan)
  if (orders === undefined) throw new Error(`A file of ${plan.kind} has no totals`)
  const [added, inside] = [totalHasTax(AMOUNTS, '1'), totalLacksTax(AMOUNTS, '1')]
  const isWithoutTip = 'tip <> 0 AND abs(total - net - shipping - tax) <= 1'
  const off = `NOT ${inside} AND NOT ${added} AND NOT (${isWithoutTip})`
  const sql = `WITH csv_rows AS (SELECT ${selectList(kind.rowColumns(plan))} FROM (${typedRows(plan)}) WHERE NOT is_bad),
    amounts AS MATERIALIZED (SELECT * FROM (${orders}) WHERE total IS NOT NULL)
    SELECT count(*), count(*) FILTER (WHERE tax <> 0 AND ${added}), count(*) FILTER (WHERE ${inside}), count(*) FILTER (WHERE ${off}),
      min(${fileLine(plan)}) FILTER (WHERE ${inside}), min(${fileLine(plan)}) FILTER (WHERE ${off}),
      count(*) FILTER (WHERE tax <> 0), ${steadiness('tax')}, ${steadiness('shipping')}, ${steadiness('tip')}
    FROM amounts`
  const [row = []] = (await connection.runAndReadAll(sql)).getRows()
  const [orderCount, addedCount, insideCount, offCount] = row.map(Number)
  const line = (value: unknown): number | null => (value === null || value === undefined ? null : Number(value))
  return {
    orders: orderCount ?? 0,
    steadyCharge: steadyCharge(
      Number(row[6]),
      row.slice(7).map((share) => (typeof share === 'number' ? share : null)),
    ),
    added: addedCount ?? 0,
    inside: insideCount ?? 0,
    off: offCount ?? 0,
    firstInside: line(row[4]),
    firstOff: line(row[5]),
  }
}
