import type { CompareMode } from '#domain/ranges/comparison-mode.ts'
import type { CustomRange, RelativeRange } from '#domain/ranges/relative-range.ts'
import type { Comparison } from '#domain/report-terms.ts'
import type { EntityName } from '../words/entities.ts'

/** A range: its name in definitions, if it has one, and its resolved days. */
export interface Days extends CustomRange {
  readonly named: RelativeRange | null
}

/** A limit on a column; the first of `ids` that a report type has is used. */
export interface Limit {
  readonly ids: readonly string[]
  readonly comparison: Comparison
  readonly value: string | number | boolean | null
}

/** The meaning of words in a question. Columns are named by id; of several, a report type uses the first it has. */
export type Meaning =
  | { readonly kind: 'measure'; readonly ids: readonly string[] }
  /** a column to group by: its id, or the grain of the report type's date */
  | { readonly kind: 'dimension'; readonly ids: readonly string[] }
  | { readonly kind: 'grain'; readonly grain: string }
  | { readonly kind: 'entity'; readonly entity: EntityName; readonly isPlural: boolean }
  | { readonly kind: 'limit'; readonly limit: Limit }
  /** a value in the account's data; columns that contain it, most likely first */
  | { readonly kind: 'value'; readonly limits: readonly Limit[] }
  /** on the measure named next to it */
  | {
      readonly kind: 'condition'
      readonly comparison: Comparison
      readonly value: number
      readonly isMoney: boolean
      /** "more than 30 days" */
      readonly inDays: boolean
    }
  | { readonly kind: 'days'; readonly days: Days; readonly part: 'in' | 'before' }
  /** a named comparison, or (null) one with days that follow; `lastYear`: in the way that fits the days */
  | { readonly kind: 'compare'; readonly mode: CompareMode | 'lastYear' | null }
  /** of `amount`: ranked by the following noun, as in "the most orders" */
  | {
      readonly kind: 'rank'
      readonly count: number | null
      readonly direction: 'asc' | 'desc'
      readonly of: 'subject' | 'amount'
    }
  | { readonly kind: 'keyword'; readonly keyword: Keyword }
  | { readonly kind: 'stopWord' }

/** Words that determine how other words are read. */
export const KEYWORDS = [
  'by',
  'count',
  'list',
  'sell',
  'notOrdered',
  'howDid',
  'howMuch',
  'which',
  'what',
  'and',
  'of',
] as const
export type Keyword = (typeof KEYWORDS)[number]

/** A span of the question with its meanings. */
export interface Reading {
  readonly meanings: readonly Meaning[]
  /** number of tokens */
  readonly length: number
}

/** A reading at its position. */
export interface PlacedReading {
  readonly meaning: Meaning
  readonly words: string
  /** preceded by a comma or similar */
  readonly isApart: boolean
}
