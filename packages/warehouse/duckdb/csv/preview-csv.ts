import type { DuckDBConnection } from '@duckdb/node-api'
import type { CellProblem, CsvImportPlan } from './import-plan.ts'
import { readProblems } from './stage-csv.ts'
import { previewRows, problemRows } from './typed-rows.ts'

const PREVIEW_ROWS = 20
const PREVIEW_PROBLEMS = 100

export interface CsvPreview {
  /** the first rows, values by field; what cannot be read is null */
  readonly rows: readonly Readonly<Record<string, string | number | null>>[]
  /** the first problems of the whole file */
  readonly problems: readonly CellProblem[]
}

/** What `stageCsv` would read of the file, on a connection of the account that owns it. Changes nothing. */
export const previewCsv = async (connection: DuckDBConnection, plan: CsvImportPlan): Promise<CsvPreview> => {
  if (Object.keys(plan.fields).length === 0) return { rows: [], problems: [] }
  const found = (await connection.runAndReadAll(previewRows(plan, PREVIEW_ROWS))).getRowObjectsJS()
  const rows = found.map(({ line: _line, ...values }) =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, shown(value)])),
  )
  return { rows, problems: await readProblems(connection, problemRows(plan, PREVIEW_PROBLEMS)) }
}

const shown = (value: unknown): string | number | null =>
  typeof value === 'number' || typeof value === 'string' ? value : null
