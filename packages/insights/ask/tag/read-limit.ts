import { lookupTable } from '#domain/lookup-table.ts'
import { diffDays, type LocalDay } from '#domain/ranges/local-day.ts'
import type { Comparison } from '#domain/report-terms.ts'
import type { Token } from '../text/token.ts'
import { count, grain } from './days/holes.ts'
import { exactlyBefore, readPoint } from './days/points.ts'
import { parseAmount } from './numbers.ts'
import { type AskCalendar, anyOf, longest, oneOf, patternsOf, word } from './pattern.ts'
import { measureTag, type Reading, type Tag } from './tag.ts'

type Phrases = readonly (readonly [Comparison, string])[]

/** before the amount */
const LEADS: Phrases = [
  [
    'GreaterThan',
    `
    more than, greater than, higher than, larger than, bigger than, over, above, exceeding, exceed, longer than, >,
    north of, in excess of, upwards of, older than, better than, beyond, exceeds, topping`,
  ],
  ['GreaterThanOrEqual', 'at least, no less than, no fewer than, not less than, minimum of, a minimum of, min'],
  [
    'LessThan',
    `
    less than, fewer than, lower than, smaller than, under, below, shorter than, <, younger than, south of, beneath, within`,
  ],
  ['LessThanOrEqual', 'at most, no more than, up to, maximum of, a maximum of, max, not more than'],
  ['Equal', 'exactly, equal to, precisely, just, only'],
]

/** after the amount */
const SEQUELS: Phrases = [
  [
    'GreaterThanOrEqual',
    'or more, and up, or higher, plus, +, and over, and above, or over, or above, or better, or greater',
  ],
  ['LessThanOrEqual', 'or less, or fewer, and under, or lower, or under, or below'],
]

/** All words of limits, so that spelling can be checked against them. */
export const LIMIT_VOCABULARY = [...LEADS, ...SEQUELS]
  .map(([, phrases]) => phrases)
  .join(', ')
  .concat(', once, twice')

const TIMES: Readonly<Record<string, number>> = lookupTable({ once: 1, twice: 2, thrice: 3 })
const MONEY = 'dollars, dollar, usd, bucks, euros, eur, in sales, in spend'
const DAYS_OF = { day: 1, week: 7, month: 30, quarter: 91, year: 365 } as const

interface Amount {
  readonly value: number
  readonly unit: Extract<Tag, { kind: 'limit' }>['unit']
  /** of a length of time: the day that it goes back to */
  readonly since?: LocalDay
}

const basic = patternsOf({
  times: word((text) => TIMES[text] ?? null),
  number: word(parseAmount),
  money: anyOf(MONEY),
  unit: oneOf([
    ['money', MONEY],
    ['days', 'day, days'],
    ['percent', 'percent, pct, %'],
    ['times', 'times, time, x'],
  ] as const),
  count,
  grain,
})

const amount = longest<Amount>(
  basic('{times}', ({ times }) => ({ value: times, unit: 'times' })),
  basic('{number}', ({ number: { value, isMoney, isPercent } }) => ({
    value,
    unit: isPercent ? 'percent' : isMoney ? 'money' : null,
  })),
  basic('{number} {unit}', ({ number: { value, isMoney, isPercent }, unit }) => {
    if (isPercent || (isMoney && unit !== 'money')) return null
    return { value: unit === 'percent' ? value / 100 : value, unit }
  }),
  basic('$ {number} {money?}', ({ number: { value } }) => ({ value, unit: 'money' })),
)

const ofDuration = (size: number, of: keyof typeof DAYS_OF, { today }: AskCalendar): Amount => ({
  value: size * DAYS_OF[of],
  unit: 'days',
  since: exactlyBefore(today, of, of === 'day' ? size + 1 : size),
})

/** "3 years", "a year", "18 months" */
const duration = longest<Amount>(
  basic('{count} {grain}', (values, calendar) => ofDuration(values.count, values.grain, calendar)),
  basic('a|an {grain}', (values, calendar) => ofDuration(1, values.grain, calendar)),
)

const limits = patternsOf({
  lead: oneOf(LEADS),
  sequel: oneOf(SEQUELS),
  between: anyOf('between, from'),
  amount,
  high: amount,
  duration,
  size: count,
  weeksLeft: anyOf('weeks on hand, weeks of stock, weeks of inventory, weeks of supply, weeks left, weeks in stock'),
  left: anyOf('left, on hand'),
  point: readPoint,
  grain,
  runOut: anyOf(
    'run out of, will run out of, will run out, going to run out, will sell out, run out, sell out, be out, running out, out of stock',
  ),
  within: anyOf('in the next, within the next, over the next, within, in'),
  /** bottles in it */
  container: oneOf([
    [1, 'a bottle, one bottle'],
    [12, 'a case, one case'],
  ] as const),
})

