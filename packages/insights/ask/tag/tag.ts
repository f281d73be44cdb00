import type { CompareMode } from '#domain/ranges/comparison-mode.ts'
import type { LocalDay } from '#domain/ranges/local-day.ts'
import type { CustomRange, RelativeRange } from '#domain/ranges/relative-range.ts'
import type { Aggregation, Comparison, NounName } from '#domain/report-terms.ts'
import type { Key, State, Verb } from '../language/language.ts'

/** A range: its name in definitions, if it has one, and its resolved days. */
export interface Days extends CustomRange {
  readonly named: RelativeRange | null
}

/** Days that every year has, by the year; null where one has none of them: February 29. */
export type YearlyDays = (year: number) => Days | null

/** A condition on a column; the first of `ids` that a report type has is used. */
export interface ColumnFilter {
  readonly ids: readonly string[]
  readonly comparison: Comparison
  readonly value: string | number | boolean | null
}

/** Values of a column that a phrase names, in all their spellings. */
export interface NamedValue {
  readonly columnId: string
  readonly values: readonly (string | number)[]
}

/** "The last six months", "the last two years": as many whole months or quarters, and the days up to today. */
export interface Rolling {
  readonly ofMonths: Days
  readonly ofQuarters: Days
  readonly upToToday: Days
}

export interface DaysTag {
  readonly kind: 'days'
  readonly days: Days
  /** `before`: all days before the end of `days` */
  readonly part: 'in' | 'before'
  /** of "the last six months": six months ago to the day, which is what "no order in" means */
  readonly since?: LocalDay
  /** of "since last year": the first day after it, since which nothing has happened where "not since last year" says so */
  readonly notSince?: LocalDay
  readonly rolling?: Rolling
  /** of a holiday: that of the year before, which "last year" means */
  readonly yearBefore?: Days
  /** of days without a year that are over: the next ones, which bookings mean */
  readonly coming?: Days
  /** of days without a year: those of a year that stands elsewhere, "Black Friday sales 2024" */
  readonly daysIn?: YearlyDays
  /** of a year alone */
  readonly year?: number
  /** of several periods, "2024 and 2025": the grain that tells them apart */
  readonly grain?: string
}

/** What a stretch of words means on its own. Columns are named by id; of several, a report type uses the first it has. */
export type Tag =
  | {
      readonly kind: 'measure'
      readonly ids: readonly string[]
      readonly aggregation?: Aggregation
      readonly per?: number
      /** ids of the measure that it is divided by */
      readonly over?: readonly string[]
      /** ids of the measure that is taken from it */
      readonly minus?: readonly string[]
    }
  | { readonly kind: 'dimension'; readonly ids: readonly string[] }
  /** the grain of the report type's date */
  | { readonly kind: 'grain'; readonly grain: string }
  | { readonly kind: 'noun'; readonly noun: NounName; readonly isPlural: boolean }
  /** what became of a noun: "cancelled", "new", "on hold" */
  | { readonly kind: 'state'; readonly state: State }
  | { readonly kind: 'verb'; readonly verb: Verb }
  /** all of them hold */
  | { readonly kind: 'filter'; readonly filters: readonly ColumnFilter[] }
  /** columns that hold a value of this name, most likely first */
  | { readonly kind: 'value'; readonly choices: readonly NamedValue[] }
  /** a limit to a measure */
  | {
      readonly kind: 'limit'
      readonly comparison: Comparison
      readonly value: number
      readonly unit: 'money' | 'days' | 'percent' | 'times' | null
      /** of a length of time: the day that it goes back to */
      readonly since?: LocalDay
    }
  | DaysTag
  /** a length of time without a beginning, "6 months", and the day that it goes back to */
  | { readonly kind: 'span'; readonly since: LocalDay }
  /** a named comparison, or (null) one with days that follow; `lastYear`: in the way that fits the days */
  | { readonly kind: 'compare'; readonly mode: CompareMode | 'lastYear' | null }
  | {
      readonly kind: 'rank'
      readonly count: number | null
      readonly direction: 'asc' | 'desc'
      /** of `amount`: ranked by the following noun, as in "the most orders"; of `date`: the oldest or newest */
      readonly of: 'subject' | 'amount' | 'date'
    }
  | { readonly kind: 'key'; readonly key: Key }
  | { readonly kind: 'stop' }
  /** known words for which there is no data */
  | { readonly kind: 'unsupported'; readonly reason: string }

export const nounTag = (noun: NounName): Tag => ({ kind: 'noun', noun, isPlural: true })

export const measureTag = (...ids: readonly string[]): Tag => ({ kind: 'measure', ids })

export const filterTag = (
  columnId: string,
  comparison: ColumnFilter['comparison'],
  value: ColumnFilter['value'] = null,
): Tag => ({ kind: 'filter', filters: [{ ids: [columnId], comparison, value }] })

/** @param weekday 1 Monday to 7 Sunday */
export const weekdayFilter = (weekday: number): Tag => ({
  kind: 'filter',
  filters: [{ ids: ['orderWeekday', 'reservationWeekday'], comparison: 'Equal', value: weekday }],
})

/** A way to read a stretch of words. */
export interface Reading {
  readonly tags: readonly Tag[]
  /** number of tokens */
  readonly length: number
  /** how unlikely it is compared with other readings of the same words */
  readonly cost: number
}

/** A tag at its position. */
export interface TaggedWords {
  readonly tag: Tag
  readonly words: string
  /** preceded by a comma or similar */
  readonly isApart: boolean
}
