import type { Reading } from './meaning.ts'
import { wholeNumber } from './numbers.ts'
import { phraseList, type Token } from './token.ts'

const HIGHEST = phraseList(`
  top, best, highest, biggest, largest, most, greatest, strongest, busiest, leading, favorite, favourite`)
/** words for amounts: the following noun is ranked by */
const AMOUNTS = ['most', 'least', 'fewest', 'highest', 'lowest', 'greatest']
const LOWEST = phraseList('bottom, worst, lowest, smallest, least, fewest, weakest, slowest, poorest')
/** after the ranking word: "best selling", "most popular" */
const SEQUELS = phraseList(`
  selling, sellers, performing, popular, valuable, spending, sold, grossing, producing, purchased, ordered, bought`)
/** words for durations, used of nothing else */
const LENGTHS: Readonly<Record<string, 'asc' | 'desc'>> = { longest: 'desc', shortest: 'asc' }
const LENGTH_NOUNS = ['tenure', 'tenures', 'hold', 'holds', 'wait', 'waiting', 'membership']

const PHRASES: Readonly<Record<string, 'asc' | 'desc'>> = {
  'highest first': 'desc',
  'largest first': 'desc',
  'lowest first': 'asc',
  'smallest first': 'asc',
  descending: 'desc',
  ascending: 'asc',
  'from highest to lowest': 'desc',
  'from lowest to highest': 'asc',
  'high to low': 'desc',
  'low to high': 'asc',
  bestsellers: 'desc',
  bestseller: 'desc',
}

const MOST = 10_000

const phraseAt = (tokens: readonly Token[], at: number): Reading | null => {
  for (const [phrase, direction] of Object.entries(PHRASES)) {
    const words = phrase.split(' ')
    if (words.every((word, place) => tokens[at + place]?.text === word))
      return { meanings: [{ kind: 'rank', count: null, direction, of: 'subject' }], length: words.length }
  }
  return null
}

/** "top 10", "5 best selling", "the most", "lowest": number of rows and direction. Without a number: all rows, in that order. */
export const readRank = (tokens: readonly Token[], at: number): Reading | null => {
  const phrase = phraseAt(tokens, at)
  if (phrase !== null) return phrase
  const length = LENGTHS[tokens[at]?.text ?? '']
  if (length !== undefined && LENGTH_NOUNS.includes(tokens[at + 1]?.text ?? ''))
    return { meanings: [{ kind: 'rank', count: null, direction: length, of: 'amount' }], length: 1 }
  const before = wholeNumber(tokens[at]?.text ?? '')
  const place = before === null ? at : at + 1
  const word = tokens[place]?.text ?? ''
  const direction = HIGHEST.includes(word) ? 'desc' : LOWEST.includes(word) ? 'asc' : null
  if (direction === null) return null
  const after = before === null ? wholeNumber(tokens[place + 1]?.text ?? '') : null
  const count = before ?? after
  if (count !== null && (count < 1 || count > MOST)) return null
  const end = place + (after === null ? 1 : 2)
  const sequel = SEQUELS.includes(tokens[end]?.text ?? '') ? 1 : 0
  const of = AMOUNTS.includes(word) && sequel === 0 ? 'amount' : 'subject'
  return { meanings: [{ kind: 'rank', count, direction, of }], length: end + sequel - at }
}
