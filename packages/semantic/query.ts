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

export interface QuerySort {
  /** place in `columns` */
  readonly column: number
  readonly direction: 'asc' | 'desc'
}

export interface SemanticQuery {
  readonly reportType: string
  readonly columns: readonly QueryColumn[]
  /** `records`: one row a record of the type; `groups`: one row a combination of `groupBy` (none: one row in all) */
  readonly grain: 'records' | 'groups'
  readonly groupBy: readonly string[]
  readonly filter: Filter | null
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
}
