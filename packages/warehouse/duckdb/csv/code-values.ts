import type { DuckDBConnection } from '@duckdb/node-api'
import type { CodeValue, CsvImportPlan, CsvPreview } from '../../staging.ts'
import { textLiteral } from '../ddl.ts'
import { itemKindOf } from './item-kinds.ts'
import { quotedName, rowValues } from './row-values.ts'
import { typedRows } from './typed-rows.ts'
import { writtenAmount } from './written-amount.ts'

const MOST_VALUES = 100

/** `field, text, code, rows, amount` of the most frequent texts of each code field, in one scan; null if there is no such field. */
const valueRows = (plan: CsvImportPlan): string | null => {
  const coded = Object.keys(plan.fields).filter(
    (name) => plan.fields[name]?.type === 'code' && plan.fields[name].column !== null,
  )
  if (coded.length === 0) return null
  const summed = writtenAmount(plan)
  const read = [...coded, ...(summed?.fields ?? []), 'orderType', 'currency']
  const narrow = {
    ...plan,
    fields: Object.fromEntries(Object.entries(plan.fields).filter(([name]) => read.includes(name))),
  }
  const sets = coded.map((name) => `(${quotedName(`raw ${name}`)}, ${quotedName(name)})`)
  const grouped = coded.map(
    (name) => `WHEN GROUPING(${quotedName(`raw ${name}`)}) = 0 THEN
      {'field': ${textLiteral(name)}, 'text': ${quotedName(`raw ${name}`)}, 'code': ${quotedName(name)}}`,
  )
  const amount =
    summed === null
      ? 'NULL'
      : `sum(${summed.amount}) FILTER (WHERE ${rowValues(plan).currency} = ${textLiteral(plan.currency)})`
  return `SELECT one.field, one.text, one.code, n, amount FROM (
      SELECT CASE ${grouped.join(' ')} END AS one, count(*) AS n, CAST(${amount} AS DOUBLE) AS amount
      FROM (${typedRows(narrow)}) GROUP BY GROUPING SETS (${sets.join(', ')}))
    QUALIFY row_number() OVER (PARTITION BY one.field ORDER BY n DESC, one.text) <= ${MOST_VALUES}
    ORDER BY one.field, n DESC, one.text`
}

/** The texts of each code field in the whole file: how many rows and how much money have each, and what it becomes. */
export const readCodeValues = async (
  connection: DuckDBConnection,
  plan: CsvImportPlan,
): Promise<CsvPreview['values']> => {
  const sql = valueRows(plan)
  if (sql === null) return {}
  const values: Record<string, CodeValue[]> = {}
  const partial = new Set<string>()
  for (const [field, value, code, rows, amount] of (await connection.runAndReadAll(sql)).getRows()) {
    // Of an order's lines, only one may have the order's status: its amount is not the order's.
    if (value === null && plan.kind === 'order_lines') partial.add(String(field))
    if (value === null) continue
    const list = values[String(field)] ?? []
    list.push({
      value: String(value),
      rows: Number(rows),
      amount: typeof amount === 'number' ? amount : null,
      code:
        field === 'itemKind' ? itemKindOf(plan, { word: String(value), title: null, category: null }) : String(code),
    })
    values[String(field)] = list
  }
  return Object.fromEntries(
    Object.entries(values).map(([field, list]) => [
      field,
      partial.has(field) ? list.map((one) => ({ ...one, amount: null })) : list,
    ]),
  )
}
