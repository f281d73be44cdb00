import type { NounName } from '#domain/report-terms.ts'

/** Words that determine how other words are read. */
export const KEYS = [
  'by',
  'per',
  'count',
  'howMuch',
  'list',
  'which',
  'who',
  'what',
  'how',
  'not',
  'and',
  'or',
  'with',
  'share',
  'why',
  'forecast',
  'change',
  'versus',
  'comparative',
  'lapsed',
  'now',
  'average',
  'from',
  'first',
  'final',
  'since',
  'later',
  'both',
] as const
export type Key = (typeof KEYS)[number]

/** What became of a member, customer or order. */
export const STATES = [
  'leave',
  'join',
  'hold',
  'new',
  'repeat',
  'refund',
  'inClub',
  'lapsed',
  'open',
  'noShow',
  'skip',
  'decline',
] as const
export type State = (typeof STATES)[number]

export const VERBS = ['sell', 'buy', 'visit', 'book', 'earn', 'discount', 'tip', 'have', 'release'] as const
export type Verb = (typeof VERBS)[number]

/** The words of questions; each text holds phrases separated by commas. */
export interface Language {
  /** for the columns of the catalog, by columnId */
  readonly columns: Readonly<Record<string, string>>
  readonly nouns: Readonly<Partial<Record<NounName, string>>>
  readonly grains: Readonly<Record<string, string>>
  readonly keys: Readonly<Record<Key, string>>
  readonly states: Readonly<Record<State, string>>
  readonly verbs: Readonly<Record<Verb, string>>
  /** for the codes of a column, by columnId and code */
  readonly values: Readonly<Record<string, Readonly<Record<string, string>>>>
  /** Monday to Sunday where they mean every such day, "Saturdays" */
  readonly weekdays: readonly string[]
  /** words that may mean either of several measures */
  readonly ambiguous: readonly (readonly [phrases: string, measures: readonly string[]])[]
  /** phrases of known words for which there is no data, with a sentence that says so */
  readonly unsupported: readonly (readonly [phrases: string, reason: string])[]
  /** words that do not affect the meaning; negations, limits and ranks must not be among them */
  readonly stopWords: string
}
