/**
 * The one query language: widgets, reports, drills, totals, exports and insights are all this value.
 * It names columns of the catalog by id and holds no SQL. Dates in it are resolved: local days of the account.
 */
import type { CustomField } from '#domain/custom-fields.ts'
import type { HistoryCount } from '#domain/history-sentence.ts'
import type { LocalDay } from '#domain/ranges/local-day.ts'
import type { OpenRange } from '#domain/ranges/relative-range.ts'
import type { Aggregation, CalculationKind, CalculationOperator, Comparison } from '#domain/report-terms.ts'
import type { PlanMeasureId } from '#domain/winery-plan.ts'

export type FilterValue = string | number | boolean | null

/** A comparison of a record's own value. */
export interface ColumnCondition {
  readonly columnId: string
  readonly comparison: Comparison
  readonly value: FilterValue
}

/** Records of what people did. */
export interface HistoryEvents {
  /** report type of the records */
  readonly of: string
  /** on columns of that type, evaluated as of today; all of them hold */
  readonly filters: readonly ColumnCondition[]
  /** of the day that it was done */
  readonly dates: OpenRange | null
}

/**
 * A condition on what the person did to whom a record belongs: on how many records of a type that person has, or on the first or last
 * of them. It is about all time, services, currencies and channels, whatever else the query is limited to.
 */
export interface HistoryCondition extends HistoryEvents {
  /** `any`: how many of them meet filters and dates; `first` and `last`: whether that one does */
  readonly which: 'any' | 'first' | 'last'
  /** of `any` */
  readonly count: HistoryCount
  /** of `any`: only those on a later day, or on the same, than the person's first of these count; where none is wanted, than the last; null: all */
  readonly after: (HistoryEvents & { readonly sameDay: boolean }) | null
}

export type Filter =
  | { readonly and: readonly Filter[] }
  | { readonly or: readonly Filter[] }
  | { readonly history: HistoryCondition }
  | ColumnCondition

export interface QueryColumn {
  readonly columnId: string
  readonly aggregation: Aggregation
}

/** Arithmetic on the measures of a group. Constants are in major units where they are money. */
export type Expression =
  | QueryColumn
  | { readonly value: number }
  | { readonly operator: CalculationOperator; readonly left: Expression; readonly right: Expression }

/** A measure that a query defines itself; its columns, sort and filters name it like one of the catalog. */
export interface Calculation {
  readonly columnId: string
  readonly displayName: string
  readonly kind: CalculationKind
  readonly of: Expression
  /** of a rank: `desc` gives 1 to the highest value */
  readonly direction: 'asc' | 'desc'
  /**
   * Group column whose values a running total, difference or rank goes along, separately for each combination of the other
   * group columns; null: along the rows in their order, a rank among all rows
   */
  readonly along: string | null
}

/** Half-open: `from` is in, `until` is out. */
export interface QueryRange {
  readonly columnId: string
  readonly from: LocalDay
  readonly until: LocalDay
}

/** By a column of the result, by its index in `columns`, or by one that is not shown. */
export type QuerySort =
  | { readonly column: number; readonly direction: 'asc' | 'desc' }
  | { readonly columnId: string; readonly direction: 'asc' | 'desc' }

/**
 * Keeps the first values of a text group column by a measure; records with other values form the group "All others". The values
 * are ranked over these records, whatever else the query is limited to: a comparison, a total and the records of a cell have the
 * same groups.
 */
export interface GroupLimit {
  readonly columnId: string
  /** group column that identifies the values of a name: values are kept by both */
  readonly key?: string
  readonly top: number
  readonly by: QueryColumn
  readonly direction: 'asc' | 'desc'
  readonly filter: Filter | null
  readonly range: QueryRange | null
}

/** Groups whose values meet a filter, such as states with net sales above 1,000. */
export interface GroupFilter {
  readonly groupBy: readonly string[]
  readonly having: Filter
  /** shown with the groups: a measure with dates of its own adds groups that others lack */
  readonly columns: readonly QueryColumn[]
  readonly groupLimits?: readonly GroupLimit[]
  /** columns of `groupBy` whose values a record shares with a group that meets it; default: all */
  readonly matching?: readonly string[]
}

/** Limits a query to records that belong to these records of another type, such as orders of certain customers. */
interface SemiJoin {
  readonly reportType: string
  /** the fact of that type whose records the query returns */
  readonly fact: string
  readonly filter: Filter | null
  readonly range: QueryRange | null
  readonly groupFilter?: GroupFilter
  readonly beyondLimits?: readonly GroupLimit[]
  readonly calculations?: readonly Calculation[]
}

