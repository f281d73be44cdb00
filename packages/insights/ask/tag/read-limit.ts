import { lookupTable } from '#domain/lookup-table.ts'
import type { LocalDay } from '#domain/ranges/local-day.ts'
import type { RangeCalendar } from '#domain/ranges/resolve-range.ts'
import type { Comparison } from '#domain/report-terms.ts'
import type { Token } from '../text/token.ts'
import { matchLength, matchOne } from './days/match-phrase.ts'
import { grainAt } from './days/read-point.ts'
import { countAt, exactlyBefore } from './days/read-relative.ts'
import { parseAmount } from './numbers.ts'
import type { Reading, Tag } from './tag.ts'

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
  ['Equal', 'exactly, equal to, precisely'],
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

const MONEY = 'dollars, dollar, usd, bucks, euros, eur, in sales, in spend'
const DAYS = 'day, days'
const TIMES = 'times, time, x'
const PERCENT = 'percent, pct, %'

type Unit = 'money' | 'days' | 'percent' | 'times' | null

interface AmountRead {
  readonly value: number
  readonly unit: Unit
  readonly length: number
  readonly since?: LocalDay
}

const DAYS_OF = { day: 1, week: 7, month: 30, quarter: 91, year: 365 } as const

/** "3 years", "a year", "18 months": their days, and the day that they go back to. */
const durationAt = (tokens: readonly Token[], at: number, calendar: RangeCalendar): AmountRead | null => {
  const counted = countAt(tokens, at)
  const article = counted.value === null && ['a', 'an'].includes(tokens[at]?.text ?? '') ? 1 : 0
  if (counted.value === null && article === 0) return null
  const index = at + counted.length + article
  const grain = grainAt(tokens, index)
  if (grain === null) return null
  const count = counted.value ?? 1
  const end = index + grain.length
  const length = end + (tokens[end]?.text === 'ago' ? 1 : 0) - at
  const since = exactlyBefore(calendar.today, grain.value, grain.value === 'day' ? count + 1 : count)
  return { value: count * DAYS_OF[grain.value], unit: 'days', length, since }
}

/** "more than once" */
const TIMES_WORDS: Readonly<Record<string, number>> = lookupTable({ once: 1, twice: 2, thrice: 3 })

const amountAt = (tokens: readonly Token[], at: number): AmountRead | null => {
  const times = TIMES_WORDS[tokens[at]?.text ?? '']
  if (times !== undefined) return { value: times, unit: 'times', length: 1 }
  const sign = matchLength(tokens, at, '$')
  const token = tokens[at + sign]
  const amount = token ? parseAmount(token.text) : null
  if (amount === null) return null
  const length = sign + 1
  if (amount.isPercent) return { value: amount.value, unit: 'percent', length }
  if (amount.isMoney || sign > 0)
    return { value: amount.value, unit: 'money', length: length + matchLength(tokens, at + length, MONEY) }
  const found = matchOne<'money' | 'days' | 'percent' | 'times'>(tokens, at + length, [
    ['money', MONEY],
    ['days', DAYS],
    ['percent', PERCENT],
    ['times', TIMES],
  ])
  if (found === null) return { value: amount.value, unit: null, length }
  const value = found.value === 'percent' ? amount.value / 100 : amount.value
  return { value, unit: found.value, length: length + found.length }
}

const limit = (comparison: Comparison, { value, unit, since }: Omit<AmountRead, 'length'>): Tag => ({
  kind: 'limit',
  comparison,
  value,
  unit,
  ...(since === undefined ? {} : { since }),
})

/** "between 100 and 200 dollars": both ends inclusive. */
const readBetween = (tokens: readonly Token[], at: number): Reading | null => {
  const lead = matchLength(tokens, at, 'between, from')
  const low = lead === 0 ? null : amountAt(tokens, at + lead)
  if (low === null) return null
  const joint = at + lead + low.length
  const jointLength = matchLength(tokens, joint, 'and, to')
  const high = jointLength === 0 ? null : amountAt(tokens, joint + jointLength)
  if (high === null || low.value > high.value) return null
  const unit = high.unit ?? low.unit
  return {
    tags: [
      limit('GreaterThanOrEqual', { value: low.value, unit }),
      limit('LessThanOrEqual', { value: high.value, unit }),
    ],
    length: joint + jointLength + high.length - at,
    cost: 0,
  }
}

/** A limit to a number: "over $1,000", "at least 12", "3 or more", "> 5", "$500+". */
export const readLimit = (tokens: readonly Token[], at: number, calendar: RangeCalendar): Reading[] => {
  const lead = matchOne(tokens, at, LEADS)
  if (lead !== null) {
    const amounts = [durationAt(tokens, at + lead.length, calendar), amountAt(tokens, at + lead.length)]
    return amounts.flatMap((amount) =>
      amount === null ? [] : [{ tags: [limit(lead.value, amount)], length: lead.length + amount.length, cost: 0 }],
    )
  }
  const between = readBetween(tokens, at)
  if (between !== null) return [between]
  const amount = durationAt(tokens, at, calendar) ?? amountAt(tokens, at)
  const sequel = amount && matchOne(tokens, at + amount.length, SEQUELS)
  if (amount === null || sequel === null) return []
  return [{ tags: [limit(sequel.value, amount)], length: amount.length + sequel.length, cost: 0 }]
}
