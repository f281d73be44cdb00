import type { CustomField } from '#domain/custom-fields.ts'
import { chooseAmong, type Priced, type Understood } from './choose.ts'
import { explain } from './explain.ts'
import { type Account, type Interpretation, interpret, type Refusal } from './interpret.ts'
import { ENGLISH } from './language/english.ts'
import { FRENCH } from './language/french.ts'
import { ITALIAN } from './language/italian.ts'
import { SPANISH } from './language/spanish.ts'
import type { AskCalendar } from './tag/days/read-point.ts'
import { knownWords } from './tag/known-spelling.ts'
import { lexiconOf } from './tag/lexicon.ts'
import { yearMoved } from './tag/year-moved.ts'
import { type KnownWords, type ReadAs, readAs } from './text/read-as.ts'
import { correctionsOf } from './text/spelling.ts'
import { MOST_WORDS, type Token, tokenize } from './text/token.ts'
import { translate } from './text/translate.ts'
import type { ValueIndex } from './value-index.ts'

interface Suggestion {
  readonly word: string
  readonly near: readonly string[]
}

export interface NotUnderstood {
  /** as they were typed; empty when the question names no measure */
  readonly notUnderstood: readonly string[]
  /** what is missing, in a sentence; absent where words are unknown */
  readonly reason?: string
  readonly suggestions: readonly Suggestion[]
  /** those that questions are read in, where this one seems to be in another; else empty */
  readonly languages: readonly string[]
}

/** Two or three readings between which the words do not decide. */
export interface Choose {
  readonly choices: readonly Understood[]
}

export type Answer = Understood | Choose | NotUnderstood

export interface AskContext {
  readonly calendar: AskCalendar
  /** names of clubs, brands, people and so on in the account's data */
  readonly values: ValueIndex
  /** the account's own fields; default: none */
  readonly customFields?: readonly CustomField[]
  /** takes unknown words for known ones; default: yes */
  readonly correctsSpelling?: boolean
}

const MAX_NAME = 200
const MAX_SUGGESTIONS = 3
/** Unknown words for which similar ones are looked up. */
const MAX_SUGGESTED = 6

/** A reading that is less likely than another by more than this is not answered, even if the other has no answer. */
const MOST_STRAINED = 0.9

const asName = (question: string): string => {
  const text = question.trim().replace(/\s+/g, ' ')
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`.slice(0, MAX_NAME)
}

interface Read {
  readonly priced: readonly Priced[]
  readonly refusal: Refusal
}

const readOne = ({ tokens, corrections, cost }: ReadAs, account: Account, name: string): Read => {
  const likelyOf = ({ candidates, leastCost }: Interpretation) =>
    candidates.filter((one) => one.cost <= leastCost + MOST_STRAINED)
  const asTyped = interpret(tokens, account)
  const moved = likelyOf(asTyped).length > 0 ? null : yearMoved(tokens, account.calendar)
  const likely = moved === null ? likelyOf(asTyped) : likelyOf(interpret(moved, account))
  const priced = likely.map(({ type, answer, cost: own }): Priced => {
    const definition = { ...answer.definition, name }
    const explanation = explain(type, answer, account.calendar)
    return { answer: { ...answer, definition, explanation, corrections }, cost: cost + own }
  })
  return { priced, refusal: asTyped.refusal }
}

const suggest = (words: readonly string[], { words: known, isKnown }: KnownWords): Suggestion[] =>
  [...new Set(words)].slice(0, MAX_SUGGESTED).flatMap((word) => {
    const [token] = tokenize(word)
    if (token === undefined || isKnown(token)) return []
    const near = correctionsOf(token.text, known, MAX_SUGGESTIONS).map((one) => one.word)
    return near.length === 0 ? [] : [{ word, near }]
  })

/** Part of the words that are unknown in a question of another language. */
const FOREIGN = 0.6

/** Languages that are tried where English has no answer. */
const TRANSLATIONS = [SPANISH, FRENCH, ITALIAN]

const LANGUAGES: readonly string[] = [ENGLISH, ...TRANSLATIONS].map(({ name }) => name)

const TOO_LONG = `The question is too long. Ask it in at most ${MOST_WORDS} words.`

const uncorrected = (tokens: readonly Token[]): ReadAs => ({ tokens, corrections: [], cost: 0 })

const translationsOf = (question: string): ReadAs[] =>
  TRANSLATIONS.flatMap((translation) => {
    const tokens = translate(question, translation)
    return tokens === null ? [] : [uncorrected(tokens)]
  })

/** The answer or the readings to choose from; null where there are none. */
const answerOf = (read: readonly Read[]): Understood | Choose | null => {
  const choices = chooseAmong(read.flatMap(({ priced }) => priced))
  const [only] = choices
  if (only === undefined) return null
  return choices.length === 1 ? only : { choices }
}

/**
 * Parses a question into a report definition. Every word must be accounted for, perhaps taken for another of nearly the same spelling:
 * a partly understood question would be answered with a number other than the one asked for.
 */
export const ask = (question: string, context: AskContext): Answer => {
  const { calendar, values, customFields, correctsSpelling = true } = context
  const lexicon = lexiconOf(values, customFields)
  const known = knownWords(lexicon)
  const tokens = tokenize(question)
  if (tokens.length > MOST_WORDS) return { notUnderstood: [], reason: TOO_LONG, suggestions: [], languages: [] }
  const account = { lexicon, calendar, customFields: customFields ?? [] }
  const name = asName(question)
  const readAll = (all: readonly ReadAs[]): Read[] => all.map((one) => readOne(one, account, name))
  const asTyped = readAll([uncorrected(tokens)])
  // a word of another language is no misspelled English one
  const answered =
    answerOf(asTyped) ??
    answerOf(readAll(translationsOf(question))) ??
    (correctsSpelling ? answerOf(readAll(readAs(tokens, known))) : null)
  if (answered !== null) return answered
  const unknown = tokens.filter((token) => !known.isKnown(token)).map(({ typed }) => typed)
  const refusal = asTyped[0]?.refusal
  const words = unknown.length > 0 ? unknown : (refusal?.words ?? [])
  const reason = unknown.length > 0 ? null : (refusal?.reason ?? null)
  const isForeign = tokens.length > 1 && unknown.length > tokens.length * FOREIGN
  return {
    notUnderstood: [...new Set(words)],
    suggestions: suggest(words, known),
    languages: isForeign ? LANGUAGES : [],
    ...(reason === null ? {} : { reason }),
  }
}
