import { phraseList, type Token } from '../text/token.ts'
import { matchLength, matchOne } from './days/match-phrase.ts'
import { wholeNumber } from './numbers.ts'
import type { Reading } from './tag.ts'

type Direction = 'asc' | 'desc'
type Phrases = readonly (readonly [Direction, string])[]

const WORDS: Phrases = [
  [
    'desc',
    `
    top, best, highest, biggest, largest, most, greatest, strongest, busiest, leading, favorite, favourite, hottest,
    number one, fastest, topmost, peak, heaviest, richest, priciest, most popular, newest of best, record`,
  ],
  [
    'asc',
    'bottom, worst, lowest, smallest, least, fewest, weakest, slowest, poorest, quietest, least popular, laggards, deadest, lightest',
  ],
]

/** words for amounts: the following noun is ranked by */
const AMOUNTS = ['most', 'least', 'fewest', 'highest', 'lowest', 'greatest', 'largest', 'biggest', 'smallest']

/** after the ranking word: "best selling", "most popular" */
const SEQUELS = `
  selling, sellers, seller, performing, popular, valuable, spending, sold, grossing, producing, purchased, ordered,
  bought, moving, movers, mover, earning, booked, performers, performer, loyal, of, frequent, active, profitable, productive`

/** words for durations, used of nothing else */
const LENGTHS: Phrases = [
  ['desc', 'longest'],
  ['asc', 'shortest'],
]

/** by date */
const AGES: Phrases = [
  ['asc', 'oldest, earliest, longest standing, longest tenured, longest serving, longest time, most senior'],
  ['desc', 'newest, latest, most recent'],
]

const PHRASES: Phrases = [
  [
    'desc',
    `
    highest first, largest first, ranking, rankings, leaderboard, descending, from highest to lowest, high to low, bestsellers, bestseller,
    best sellers, best seller, top sellers, top seller, biggest first, most first, rank, rank the, rank our, rank my, hot sellers, big sellers`,
  ],
  [
    'asc',
    'lowest first, smallest first, ascending, from lowest to highest, low to high, slow movers, worst sellers, slow moving, slowest moving, slow selling, slowest selling, worst selling, worst performing',
  ],
]

export const RANK_VOCABULARY = [...WORDS, ...LENGTHS, ...AGES, ...PHRASES]
  .map(([, text]) => text)
  .join(', ')
  .concat(', ', SEQUELS)

const AMOUNT_WORDS = new Set(AMOUNTS)
const MOST = 10_000

/** "profitable" and "productive" name what is ranked by as well, so they stay a word of their own. */
const OWN_MEANING = new Set(phraseList('profitable, productive'))

const rank = (
  direction: Direction,
  count: number | null,
  of: 'subject' | 'amount' | 'date',
  length: number,
): Reading => ({
  tags: [{ kind: 'rank', count, direction, of }],
  length,
  cost: 0,
})

/** "top 10", "5 best selling", "the most", "lowest": number of rows and direction. Without a number: all rows, in that order. */
export const readRank = (tokens: readonly Token[], at: number): Reading[] => {
  const before = wholeNumber(tokens[at]?.text ?? '')
  const index = before === null ? at : at + 1
  const phrase = matchOne(tokens, index, PHRASES)
  if (phrase !== null) return [rank(phrase.value, before, 'subject', index + phrase.length - at)]
  const age = matchOne(tokens, index, AGES)
  const length = before === null && age === null ? matchOne(tokens, at, LENGTHS) : null
  if (length !== null) return [rank(length.value, null, 'amount', length.length)]
  if (age !== null) return [rank(age.value, before, 'date', index + age.length - at)]
  const word = matchOne(tokens, index, WORDS)
  if (word === null) return []
  const next = index + word.length
  const after = before === null ? wholeNumber(tokens[next]?.text ?? '') : null
  const count = before ?? after
  if (count !== null && (count < 1 || count > MOST)) return []
  const end = next + (after === null ? 0 : 1)
  const isOwn = OWN_MEANING.has(tokens[end]?.text ?? '')
  const sequel = isOwn ? 0 : matchLength(tokens, end, SEQUELS)
  const isAmount = word.length === 1 && AMOUNT_WORDS.has(tokens[index]?.text ?? '')
  const of = isAmount && sequel === 0 && count === null ? 'amount' : 'subject'
  return [rank(word.value, count, of, end + sequel - at)]
}
