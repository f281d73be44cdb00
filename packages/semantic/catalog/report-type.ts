import type { Rollup } from '#domain/canonical/rollups.ts'
import type { CanonicalTable } from '#domain/canonical/tables.ts'
import type { EventKind, HistoryWords } from '#domain/history-sentence.ts'
import type { SEGMENT_MEMBERS } from '#domain/segments.ts'
import type { Column } from './column.ts'
import type { Exclusion, Field, Scope } from './formula.ts'

/** A relation joined to the base table only when a column needs it. At most one row per base record. */
export interface Join {
  /** it depends on the end of the range, so it has a row for each as-of day of the query: see `perDay` of the scope */
  readonly isPerDay?: true
  readonly relation: (scope: Scope) => string
  /** pairs of base column and joined column, all equal; a service is always among them */
  readonly on: readonly (readonly [base: string, joined: string])[]
}

/** Columns of the base record that rows of a fact repeat, so that many queries need no join. */
export interface DenormalizedColumns {
  /** column that is true where there is a base record; null: every row has one */
  readonly hasBase: string | null
  /** base columns by the name that they have in the fact */
  readonly columns: Readonly<Record<string, string>>
}

/** Records of another table from which measures of a type are computed, such as the orders of customers. */
export interface Fact {
  /** the report type of those records */
  readonly recordType: string
  readonly table: CanonicalTable | Rollup
  /** pairs of base column and column of the fact, all equal; a service is always among them, and a record has at most one base record */
  readonly on: readonly (readonly [base: string, fact: string])[]
  readonly denormalized?: DenormalizedColumns
  /** of a rollup: column with the number of records that a row sums */
  readonly recordCount?: string
  readonly currencyColumn: string
  /** null: a rollup without channels */
  readonly channelColumn: string | null
}

/** How records are part of the history of the person that they belong to. */
export interface History {
  /** service and ID of the customer that a record counts for; the ID is null without one */
  readonly person: readonly [service: Field, id: Field]
  /** which records a condition on a history counts; absent: the type's records are no events of a history */
  readonly events?: HistoryEvents
}

interface HistoryEvents {
  /** records that count; default: all */
  readonly where?: Field
  /** identifies what is counted, and orders it within an instant */
  readonly key: readonly Field[]
  /** how many of the person's come before it, where the loader derives that; default: they are ordered by the type's date */
  readonly place?: Field
  /** several records may be parts of what is counted once, such as the lines of an order */
  readonly areParts?: true
  readonly words: HistoryWords
  /** those that meet a condition have words of their own, and the condition is not said again */
  readonly kinds?: readonly DatedKind[]
}

interface DatedKind extends EventKind {
  /** column of the day that it was done; default: the type's date */
  readonly day?: string
}

/** The subject of a report: records of one canonical table with the columns that may be queried. */
export interface ReportType {
  readonly reportType: string
  readonly title: string
  readonly table: CanonicalTable | Rollup | typeof SEGMENT_MEMBERS
  /** relation of the records where they are not the rows of the table, but made of them */
  readonly rows?: (scope: Scope) => string
  /** of a rollup: column with the number of records that a row sums */
  readonly recordCount?: string
  readonly joins: Readonly<Record<string, Join>>
  /** date column of a range that names none; null: the type has no date */
  readonly dateColumn: string | null
  /** base column with the record's currency: records in other currencies are excluded and counted; null: none are */
  readonly currencyColumn: string | null
  /** base column whose value `club` marks a club order; null: its records are no orders */
  readonly channelColumn: string | null
  /** base columns that give records a total order */
  readonly recordKey: readonly string[]
  /** columnIds that identify the contributing records to a reader; default: the first dimensions */
  readonly recordColumns?: readonly string[]
  readonly facts?: Readonly<Record<string, Fact>>
  /** absent: the records belong to no person */
  readonly history?: History
  /** records are orders or lines of them: which ones are not counted as sales */
  readonly unpaid?: { readonly isOpen: Field; readonly isCanceled: Field }
  /** why a measure leaves records out, in this order, after those of other currencies */
  readonly exclusions?: readonly Exclusion[]
  readonly columns: readonly Column[]
}

/** Whether measures of a type are made of orders, so that those of the club channel can be left out. */
export const hasClubOrders = ({ channelColumn, facts = {} }: ReportType): boolean =>
  channelColumn !== null || Object.values(facts).some((fact) => fact.channelColumn !== null)
