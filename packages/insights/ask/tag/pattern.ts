import type { LocalDay } from '#domain/ranges/local-day.ts'
import type { RangeCalendar } from '#domain/ranges/resolve-range.ts'
import type { Token } from '../text/token.ts'
import { type Match, matchLength, matchOne } from './match-phrase.ts'

/** A club release on its day. */
export interface NamedRelease {
  readonly name: string
  readonly clubName?: string | null
  readonly day: LocalDay
}

export interface AskCalendar extends RangeCalendar {
  /** of all clubs; default: not known */
  readonly clubReleases?: readonly NamedRelease[]
}

/** What may stand at a position of a phrase: its value and number of words; null: something else does. */
export type Hole<T> = (tokens: readonly Token[], at: number, calendar: AskCalendar) => Match<T> | null

/** One of several phrases, each with what it means. */
export const oneOf =
  <T>(texts: Iterable<readonly [value: T, phrases: string]>): Hole<T> =>
  (tokens, at) =>
    matchOne(tokens, at, texts)

export const anyOf =
  (phrases: string): Hole<true> =>
  (tokens, at) => {
    const length = matchLength(tokens, at, phrases)
    return length === 0 ? null : { value: true, length }
  }

/** A single word, read by its text. */
export const word =
  <T>(read: (text: string) => T | null): Hole<T> =>
  (tokens, at) => {
    const value = read(tokens[at]?.text ?? '')
    return value === null ? null : { value, length: 1 }
  }

/** The longest of several; of equals the first. */
export const longest =
  <T>(...holes: readonly Hole<T>[]): Hole<T> =>
  (tokens, at, calendar) => {
    let best: Match<T> | null = null
    for (const hole of holes) {
      const found = hole(tokens, at, calendar)
      if (found !== null && found.length > (best?.length ?? 0)) best = found
    }
    return best
  }

type NamesIn<Words extends string> = Words extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never
type Plain<Name extends string> = Name extends `${infer N}?` ? N : Name
type ValueIn<Holes, Name extends string> =
  Plain<Name> extends keyof Holes ? (Holes[Plain<Name>] extends Hole<infer T> ? T : never) : never

/** The values of the holes of a pattern by their names; null where one that may be left out is. */
type Values<Holes, Words extends string> = {
  readonly [Name in NamesIn<Words> as Plain<Name>]: ValueIn<Holes, Name> | (Name extends `${string}?` ? null : never)
}

interface Element {
  readonly name: string
  readonly isOptional: boolean
  readonly hole: Hole<unknown>
}

const elementsOf = (words: string, holes: Readonly<Record<string, Hole<unknown>>>): readonly Element[] =>
  words.split(' ').map((text) => {
    const [, name = '', optional] = /^\{(\w+)(\?)?\}$/.exec(text) ?? []
    return { name, isOptional: optional !== undefined, hole: holes[name] ?? anyOf(text.replaceAll('|', ', ')) }
  })

const matchElements = (
  [first, ...rest]: readonly Element[],
  tokens: readonly Token[],
  at: number,
  calendar: AskCalendar,
): Match<Readonly<Record<string, unknown>>> | null => {
  if (first === undefined) return { value: {}, length: 0 }
  const { name, isOptional, hole } = first
  const own = hole(tokens, at, calendar)
  const after = own && matchElements(rest, tokens, at + own.length, calendar)
  if (own !== null && after !== null)
    return { value: { ...after.value, [name]: own.value }, length: own.length + after.length }
  const without = isOptional ? matchElements(rest, tokens, at, calendar) : null
  return without && { ...without, value: { ...without.value, [name]: null } }
}

/**
 * Makes patterns of words (`week|month`) and holes, `{which} {count?} {grain}`, from the holes that they may have. A pattern is itself something that
 * a hole of another one may be.
 */
export const patternsOf =
  <Holes extends Readonly<Record<string, Hole<unknown>>>>(holes: Holes) =>
  <Words extends string, T>(
    words: Words,
    read: (values: Values<Holes, Words>, calendar: AskCalendar) => T | null,
  ): Hole<T> => {
    const elements = elementsOf(words, holes)
    return (tokens, at, calendar) => {
      const found = matchElements(elements, tokens, at, calendar)
      // the names of the holes are those of the words
      const value = found && read(found.value as Values<Holes, Words>, calendar)
      return found === null || value === null ? null : { value, length: found.length }
    }
  }
