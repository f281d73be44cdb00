import type { CustomField } from '#domain/custom-fields.ts'
import type { RangeCalendar } from '#domain/ranges/resolve-range.ts'
import type { Answerable } from './build/answerable.ts'
import { buildDefinition } from './build/build-definition.ts'
import { candidateTypes } from './build/candidate-types.ts'
import { dropLimitToNow, parseQuestion } from './build/parse-question.ts'
import { explain } from './explain.ts'
import { buildLexicon } from './lexicon.ts'
import { scan } from './read/scan.ts'
import type { ValueIndex } from './value-index.ts'

interface Suggestion {
  readonly word: string
  readonly near: readonly string[]
}

const MAX_SUGGESTIONS = 3
const MAX_LENGTH = 30

/** Levenshtein distance. */
const distance = (a: string, b: string): number => {
  let row = Array.from({ length: b.length + 1 }, (_, place) => place)
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const changed = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      next.push(Math.min(changed, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[b.length] ?? 0
}

const findSimilar = (word: string, known: Iterable<string>): string[] => {
  const most = word.length < 5 ? 1 : 2
  const found: { readonly word: string; readonly edits: number }[] = []
  for (const one of known) {
    if (one.length < 3 || Math.abs(one.length - word.length) > most) continue
    const edits = distance(word, one)
    if (edits > 0 && edits <= most) found.push({ word: one, edits })
  }
  return found
    .sort((a, b) => a.edits - b.edits || (a.word < b.word ? -1 : 1))
    .slice(0, MAX_SUGGESTIONS)
    .map((one) => one.word)
}

/** Known words similar to those not understood, most similar first. */
const suggestSimilarWords = (unknown: readonly string[], known: Iterable<string>): Suggestion[] => {
  const words = [...known]
  return [...new Set(unknown)].flatMap((word) => {
    if (word.length < 3 || word.length > MAX_LENGTH) return []
    const near = findSimilar(word.toLowerCase(), words)
    return near.length === 0 ? [] : [{ word, near }]
  })
}

export interface Understood extends Answerable {
  /** how the question was interpreted, in full */
  readonly explanation: string
}

export interface NotUnderstood {
  /** as they were typed; empty when the question names no measure */
  readonly notUnderstood: readonly string[]
  readonly suggestions: readonly Suggestion[]
}

export interface AskContext {
  readonly calendar: RangeCalendar
  /** names of clubs, brands, people and so on in the account's data */
  readonly values: ValueIndex
  /** the account's own fields; default: none */
  readonly customFields?: readonly CustomField[]
}

const MAX_NAME = 200

const asName = (question: string): string => {
  const text = question.trim().replace(/\s+/g, ' ')
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`.slice(0, MAX_NAME)
}

/**
 * Parses a question into a report definition. Every word must be accounted for: a partly understood question would be
 * answered with a number other than the one asked for.
 */
export const ask = (
  question: string,
  { calendar, values, customFields = [] }: AskContext,
): Understood | NotUnderstood => {
  const lexicon = buildLexicon(values, customFields)
  const { placed, unknown } = scan(question, lexicon, calendar)
  const refuse = (words: readonly string[]): NotUnderstood => {
    const named = [...new Set(words.filter((word) => word !== ''))]
    return { notUnderstood: named, suggestions: suggestSimilarWords(unknown, lexicon.words) }
  }
  if (unknown.length > 0) return refuse(unknown)
  const parsed = dropLimitToNow(parseQuestion(placed, calendar))
  if (parsed.unmatched.length > 0) return refuse(parsed.unmatched)
  let fewest: readonly string[] | null = null
  for (const type of candidateTypes(parsed, customFields)) {
    const { answer, unsupported } = buildDefinition(type, parsed, calendar)
    if (answer !== null) {
      const definition = { ...answer.definition, name: asName(question) }
      return { ...answer, definition, explanation: explain(type, answer, calendar) }
    }
    if (fewest === null || unsupported.length < fewest.length) fewest = unsupported
  }
  return refuse(fewest ?? [])
}
