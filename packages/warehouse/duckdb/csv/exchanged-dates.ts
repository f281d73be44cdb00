import type { CsvImportPlan } from '../../staging.ts'
import { textLiteral } from '../ddl.ts'
import { quotedName } from './row-values.ts'
import { typedRows } from './typed-rows.ts'
import { fileLine } from './unpivot.ts'

/** The share of neighboring rows that must be in the order of their dates, for the order to say something. */
const SORTED = 0.7
const MOST = 20
const MESSAGE = 'Day and month look swapped; swapped, they fit the dates of the rows around it'

/**
 * `line, column, value, message` of dates that stand out of the order of a file, and would be in it with day and month exchanged, as
 * spreadsheets do with dates of another country. Null for files without the dates of orders.
 */
export const exchangedDates = (plan: CsvImportPlan): string | null => {
  const source = plan.fields.orderDate
  if (source?.column == null || source.dateNumber !== null) return null
  const [value, raw] = ['orderDate', 'raw orderDate'].map(quotedName)
  const rows = typedRows({ ...plan, fields: { orderDate: source }, customFields: [] })
  const dated = `SELECT ${fileLine(plan)} AS line, ${raw} AS written, CAST(${value} AS DATE) AS day FROM (${rows}) WHERE ${value} IS NOT NULL`
  const changes = `SELECT * FROM (${dated}) QUALIFY day IS DISTINCT FROM lag(day) OVER (ORDER BY line)`
  const placed = `SELECT *, lag(day) OVER (ORDER BY line) AS before, lead(day) OVER (ORDER BY line) AS after,
    CASE WHEN day(day) <= 12 THEN make_date(year(day), day(day), month(day)) END AS exchanged FROM (${changes})`
  const compared = `SELECT *, greatest(avg(CAST(day >= before AS INTEGER)) OVER (), avg(CAST(day <= before AS INTEGER)) OVER ()) AS sorted
    FROM (${placed})`
  return `SELECT line, ${textLiteral(plan.columns[source.column] ?? 'orderDate')} AS "column", written AS "value", ${textLiteral(MESSAGE)} AS message
    FROM (${compared})
    WHERE sorted >= ${SORTED} AND day NOT BETWEEN least(before, after) - 3 AND greatest(before, after) + 3
      AND exchanged BETWEEN least(before, after) - 3 AND greatest(before, after) + 3
    ORDER BY line LIMIT ${MOST}`
}
