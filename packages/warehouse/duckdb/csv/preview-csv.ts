import type { DuckDBConnection } from '@duckdb/node-api'
import type { CellProblem, CsvImportPlan, CsvPreview } from '../../staging.ts'
import { readCodeValues } from './code-values.ts'
import { exchangedDates } from './exchanged-dates.ts'
import { itemKindOf } from './item-kinds.ts'
import { sharedSkus } from './shared-skus.ts'
import { readProblems } from './stage-csv.ts'
import { previewRows, problemRows, spanRow } from './typed-rows.ts'

const PREVIEW_ROWS = 20
const PREVIEW_PROBLEMS = 100

/** What `stageCsv` would read of the file, on a connection of the account that owns it. Changes nothing. */
export const previewCsv = async (connection: DuckDBConnection, plan: CsvImportPlan): Promise<CsvPreview> => {
  if (Object.keys(plan.fields).length === 0) return { rows: [], problems: [], remarks: [], spans: {}, values: {} }
  const found = (await connection.runAndReadAll(previewRows(plan, PREVIEW_ROWS))).getRowObjectsJS()
  const rows = found.map(({ line: _line, ...values }) => {
    const row = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, shown(value)]))
    const goods = { word: text(row.itemKind), title: text(row.productTitle), category: text(row.category) }
    return plan.fields.itemKind ? { ...row, itemKind: itemKindOf(plan, goods) } : row
  })
  const problems = await readProblems(connection, problemRows(plan, PREVIEW_PROBLEMS))
  const remarks: CellProblem[] = []
  for (const sql of [exchangedDates(plan), sharedSkus(plan)])
    if (sql !== null) remarks.push(...(await readProblems(connection, sql)))
  return {
    rows,
    problems,
    remarks,
    spans: await readSpans(connection, plan),
    values: await readCodeValues(connection, plan),
  }
}

const readSpans = async (connection: DuckDBConnection, plan: CsvImportPlan): Promise<CsvPreview['spans']> => {
  const sql = spanRow(plan)
  if (sql === null) return {}
  const [row = {}] = (await connection.runAndReadAll(sql)).getRowObjectsJS()
  return Object.fromEntries(
    Object.keys(plan.fields).flatMap((name) => {
      const [first, last] = [row[`min ${name}`], row[`max ${name}`]]
      return typeof first === 'string' && typeof last === 'string' ? [[name, { first, last }]] : []
    }),
  )
}

const text = (value: unknown): string | null => (typeof value === 'string' ? value : null)

const shown = (value: unknown): string | number | null =>
  typeof value === 'number' || typeof value === 'string' ? value : null
