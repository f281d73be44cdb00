/**
 * The one query language: widgets, reports, drills, totals, exports and insights are all this value.
 * It names columns of the catalog by id and holds no SQL. Dates in it are resolved: local days of the account.
 */
import type { LocalDay } from '#domain/ranges/local-day.ts'
import type { Aggregation, Comparison } from '#domain/report-terms.ts'

export type FilterValue = string | number | boolean | null

export type Filter =
  | { readonly and: readonly Filter[] }
  | { readonly or: readonly Filter[] }
  | { readonly columnId: string; readonly comparison: Comparison; readonly value: FilterValue }

export interface QueryColumn {
  readonly columnId: string
  readonly aggregation: Aggregation
}

/** Half-open: `from` is in, `until` is out. */
export interface QueryRange {
  readonly columnId: string
  readonly from: LocalDay
  readonly until: LocalDay
}

/** By a column of the answer, at its place in `columns`, or by one that is not shown. */
export type QuerySort =
  | { readonly column: number; readonly direction: 'asc' | 'desc' }
  | { readonly columnId: string; readonly direction: 'asc' | 'desc' }

/** Groups whose values meet a filter, such as states with net sales above 1,000. */
export interface KeptGroups {
  readonly groupBy: readonly string[]
  readonly having: Filter
  /** shown beside the groups: a measure with dates of its own brings groups that others have not */
  readonly columns: readonly QueryColumn[]
}

/** Records of another type that the query's records have to belong to, such as the customers whose orders they are. */
export interface Owners {
  readonly reportType: string
  /** the fact of that type whose records the query asks for */
  readonly fact: string
  readonly filter: Filter | null
  readonly range: QueryRange | null
  readonly keptGroups?: KeptGroups
}

/** A measure, and how it is aggregated. */
export interface MeasureRef extends QueryColumn {
  readonly reportType: string
}

export interface SemanticQuery {
  readonly reportType: string
  readonly columns: readonly QueryColumn[]
  /** `records`: one row a record of the type; `groups`: one row a combination of `groupBy` (none: one row in all) */
  readonly grain: 'records' | 'groups'
  readonly groupBy: readonly string[]
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
   * Look at the records at the end of each of these days instead of at the end of the range: each is the first day after.
   * Group by `asOfMonth` to tell them apart.
   */
  readonly asOfDays?: readonly LocalDay[]
  /** sales leave out orders of the club channel; what is no sale ignores it */
  readonly withoutClubOrders?: boolean
  /** only rows of these services; none given: of all */
  readonly serviceIds?: readonly string[]
  /** only records of groups that a filter keeps */
  readonly keptGroups?: KeptGroups
  /** only records that the measure counts: the orders that are no refunds behind a number of orders */
  readonly behind?: MeasureRef
  /** only records that belong to these */
  readonly belongingTo?: Owners
  /** answer only the group with these values, by columnId; what is wider than a group is not narrowed by it */
  readonly place?: Readonly<Record<string, FilterValue>>
}
