import type { CompareMode } from '#domain/ranges/comparison-range.ts'
import type { CustomRange, RelativeRange } from '#domain/ranges/relative-range.ts'
import type { Comparison } from '#domain/report-terms.ts'
import type { EntityName } from '../words/entities.ts'

/** Days: by the name that definitions have for them, where they have one, and always resolved. */
export interface Days extends CustomRange {
  readonly named: RelativeRange | null
}

/** A limit to a column; the first of `ids` that a report type has is the one. */
export interface Limit {
  readonly ids: readonly string[]
  readonly comparison: Comparison
  readonly value: string | number | boolean | null
}

/** What words of a question say. Columns are named by id; of several, a report type takes the first that it has. */
export type Meaning =
  | { readonly kind: 'measure'; readonly ids: readonly string[] }
  /** a column to group by: its id, or the grain of the report type's date */
  | { readonly kind: 'dimension'; readonly ids: readonly string[] }
  | { readonly kind: 'grain'; readonly grain: string }
  | { readonly kind: 'entity'; readonly entity: EntityName; readonly isPlural: boolean }
  | { readonly kind: 'limit'; readonly limit: Limit }
  /** a value of the account's data; columns that hold it, the likeliest first */
  | { readonly kind: 'value'; readonly limits: readonly Limit[] }
  /** on the measure named beside it */
  | {
      readonly kind: 'condition'
      readonly comparison: Comparison
      readonly value: number
      readonly isMoney: boolean
      /** "more than 30 days" */
      readonly inDays: boolean
    }
  | { readonly kind: 'days'; readonly days: Days; readonly part: 'in' | 'before' }
  /** a comparison by name, or with days that follow */
  | { readonly kind: 'compare'; readonly mode: CompareMode | null }
  /** of `amount`: the noun behind it is what is ranked by, as in "the most orders" */
  | {
      readonly kind: 'rank'
      readonly count: number | null
      readonly direction: 'asc' | 'desc'
      readonly of: 'subject' | 'amount'
    }
  | { readonly kind: 'mark'; readonly mark: Mark }
  | { readonly kind: 'filler' }

/** Words that say how the others are meant. */
export const MARKS = [
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
export type Mark = (typeof MARKS)[number]

/** A stretch of the question with what it says. */
export interface Reading {
  readonly meanings: readonly Meaning[]
  /** tokens that it takes */
  readonly length: number
}

/** A reading at its place. */
export interface Placed {
  readonly meaning: Meaning
  readonly words: string
  /** a comma or the like stands before it */
  readonly isApart: boolean
}