const limit = (comparison: Comparison, one: Amount): Tag => ({ kind: 'limit', comparison, ...one })

const isYear = (value: number): boolean => value >= 1900 && value < 2100

const within = (low: Amount, high: Amount): Tag[] | null => {
  const unit = high.unit ?? low.unit
  return low.value > high.value
    ? null
    : [limit('GreaterThanOrEqual', { ...low, unit }), limit('LessThanOrEqual', { ...high, unit })]
}

/** "run out in the next 8 weeks", "before June": in so many days. */
const runsOut = (days: number): Tag[] | null =>
  days <= 0
    ? null
    : [
        measureTag('weeksOnHand'),
        limit('LessThanOrEqual', { value: Math.ceil(days / DAYS_OF.week), unit: null }),
        { kind: 'rank', count: null, direction: 'asc', of: 'amount' },
      ]

const ONE: Amount = { value: 1, unit: null }

const bottles = (per: number): Tag => ({ kind: 'measure', ids: ['unitsSold'], ...(per === 1 ? {} : { per }) })

/** Limits to a number: "over $1,000", "at least 12", "3 or more", "> 5", "$500+"; several readings where a time may be a number of days. */
const LIMITS = [
  limits('{lead} {duration}', (one) => [limit(one.lead, one.duration)]),
  limits('{lead} {amount}', (one) => [limit(one.lead, one.amount)]),
  limits('{between} {amount} and|to {high}', ({ amount: low, high }) => within(low, high)),
  // "$500 to $1,000", but not "2023 to 2025"
  limits('{amount} to {high}', ({ amount: low, high }) => (isYear(low.value) ? null : within(low, high))),
  limits('{lead} {container}', (one) => [limit(one.lead, ONE), bottles(one.container)]),
  limits('{container} {sequel}', (one) => [limit(one.sequel, ONE), bottles(one.container)]),
  limits('{lead} {size} {weeksLeft}', ({ lead, size }) => [
    measureTag('weeksOnHand'),
    limit(lead, { value: size, unit: null }),
  ]),
  limits('{lead} {duration} of stock|inventory|supply {left?}', ({ lead, duration: { value } }) => [
    measureTag('weeksOnHand'),
    limit(lead, { value: Math.round(value / DAYS_OF.week), unit: null }),
  ]),
  limits('{runOut} {within} {duration}', ({ duration: { value } }) => runsOut(value)),
  limits('{runOut} before|by {point}', ({ point: { days, coming } }, { today }) =>
    runsOut(diffDays(today, (coming ?? days).from)),
  ),
  longest(
    limits('{duration} {sequel}', (one) => [limit(one.sequel, one.duration)]),
    limits('{size} + {grain}', (one, calendar) => [
      limit('GreaterThanOrEqual', ofDuration(one.size, one.grain, calendar)),
    ]),
    limits('{amount} {sequel}', (one) => [limit(one.sequel, one.amount)]),
  ),
]

/** "twice", "just once", "3 times": once is no more than that, and more often may be more often still. */
const OFTEN = longest(
  limits('{size} + times|x', ({ size }) => [limit('GreaterThanOrEqual', { value: size, unit: 'times' })]),
  limits('{amount} {sequel} times|x', ({ amount: one, sequel }) => [limit(sequel, { ...one, unit: 'times' })]),
  limits('{size} releases|shipments', ({ size }) => [limit('GreaterThanOrEqual', { value: size, unit: 'times' })]),
  limits('{amount}', ({ amount: one }) => {
    if (one.unit !== 'times') return null
    return [limit(one.value === 1 ? 'Equal' : 'GreaterThanOrEqual', one)]
  }),
)

/** "within 30 days of the release", "then joined within 30 days": a time around something else, and not how long they stayed. */
const isAround = (tokens: readonly Token[], at: number, end: number): boolean => {
  if (tokens[at]?.text !== 'within') return false
  const isOf =
    tokens[end]?.text === 'of' && !/^(?:join|sign|becom|their|enroll|start)/.test(tokens[end + 1]?.text ?? '')
  return isOf || tokens.slice(0, at).some(({ text }) => text === 'then')
}

export const readLimit = (tokens: readonly Token[], at: number, calendar: AskCalendar): Reading[] =>
  [...LIMITS, OFTEN].flatMap((read) => {
    const found = read(tokens, at, calendar)
    if (found === null || isAround(tokens, at, at + found.length)) return []
    return [{ tags: found.value, length: found.length, cost: 0 }]
  })
