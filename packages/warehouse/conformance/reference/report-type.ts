import type { Comparison } from '#domain/report-terms.ts'
import type { Books } from './books.ts'
import type { Grain } from './periods.ts'
import type { Value } from './value.ts'
import type { ReferenceSettings } from './winery.ts'

/** Half-open: `from` is in, `until` is out. */
export interface Days {
  readonly from: string
  readonly until: string
}

/** What a column may depend on in addition to the records. */
export interface Context {
  readonly books: Books
  readonly settings: ReferenceSettings
  readonly withoutClubOrders: boolean
  /**
   * Days for measures with their own dates: a range that is still running ends today, and without a range all days until today
   * count.
   */
  readonly window: { readonly from: string | null; readonly until: string }
  /** the range asked for and the column of the records that it limits; null without one */
  readonly range: (Days & { readonly columnId: string }) | null
  /** what limits the records of facts, such as the orders of customers, and not the records themselves */
  readonly facts: { readonly range: Days | null; readonly filters: readonly (readonly Test[])[] }
}

/** A record as a bag of named values. */
export interface ReferenceRecord {
  /** by columnId: what a dimension is grouped and sorted by, and a measure's value of this one record */
  readonly values: Readonly<Record<string, Value>>
  /** local days of the timestamps among the values, by columnId */
  readonly days: Readonly<Record<string, string | null>>
  /** values that only folds use */
  readonly facts: Readonly<Record<string, Value>>
  /** by columnId: what it is grouped by instead of its value, which is beyond a top N */
  readonly restOf?: Readonly<Record<string, Value>>
  readonly service: string
  /** first day, and first day after them or null, by columnId */
  readonly spans?: Readonly<Record<string, readonly [first: string, end: string | null]>>
  /** records are put in this order at last */
  readonly key: readonly Value[]
  /** absent where records have no money of their own */
  readonly currency?: string | null
  /** absent where records are no orders */
  readonly channel?: string | null
}

/** Context of a number, for measures that need records beyond their own group. */
export interface Answer {
  /** everything that passes the filters, in the range or not */
  readonly all: readonly ReferenceRecord[]
  /** those of them that the rows shown are made of */
  readonly shown: readonly ReferenceRecord[]
  readonly groupBy: readonly string[]
  /** values of the group; null for the total and for all others */
  readonly key: readonly Value[] | null
  /** the groups that the report shows, by their values, where the number is about these only; null: it is about all */
  readonly among: ShownGroups | null
}

interface ShownGroups {
  readonly groupBy: readonly string[]
  readonly keys: readonly (readonly Value[])[]
}

export type ValueType =
  | 'text'
  | 'integer'
  | 'number'
  | 'currency'
  | 'percent'
  | 'boolean'
  | 'day'
  | 'timestamp'
  | 'month'
  | 'quarter'

export interface ReferenceDimension {
  readonly kind: 'dimension'
  readonly type: ValueType
  /** Count counts different values */
  readonly isId: boolean
  /** a time part of this date column */
  readonly part?: { readonly of: string; readonly grain: Grain | 'weekday' | 'hour' | 'monthOfYear' }
  /** thousandths and the like: what a value is divided by when it is shown */
  readonly scale: number
  /** a value of the records of a fact, which it limits: it can only be filtered by */
  readonly ofFact?: true
  /** days that records are compared by: it can only be filtered by */
  readonly ofSpan?: true
  /** the only values that it may equal in a filter; default: any */
  readonly codes?: readonly string[]
  /** what it is sorted by instead of its value */
  readonly order?: (value: Value, settings: ReferenceSettings) => Value
}

export interface ReferenceMeasure {
  readonly kind: 'measure'
  readonly type: ValueType
  /** what a record's value is divided by when it is shown; money goes by the account's currency */
  readonly scale: number
  /** false where it means something for many records only */
  readonly hasRecords: boolean
  /** whether the records' values may be added up */
  readonly isAdditive: boolean
  /** fact that is true of the records that it counts, and that aggregations of it count; default: all */
  readonly counts?: string
  /** of a proportion: how many it is of. Groups of fewer than thirty are not ranked by it, and a count of it is this. */
  readonly trials?: (records: readonly ReferenceRecord[], context: Context) => number
  /** made of the sales of the records */
  readonly ofSales?: true
  /** depends on which rows are shown, so it cannot filter them */
  readonly ofShown?: true
  /** money in minor units, everything else as it is answered */
  fold(records: readonly ReferenceRecord[], context: Context, answer: Answer): number | null
  /**
   * Present for a measure with its own dates, which is also folded over records outside the range: the counts it consists of. A
   * group in which all of them and all other measures are nothing is not shown.
   */
  readonly ownCounts?: (records: readonly ReferenceRecord[], context: Context, answer: Answer) => readonly number[]
}

export type ReferenceColumn = ReferenceDimension | ReferenceMeasure

/** One comparison of a column with a value. */
export interface Test {
  readonly columnId: string
  readonly column: ReferenceColumn
  readonly comparison: Comparison
  readonly value: Value
  /** compares the measure of a group instead of a record's value */
  readonly isOfGroups: boolean
}

export interface ReferenceReportType {
  readonly name: string
  /** limited by a range that names no column; null: the type has no date */
  readonly dateColumn: string | null
  readonly columns: Readonly<Record<string, ReferenceColumn>>
  records(context: Context): ReferenceRecord[]
  /** of a type whose measures are made of sales: the sales asked for that belong to the records, in any currency */
  readonly sales?: (records: readonly ReferenceRecord[], context: Context) => ReferenceRecord[]
}
