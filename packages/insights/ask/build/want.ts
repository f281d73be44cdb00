import type { CompareMode } from '#domain/ranges/comparison-range.ts'
import type { Comparison } from '#domain/report-terms.ts'
import type { Days, Limit } from '../read/meaning.ts'
import type { EntityName } from '../words/entities.ts'

/** Something wanted, with the words that said so. */
export interface Said {
  readonly words: string
}

export interface WantedMeasure extends Said {
  /** the first that a report type has */
  readonly ids: readonly string[]
  /** the thing that it counts */
  readonly entity: EntityName | null
}

export type WantedGroup = Said &
  (
    | { readonly kind: 'column'; readonly ids: readonly string[] }
    | { readonly kind: 'grain'; readonly grain: string }
    | { readonly kind: 'entity'; readonly entity: EntityName }
  )

/** One of them has to hold: the first that a report type has. */
export interface WantedLimit extends Said {
  readonly limits: readonly Limit[]
}

export interface WantedCondition extends Said {
  /** null: the usual one of what is asked about */
  readonly ids: readonly string[] | null
  readonly comparison: Comparison
  readonly value: number
  /** only amounts of money are limited by it */
  readonly isMoney: boolean
}

export interface WantedDays extends Said {
  readonly days: Days
  readonly part: 'in' | 'before'
}

/** A question put in order; nothing of it is a column of a report type yet. */
export interface Want {
  readonly measures: readonly WantedMeasure[]
  readonly groups: readonly WantedGroup[]
  readonly limits: readonly WantedLimit[]
  readonly conditions: readonly WantedCondition[]
  /** what is listed, one row each */
  readonly list: (Said & { readonly entity: EntityName }) | null
  readonly rank: (Said & { readonly count: number | null; readonly direction: 'asc' | 'desc' }) | null
  readonly days: WantedDays | null
  readonly compare: (Said & { readonly mode: CompareMode }) | null
  /** words that nothing could be made of */
  readonly left: readonly string[]
}
