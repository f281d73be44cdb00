import type { DuckDBConnection } from '@duckdb/node-api'
import { fail } from '#contract/errors.ts'
import type { CanonicalTable } from '#domain/canonical/tables.ts'
import type { CellProblem, CsvImportPlan, CsvStaged, ImportKind, StageFileRequest } from '../../staging.ts'
import { quoted, textLiteral } from '../ddl.ts'
import type { DuckDbLoad } from '../duckdb-warehouse.ts'
import { nameItemKinds, soldKinds } from './item-kinds.ts'
import type { KindImport } from './kind-import.ts'
import { ORDER_LINES_IMPORT } from './order-lines.ts'
import { ORDERS_IMPORT } from './orders-file.ts'
import {
  CUSTOMERS_IMPORT,
  INVENTORY_IMPORT,
  MEMBERSHIPS_IMPORT,
  PRODUCTS_IMPORT,
  RESERVATIONS_IMPORT,
} from './record-files.ts'
import { selectList } from './row-values.ts'
import { totalsBridges } from './totals-bridge.ts'
import { problemRows, rawRows, typedRows } from './typed-rows.ts'
import { fileColumns, fileLine, repeatedAmounts } from './unpivot.ts'

export const KINDS: Readonly<Record<ImportKind, KindImport>> = {
  orders: ORDERS_IMPORT,
  order_lines: ORDER_LINES_IMPORT,
  customers: CUSTOMERS_IMPORT,
  products: PRODUCTS_IMPORT,
  inventory: INVENTORY_IMPORT,
  memberships: MEMBERSHIPS_IMPORT,
  reservations: RESERVATIONS_IMPORT,
}

const MAX_PROBLEMS = 100

const WORK_TABLES = ['csv_rows', 'csv_orders', 'csv_taken', 'csv_inside', 'csv_refunds', 'csv_kinds']

/** The part of a load that SQL fills. */
type SqlLoad = Pick<DuckDbLoad, 'run' | 'stagingTable'>

/**
 * Reads a normalized file into the staging tables of a load; nothing is visible before its commit. With `abort` and any problem
 * nothing is staged. Every row is accepted or rejected.
 *
 * Errors: those of the load; `warehouse.query_failed` when another number of rows was read than the plan says.
 */
export const stageCsv = async (
  load: SqlLoad,
  { plan, serviceId, onProgress, wantsBridges = false }: StageFileRequest,
): Promise<CsvStaged> => {
  const kind = KINDS[plan.kind]
  await readParts(load, plan, kind, onProgress)
  await load.run((connection) => nameItemKinds(connection, plan, kind.rowColumns(plan)))
  const unreadable = await load.run((connection) => count(connection, badLines(plan)))
  if (unreadable > 0) {
    const problems = await load.run((connection) => readProblems(connection, problemRows(plan, MAX_PROBLEMS)))
    if (plan.onError === 'abort')
      return { accepted: plan.rows - unreadable, rejected: unreadable, problems, staged: {}, bridges: [], kinds: [] }
    await load.run((connection) =>
      connection.run(
        `DELETE FROM csv_rows WHERE ${fileLine(plan)} IN (SELECT ${fileLine(plan)} FROM csv_rows WHERE is_bad)`,
      ),
    )
    const faulty = await dropFaulty(load, plan, kind)
    const first = [...problems, ...faulty.problems].sort((a, b) => a.line - b.line).slice(0, MAX_PROBLEMS)
    return finish(load, { plan, serviceId, wantsBridges, kind, rejected: unreadable + faulty.rows, problems: first })
  }
  const { rows: rejected, problems } = await dropFaulty(load, plan, kind)
  if (rejected > 0 && plan.onError === 'abort')
    return { accepted: plan.rows - rejected, rejected, problems, staged: {}, bridges: [], kinds: [] }
  return finish(load, { plan, serviceId, wantsBridges, kind, rejected, problems })
}

/** Rows of the file with a value that cannot be read. */
const badLines = (plan: CsvImportPlan): string =>
  plan.unpivot ? `(SELECT DISTINCT ${fileLine(plan)} FROM csv_rows WHERE is_bad)` : 'csv_rows WHERE is_bad'

