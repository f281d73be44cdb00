import type { RangeCalendar } from '#domain/ranges/resolve-range.ts'
import type { Answerable } from './build/answerable.ts'
import { buildOn } from './build/build-on.ts'
import { withoutNow } from './build/now.ts'
import { typesFor } from './build/types-for.ts'
import { wantOf } from './build/want-of.ts'
import { explain } from './explain.ts'
import { lexiconOf } from './lexicon.ts'
import { type NearWords, nearWords } from './near-words.ts'
import { scan } from './read/scan.ts'
import type { ValueIndex } from './value-index.ts'

export interface Understood extends Answerable {
  /** how the question was taken, every part of it */
  readonly explanation: string
}

export interface NotUnderstood {
  /** as they were typed; empty when the question names nothing to be answered */
  readonly notUnderstood: readonly string[]
  readonly suggestions: readonly NearWords[]
}

export interface AskContext {
  readonly calendar: RangeCalendar
  /** what the account's data calls its clubs, brands, people and so on */
  readonly values: ValueIndex
}

const MAX_NAME = 200

const asName = (question: string): string => {
  const text = question.trim().replace(/\s+/g, ' ')
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`.slice(0, MAX_NAME)
}

/**
 * A question in words as a report definition. Every word of it is accounted for, or none is answered: a question that is
 * understood in part would be answered by another number than the one asked for.
 */
export const ask = (question: string, { calendar, values }: AskContext): Understood | NotUnderstood => {
  const lexicon = lexiconOf(values)
  const { placed, unknown } = scan(question, lexicon, calendar)
  const refuse = (words: readonly string[]): NotUnderstood => {
    const named = [...new Set(words.filter((word) => word !== ''))]
    return { notUnderstood: named, suggestions: nearWords(unknown, lexicon.words) }
  }
  if (unknown.length > 0) return refuse(unknown)
  const want = withoutNow(wantOf(placed, calendar))
  if (want.left.length > 0) return refuse(want.left)
  let fewest: readonly string[] | null = null
  for (const type of typesFor(want)) {
    const { answer, missing } = buildOn(type, want, calendar)
    if (answer !== null) {
      const definition = { ...answer.definition, name: asName(question) }
      return { ...answer, definition, explanation: explain(type, answer, calendar) }
    }
    if (fewest === null || missing.length < fewest.length) fewest = missing
  }
  return refuse(fewest ?? [])
}
