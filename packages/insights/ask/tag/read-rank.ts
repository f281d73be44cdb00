import type { Token } from '../text/token.ts'
import { wholeNumber } from './numbers.ts'
import { type AskCalendar, anyOf, longest, oneOf, patternsOf, word } from './pattern.ts'
import type { Reading, Tag } from './tag.ts'

type Direction = 'asc' | 'desc'
type Phrases = readonly (readonly [Direction, string])[]

const WORDS: Phrases = [
  [
    'desc',
    `
    top, best, strongest, busiest, leading, favorite, favourite, hottest, number one, fastest, topmost, peak, heaviest, richest,
    priciest, most popular, most common, newest of best, record, best first`,
  ],
  [
    'asc',
    'bottom, worst first, worst, weakest, slowest, poorest, quietest, least popular, laggards, deadest, lightest',
  ],
]

/** words for amounts: the following noun is ranked by */
const AMOUNTS: Phrases = [
  ['desc', 'most, highest, greatest, largest, biggest'],
  ['asc', 'least, fewest, lowest, smallest'],
]

/** after the ranking word: "best selling", "most popular" */
const SEQUELS = `
  selling, sellers, seller, performing, popular, valuable, spending, sold, grossing, producing, purchased, ordered,
  bought, moving, movers, mover, earning, booked, performers, performer, loyal, of, frequent, active`

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

export const RANK_VOCABULARY = [...WORDS, ...AMOUNTS, ...LENGTHS, ...AGES, ...PHRASES]
  .map(([, text]) => text)
  .join(', ')
  .concat(', ', SEQUELS)

const MOST = 10_000

type RankTag = Extract<Tag, { kind: 'rank' }>

const rank = (direction: Direction, count: number | null, of: RankTag['of']): RankTag | null =>
  count !== null && (count < 1 || count > MOST) ? null : { kind: 'rank', count, direction, of }

const pattern = patternsOf({
  count: word(wholeNumber),
  phrase: oneOf(PHRASES),
  age: oneOf(AGES),
  duration: oneOf(LENGTHS),
  word: oneOf([...WORDS, ...AMOUNTS]),
  amount: oneOf(AMOUNTS),
  sequel: anyOf(SEQUELS),
})

/** "top 10", "5 best selling", "the most", "lowest": number of rows and direction. Without a number: all rows, in that order. */
const RANKS = longest(
  pattern('{count?} {phrase}', ({ count, phrase }) => rank(phrase, count, 'subject')),
  pattern('{count?} {age}', ({ count, age }) => rank(age, count, 'date')),
  pattern('{duration}', ({ duration }) => rank(duration, null, 'amount')),
  pattern('{amount}', ({ amount }) => rank(amount, null, 'amount')),
  pattern('{word} {count?} {sequel?}', ({ count, word: own }) => rank(own, count, 'subject')),
  pattern('{word} {sequel} {count}', ({ count, word: own }) => rank(own, count, 'subject')),
  pattern('{count} {word} {sequel?}', ({ count, word: own }) => rank(own, count, 'subject')),
)

export const readRank = (tokens: readonly Token[], at: number, calendar: AskCalendar): Reading[] => {
  const found = RANKS(tokens, at, calendar)
  return found === null ? [] : [{ tags: [found.value], length: found.length, cost: 0 }]
}
