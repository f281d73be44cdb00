import type { Rollup } from '#domain/canonical/rollups.ts'
import type { CanonicalTable } from '#domain/canonical/tables.ts'
import type { Scope } from '../compiler/scope.ts'
import type { Column } from './column.ts'

/** A relation beside the base table, joined only when a column asks for it. At most one row a base record. */
export interface Join {
  /** it looks at the end of the range, and so has a row for each of the days that a query looks at: see `perDay` of the scope */
  readonly isPerDay?: true
  readonly relation: (scope: Scope) => string
  /** pairs of base column and joined column, all equal; service_id is always among them */
  readonly on: readonly (readonly [base: string, joined: string])[]
}

/** What rows of a fact hold of the base record that they belong to, so that many questions need not look for it. */
export interface HeldOfBase {
  /** column that is true where there is a base record; null: every row has one */
  readonly hasBase: string | null
  /** base columns by the name that they have in the fact */
  readonly columns: Readonly<Record<string, string>>
}

/** Records of another table that measures of a type are made of, such as the orders of customers. */
export interface Fact {
  /** the report type of those records */
  readonly recordType: string
  readonly table: CanonicalTable | Rollup
  /** pairs of base column and column of the fact, all equal; service_id is always among them, and a record has one base at most */
  readonly on: readonly (readonly [base: string, fact: string])[]
  readonly holds?: HeldOfBase
  /** of a rollup: column that says how many records a row sums */
  readonly recordCount?: string
  readonly currencyColumn: string
  /** null: of a rollup that does not tell channels apart */
  readonly channelColumn: string | null
}

/** What a report is about: records of one canonical table with the columns that may be asked of them. */
export interface ReportType {
  readonly reportType: string
  readonly title: string
  readonly table: CanonicalTable | Rollup
  /** of a rollup: column that says how many records a row sums */
  readonly recordCount?: string
  readonly joins: Readonly<Record<string, Join>>
  /** date column that a range limits when it names none; null: the type has no date */
  readonly dateColumn: string | null
  /** base column with the record's currency: records of others are left out and counted; null: none are */
  readonly currencyColumn: string | null
  /** base column whose value `club` marks a club order; null: its records are no orders */
  readonly channelColumn: string | null
  /** base columns that order records whole */
  readonly recordKey: readonly string[]
  /** columnIds that tell a reader which records are behind a number; left out: the first dimensions */
  readonly recordColumns?: readonly string[]
  readonly facts?: Readonly<Record<string, Fact>>
  readonly columns: readonly Column[]
}