const readParts = async (
  load: SqlLoad,
  plan: CsvImportPlan,
  kind: KindImport,
  onProgress: StageFileRequest['onProgress'],
): Promise<void> => {
  const columns = selectList(kind.rowColumns(plan))
  let read = 0
  const parts = plan.paths.length > 0 ? plan.paths.map((path) => [path]) : [[]]
  for (const [index, part] of parts.entries()) {
    const into = index === 0 ? 'CREATE OR REPLACE TEMP TABLE csv_rows AS' : 'INSERT INTO csv_rows'
    read = await load.run(async (connection) => {
      await connection.run(`${into} SELECT is_bad, ${columns} FROM (${typedRows(plan, part)})`)
      return count(connection, 'csv_rows')
    })
    await onProgress?.(Math.min(read, plan.rows))
  }
  if (plan.unpivot)
    read = await load.run((connection) =>
      count(connection, rawRows({ ...plan, unpivot: null, columns: fileColumns(plan) }, plan.paths)),
    )
  if (read === plan.rows) return
  throw fail('warehouse.query_failed', { cause: new Error(`${plan.rows} rows were staged, ${read} were read`) })
}

/** Finds rows that can be read but not used, and takes them out of `csv_rows`. */
const dropFaulty = async (
  load: SqlLoad,
  plan: CsvImportPlan,
  kind: KindImport,
): Promise<{ rows: number; problems: CellProblem[] }> => {
  const prepare = async (connection: DuckDBConnection) => {
    for (const sql of kind.prepare(plan)) await connection.run(sql)
  }
  await load.run(prepare)
  const faults = [...kind.faults(plan), ...repeatedAmounts(plan)]
  if (faults.length === 0) return { rows: 0, problems: [] }
  return load.run(async (connection) => {
    await connection.run(
      `CREATE OR REPLACE TEMP TABLE csv_faults AS SELECT * FROM (${faults.join(' UNION ALL ')}) AS fault(line, "column", "value", message)`,
    )
    const rows = await count(connection, `(SELECT DISTINCT ${fileLine(plan)} FROM csv_faults)`)
    if (rows === 0) return { rows, problems: [] }
    const first = `SELECT ${fileLine(plan)} AS line, "column", "value", message FROM csv_faults ORDER BY line LIMIT ${MAX_PROBLEMS}`
    const problems = await readProblems(connection, first)
    await connection.run(`DELETE FROM csv_rows WHERE ${fileLine(plan)} IN (SELECT ${fileLine(plan)} FROM csv_faults)`)
    await prepare(connection)
    return { rows, problems }
  })
}

interface Finish {
  readonly plan: CsvImportPlan
  readonly serviceId: string
  readonly wantsBridges: boolean
  readonly kind: KindImport
  readonly rejected: number
  readonly problems: readonly CellProblem[]
}

const finish = async (
  load: SqlLoad,
  { plan, serviceId, wantsBridges, kind, rejected, problems }: Finish,
): Promise<CsvStaged> => {
  const stored = (table: CanonicalTable) =>
    `(SELECT * FROM main.${quoted(table)} WHERE service_id = ${textLiteral(serviceId)})`
  const staged: Partial<Record<CanonicalTable, number>> = {}
  for (const { table, rows } of kind.targets(plan, stored)) {
    const name = await load.stagingTable(table)
    const result = await load.run((connection) => connection.run(`INSERT INTO ${name} BY NAME ${rows}`))
    staged[table] = (staged[table] ?? 0) + result.rowsChanged
  }
  const bridges = wantsBridges ? await load.run((connection) => totalsBridges(connection, plan)) : []
  const hasKinds = wantsBridges && plan.kind === 'order_lines'
  const kinds = hasKinds ? await load.run((connection) => soldKinds(connection, plan)) : []
  await load.run((connection) => connection.run(WORK_TABLES.map((name) => `DROP TABLE IF EXISTS ${name}`).join('; ')))
  return { accepted: plan.rows - rejected, rejected, problems, staged, bridges, kinds }
}

const count = async (connection: DuckDBConnection, relation: string): Promise<number> =>
  Number((await connection.runAndReadAll(`SELECT count(*) FROM ${relation}`)).getRows()[0]?.[0] ?? 0)

export const readProblems = async (connection: DuckDBConnection, sql: string): Promise<CellProblem[]> => {
  const rows = (await connection.runAndReadAll(sql)).getRowsJS()
  return rows.map(([line, column, value, message]) => ({
    line: Number(line),
    column: textOrNull(column),
    value: textOrNull(value),
    message: String(message),
  }))
}

const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null)
