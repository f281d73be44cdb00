import { CANONICAL_TABLE_NAMES, type CanonicalTable } from '#domain/canonical/tables.ts'
import type { ControlTotals } from '#domain/control-totals.ts'
import { type LoadStatements, published, staged } from './load-statements.ts'

const storedOf = (table: CanonicalTable): string =>
  `(SELECT * FROM ${published(table)} WHERE source_id IN (SELECT source_id FROM ${staged(table)}))`

const day = (aggregate: string): string => `formatDateTime(${aggregate}(ordered_local), '%Y-%m-%d')`

/** The stored rows of what was staged, counted from the tables that reports read. */
export const countStoredTotals = async (
  load: LoadStatements,
  tables: readonly CanonicalTable[],
): Promise<ControlTotals> => {
  const rows: Record<string, number> = {}
  for (const table of CANONICAL_TABLE_NAMES) {
    if (!tables.includes(table)) continue
    const [[count = 0] = []] = await load.rows(`SELECT count() FROM ${storedOf(table)}`)
    if (Number(count) > 0) rows[table] = Number(count)
  }
  if (!rows.orders) return { rows, firstDay: null, lastDay: null, currencies: [] }
  const found = await load.rows(
    `SELECT currency, ${day('min')}, ${day('max')}, countIf(NOT is_refund), countIf(is_refund),
       countIf(payment_status NOT IN ('paid', 'cancelled')), countIf(payment_status = 'cancelled'),
       sum(net_sales), sumIf(total, payment_status = 'paid')
     FROM ${storedOf('orders')} GROUP BY currency ORDER BY currency`,
  )
  const days = found.flatMap(([, first, last]) => [String(first), String(last)]).sort()
  const currencies = found.map(([currency, , , ...numbers]) => {
    const [orders = 0, refunds = 0, open = 0, canceled = 0, netSales = 0, total = 0] = numbers.map(Number)
    return { currency: String(currency), orders, refunds, open, canceled, netSales, total }
  })
  return { rows, firstDay: days[0] ?? null, lastDay: days.at(-1) ?? null, currencies }
}
