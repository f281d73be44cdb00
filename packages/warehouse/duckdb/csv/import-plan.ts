import type { CanonicalTable } from '#domain/canonical/tables.ts'
import type { CustomField } from '#domain/custom-fields.ts'
import type { TextRule } from '#domain/date-text.ts'

/** How the text of a cell becomes a value; see `typed-value.ts`. */
export type CellType =
  | 'id'
  | 'text'
  | 'code'
  | 'number'
  | 'integer'
  | 'price'
  | 'money'
  | 'moment'
  | 'day'
  | 'time'
  | 'zone'
  | 'currency'
  | 'decimal'
  | 'boolean'

/** Where a field's values come from and how they are read. */
export interface FieldSource {
  /** index of the file's column, from 0; null: the default alone */
  readonly column: number | null
  /** further columns of the value, joined with blanks between */
  readonly joined: readonly number[]
  /** used where the cell is empty */
  readonly fallback: string | null
  readonly type: CellType
  /** an empty cell is a problem */
  readonly required: boolean
  /** `'moment'` and `'day'`: formats of strptime, tried in order */
  readonly dateFormats: readonly string[]
  /** formats of the text after `dateRules`, for values that none of `dateFormats` reads */
  readonly plainDateFormats: readonly string[]
  readonly dateRules: readonly TextRule[]
  /** dates are written as numbers of this kind */
  readonly dateNumber: 'excel1900' | 'excel1904' | 'unixSeconds' | 'unixMilliseconds' | null
  /** the format in words, for messages */
  readonly dateFormatName: string | null
  /** `'moment'`: the format carries a zone, so values are instants */
  readonly hasZone: boolean
  /** numbers are written 1.234,56 */
  readonly hasDecimalComma: boolean
  /** a discount is a share of the amount, written as 20 or 20% of a hundred, or as 0.2; its value is read as 0.2 */
  readonly share: 'percent' | 'fraction' | null
  /** a discount is written as what is added to the amount */
  readonly isNegated: boolean
  /** `code`: lower-case text → code; `zone`: text → IANA name */
  readonly codes: Readonly<Record<string, string>>
  /** `day`: it has been, so a two-digit year in the future is of the century before */
  readonly isPast?: true
}

export type ImportKind =
  | 'orders'
  | 'order_lines'
  | 'customers'
  | 'products'
  | 'inventory'
  | 'memberships'
  | 'reservations'

/** Columns whose filled cells become a record each. */
export interface Unpivot {
  /** indexes, from 0 */
  readonly columns: readonly number[]
  /** a zero or a dash is no record either */
  readonly skipsZero: boolean
}

/** A normalized file (see the connector's normalizer) and how it is imported. */
export interface CsvImportPlan {
  /** the file in parts, inside the account's staging folder; a row is whole in one of them */
  readonly paths: readonly string[]
  readonly delimiter: string
  /** of the file; those of an unpivoted one are followed by the heading and the text of the cell */
  readonly columns: readonly string[]
  /** columns whose filled cells are a record each; default: a row is one record */
  readonly unpivot?: Unpivot | null | undefined
  /** rows in all parts; the import fails if it reads another number */
  readonly rows: number
  readonly kind: ImportKind
  /** fields that are filled, by name; what a kind makes of each name is in its own file */
  readonly fields: Readonly<Record<string, FieldSource>>
  /** custom fields among them, whose names are their keys; default: none */
  readonly customFields?: readonly Pick<CustomField, 'key' | 'record' | 'type'>[]
  /** orders whose id begins so are refunds; null: those whose net is below 0 */
  readonly refundIdPrefix: string | null
  /** of amounts whose row has no currency */
  readonly currency: string
  /** `abort`: nothing is staged when a row has a problem */
  readonly onError: 'abort' | 'skip'
}

/** A cell that could not be used. `line` counts physical lines from 1, the header is line 1. */
export interface CellProblem {
  readonly line: number
  readonly column: string | null
  readonly value: string | null
  readonly message: string
}

export interface CsvStaged {
  readonly accepted: number
  readonly rejected: number
  /** the first ones, in the order of the file */
  readonly problems: readonly CellProblem[]
  /** rows staged by table; empty when `abort` met a problem */
  readonly staged: Readonly<Partial<Record<CanonicalTable, number>>>
}

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
  /** SELECTs of `line, column, value, message` of rows that can be read but not used */
  faults(plan: CsvImportPlan): readonly string[]
  targets(plan: CsvImportPlan, stored: StoredRows): readonly KindTarget[]
}
