import type { RangeCalendar } from '#domain/ranges/resolve-range.ts'
import type { Lexicon } from '../lexicon.ts'
import type { Keyword, PlacedReading, Reading } from './meaning.ts'
import { readCompare } from './read-compare.ts'
import { readCondition } from './read-condition.ts'
import { readDays } from './read-days.ts'
import { readNamedValue } from './read-named-value.ts'
import { readRank } from './read-rank.ts'
import { type Token, tokenize } from './token.ts'

export interface Scan {
  readonly placed: readonly PlacedReading[]
  /** unknown words as they were typed */
  readonly unknown: readonly string[]
}

const isKeyword = (one: PlacedReading | undefined, keyword: Keyword): boolean =>
  one?.meaning.kind === 'keyword' && one.meaning.keyword === keyword

const readPhrase = (tokens: readonly Token[], at: number, { find, longest }: Lexicon): Reading | null => {
  for (let length = Math.min(longest, tokens.length - at); length > 0; length -= 1) {
    const meanings = find(
      tokens
        .slice(at, at + length)
        .map(({ text }) => text)
        .join(' '),
    )
    if (meanings !== null) return { meanings, length }
  }
  return null
}

/** "the 2019 vintage", "vintage 2019": a year that is not a date. */
const readVintage = (tokens: readonly Token[], at: number): Reading | null => {
  const [first = '', second = ''] = [tokens[at]?.text, tokens[at + 1]?.text]
  const isWord = (text: string): boolean => text === 'vintage' || text === 'vintages'
  const isYear = (text: string): boolean => /^(19|20)\d\d$/.test(text)
  const year = isYear(first) && isWord(second) ? first : isWord(first) && isYear(second) ? second : null
  if (year === null) return null
  return {
    meanings: [{ kind: 'limit', limit: { ids: ['vintage'], comparison: 'Equal', value: year } }],
    length: 2,
  }
}

/** A state's code in capitals, if the question is not entirely in capitals. */
const readStateCode = (tokens: readonly Token[], at: number, lexicon: Lexicon): Reading | null => {
  const typed = tokens[at]?.typed ?? ''
  const isShouted = tokens.every((token) => token.typed === token.typed.toUpperCase())
  if (isShouted || !/^[A-Z]{2}$/.test(typed)) return null
  const meanings = lexicon.findState(typed)
  return meanings && { meanings, length: 1 }
}

/**
 * Reads a question into meanings in order. At each position the longest reading wins; among equally long ones dates precede
 * amounts, and the vocabulary precedes the account's values.
 */
export const scan = (question: string, lexicon: Lexicon, calendar: RangeCalendar): Scan => {
  const tokens = tokenize(question)
  const placed: PlacedReading[] = []
  const unknown: string[] = []
  for (let at = 0; at < tokens.length; ) {
    const readings = [
      readVintage(tokens, at),
      readDays(tokens, at, calendar),
      readCompare(tokens, at),
      readCondition(tokens, at),
      readRank(tokens, at),
      readStateCode(tokens, at, lexicon),
      readNamedValue(tokens, at, { lexicon, isGroup: isKeyword(placed.at(-1), 'by') }),
      readPhrase(tokens, at, lexicon),
    ]
    const best = readings.reduce(
      (found, one) => (one !== null && one.length > (found?.length ?? 0) ? one : found),
      null,
    )
    const length = best?.length ?? 1
    const stretch = tokens.slice(at, at + length)
    const words = stretch.map(({ typed }) => typed).join(' ')
    if (best === null || best.meanings.length === 0) unknown.push(words)
    const isApart = stretch[0]?.isApart ?? false
    for (const meaning of best?.meanings ?? []) placed.push({ meaning, words, isApart })
    at += length
  }
  return { placed, unknown }
}
