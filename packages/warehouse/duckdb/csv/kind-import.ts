import type { CanonicalTable } from '#domain/canonical/tables.ts'
import type { CsvImportPlan } from '../../staging.ts'

export interface KindTarget {
  readonly table: CanonicalTable
  /** a SELECT whose column names are those of the staging table; columns that it leaves out are null */
  readonly rows: string
}

/** The service's stored rows of a table, as a relation. */
export type StoredRows = (table: CanonicalTable) => string

/** How one kind of file becomes canonical rows, all in SQL. */
export interface KindImport {
  /** columns of `csv_rows`, by name, over the typed rows of the file; `line` is one of them */
  rowColumns(plan: CsvImportPlan): Readonly<Record<string, string>>
  /** statements to run over `csv_rows` before anything else; they may run twice */
  prepare(plan: CsvImportPlan): readonly string[]
  /** of kinds of orders: a SELECT of `line, net, shipping, tip, tax, total` of each order as the file has it, over `csv_rows` */
  orderAmounts?(plan: CsvImportPlan): string
  /** SELECTs of `line, column, value, message` of rows that can be read but not used */
  faults(plan: CsvImportPlan): readonly string[]
  targets(plan: CsvImportPlan, stored: StoredRows): readonly KindTarget[]
}
