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

/** Reads the amounts of all orders of a staged file, on a connection of the account that owns it. */
export const totalEvidence = async (connection: DuckDBConnection, given: CsvImportPlan): Promise<TotalEvidence> => {
  const fields = Object.fromEntries(Object.entries(given.fields).filter(([name]) => READ.includes(name)))
  const plan: CsvImportPlan = { ...given, fields, customFields: [], tax: 'added' }
  const kind = KINDS[plan.kind]
  const orders = kind.orderAmounts?.(plan)
  if (orders === undefined) throw new Error(`A file of ${plan.kind} has no totals`)
  const [added, inside] = [totalHasTax(AMOUNTS, '1'), totalLacksTax(AMOUNTS, '1')]
  const off = `NOT ${inside} AND NOT ${added}`
  const sql = `WITH csv_rows AS (SELECT ${selectList(kind.rowColumns(plan))} FROM (${typedRows(plan)}) WHERE NOT is_bad)
    SELECT count(*) FILTER (WHERE tax <> 0 AND ${added}), count(*) FILTER (WHERE ${inside}), count(*) FILTER (WHERE ${off}),
      min(${fileLine(plan)}) FILTER (WHERE ${inside}), min(${fileLine(plan)}) FILTER (WHERE ${off})
    FROM (${orders}) WHERE total IS NOT NULL`
  const [row = []] = (await connection.runAndReadAll(sql)).getRows()
  const [addedCount, insideCount, offCount] = row.map(Number)
  const line = (value: unknown): number | null => (value === null || value === undefined ? null : Number(value))
  return {
    added: addedCount ?? 0,
    inside: insideCount ?? 0,
    off: offCount ?? 0,
    firstInside: line(row[3]),
    firstOff: line(row[4]),
  }
}
