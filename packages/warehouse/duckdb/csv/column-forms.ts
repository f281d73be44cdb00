import type { DuckDBConnection } from '@duckdb/node-api'
import type { ColumnForm, CsvImportPlan } from '../../staging.ts'
import { rawRows } from './typed-rows.ts'
import { fileLine } from './unpivot.ts'

const MAX_FORMS = 20_000

/**
 * Values of a column by form, in the order of the file: times of day count as one form, and so do the digits 2 to 9 of values
 * without a second number, so that a large file gives few of them. Days, months, marks and signs stay apart.
 */
export const columnForms = async (
  connection: DuckDBConnection,
  plan: Pick<CsvImportPlan, 'paths' | 'delimiter' | 'columns' | 'unpivot'>,
  column: number,
): Promise<ColumnForm[]> => {
  const timeless = String.raw`regexp_replace(text, '(\d{1,2}):\d{2}(:\d{2})?([.,]\d+)?', '0:00')`
  const isDate = String.raw`regexp_matches(text, '\d[-/. \p{L}]+\d+[-/. \p{L}]+\d') AND NOT regexp_full_match(text, '\D*\d{1,3}([., ]\d{3})+([.,]\d+)?\D*')`
  const form = `CASE WHEN ${isDate} THEN ${timeless} ELSE regexp_replace(text, '[2-9]', '9', 'g') END`
  const sql = `SELECT min(line), arg_min(text, line) FROM (SELECT ${fileLine(plan)} AS line, trim(c${column}) AS text FROM ${rawRows(plan, plan.paths)})
    WHERE text <> '' GROUP BY ${form} ORDER BY 1 LIMIT ${MAX_FORMS}`
  const rows = (await connection.runAndReadAll(sql)).getRowsJS()
  return rows.map(([line, text]) => ({ line: Number(line), text: String(text) }))
}