/** The periods of the range's date, at one grain. */
export interface MovedPeriods {
  /** how many periods later a period of the earlier range stands in the query's */
  readonly count: number
  /** the last period of the query's range, as its key: a day, the quarter's text or the year */
  readonly last: string | number
}

/** The account's plan in place of the records of the report type. */
export interface PlannedQuery {
  /** by columnId: whose amounts a measure is the sum of */
  readonly measures: Readonly<Record<string, PlanMeasureId>>
  /** columns that the plan has */
  readonly dimensions: readonly string[]
  readonly dateColumn: string
  readonly from: LocalDay
  readonly until: LocalDay
  /** without the amounts of the channel of club orders */
  readonly withoutClubOrders: boolean
}

/** An earlier range whose groups are rows, too, without records of their own. */
export interface EarlierGroups {
  readonly from: LocalDay
  readonly until: LocalDay
  /** by columnId */
  readonly moved: Readonly<Record<string, MovedPeriods>>
  /** the groups are those of the plan */
  readonly planned?: PlannedQuery
}

/** A measure, and how it is aggregated. */
export interface MeasureRef extends QueryColumn {
  readonly reportType: string
  readonly calculations?: readonly Calculation[]
}

export interface SemanticQuery {
  readonly reportType: string
  readonly columns: readonly QueryColumn[]
  /** `records`: one row per record of the type; `groups`: one row per combination of `groupBy` (none: one row) */
  readonly grain: 'records' | 'groups'
  readonly groupBy: readonly string[]
  /** of some of `groupBy` */
  readonly groupLimits?: readonly GroupLimit[]
  /** on records; a measure in it is the record's own value */
  readonly filter: Filter | null
  /** on groups: measures are the group's values */
  readonly having?: Filter
  readonly range: QueryRange | null
  readonly sort: readonly QuerySort[]
  /** keep this many rows; the rest become "All others" */
  readonly top: number | null
  readonly page: { readonly offset: number; readonly limit: number } | null
  /**
   * Of a query grouped by `asOfMonth`: evaluates the month, or the part of it within the range, that ends before each of these days.
   */
  readonly asOfDays?: readonly LocalDay[]
  /** excludes orders of the club channel from sales */
  readonly withoutClubOrders?: boolean
  /** of the compared range; default: none */
  readonly earlierGroups?: EarlierGroups
  /** the plan is read, not the records; default: the records */
  readonly planned?: PlannedQuery
  /** only rows of these services; default: all */
  readonly serviceIds?: readonly string[]
  /** only records of groups that match this filter */
  readonly groupFilter?: GroupFilter
  /** only records in the group "All others" of each of these limits */
  readonly beyondLimits?: readonly GroupLimit[]
  /** only records that contribute to this measure: for the number of orders, orders that are not refunds */
  readonly contributingTo?: MeasureRef
  /** only records that belong to these records of another type */
  readonly semiJoin?: SemiJoin
  /** the account's own fields, which its columns may name; default: none */
  readonly customFields?: readonly CustomField[]
  /** measures that the query defines itself; default: none */
  readonly calculations?: readonly Calculation[]
  /** return only the group with these values, by columnId; coarser aggregates are not limited by it */
  readonly coordinate?: Readonly<Record<string, FilterValue>>
}

/** A problem of one field of a query, such as `columns[2]`. */
export interface QueryProblem {
  readonly field: string
  readonly message: string
}

/** Thrown for a query that the catalog cannot answer. */
export class InvalidQuery extends Error {
  override readonly name = 'InvalidQuery'
  readonly problems: readonly QueryProblem[]

  constructor(problems: readonly QueryProblem[]) {
    super(problems.map(({ field, message }) => `${field}: ${message}`).join('; '))
    this.problems = problems
  }
}

/** Pages count from 1. */
export const paginate = (query: SemanticQuery, number: number, size: number): SemanticQuery => ({
  ...query,
  page: { offset: (number - 1) * size, limit: size },
})

/** The same query over another range; null for a query without a range. */
export const compareOver = (
  { earlierGroups: _earlierGroups, ...query }: SemanticQuery,
  range: { readonly from: LocalDay; readonly until: LocalDay },
): SemanticQuery | null =>
  query.range === null
    ? null
    : {
        ...query,
        range: { columnId: query.range.columnId, from: range.from, until: range.until },
        page: null,
        top: null,
      }
