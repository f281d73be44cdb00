import type { CompareMode } from '#domain/ranges/comparison-mode.ts'
import type { Comparison } from '#domain/report-terms.ts'
import type { Days, Limit } from '../read/meaning.ts'
import type { EntityName } from '../words/entities.ts'

/** A part of a question, with the words it was read from. */
export interface Mention {
  readonly words: string
}

export interface ParsedMeasure extends Mention {
  /** the first that a report type has is used */
  readonly ids: readonly string[]
  /** the entity that it counts */
  readonly entity: EntityName | null
}

export type ParsedGroup = Mention &
  (
    | { readonly kind: 'column'; readonly ids: readonly string[] }
    | { readonly kind: 'grain'; readonly grain: string }
    | { readonly kind: 'entity'; readonly entity: EntityName }
  )

/** Alternatives: the first that a report type supports is used. */
export interface ParsedLimit extends Mention {
  readonly limits: readonly Limit[]
}

export interface ParsedCondition extends Mention {
  /** null: the default measure of the question */
  readonly ids: readonly string[] | null
  readonly comparison: Comparison
  readonly value: number
  /** limits amounts of money only */
  readonly isMoney: boolean
}

export interface ParsedDays extends Mention {
  readonly days: Days
  readonly part: 'in' | 'before'
}

/** A question parsed into its parts, not yet mapped to columns of a report type. */
export interface ParsedQuestion {
  readonly measures: readonly ParsedMeasure[]
  readonly groups: readonly ParsedGroup[]
  readonly limits: readonly ParsedLimit[]
  readonly conditions: readonly ParsedCondition[]
  /** what is listed, one per row */
  readonly list: (Mention & { readonly entity: EntityName }) | null
  readonly rank: (Mention & { readonly count: number | null; readonly direction: 'asc' | 'desc' }) | null
  readonly days: ParsedDays | null
  readonly compare: (Mention & { readonly mode: CompareMode }) | null
  /** words that could not be parsed */
  readonly unmatched: readonly string[]
}
