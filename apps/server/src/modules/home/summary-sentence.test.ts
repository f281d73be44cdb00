import { describe, expect, test } from 'vitest'
import { createFormats } from '#charts/value-format.ts'
import type { ComputedNumber } from './home-numbers.ts'
import { fillSentence, type SentenceFacts, type SentenceNumbers, summarySentence } from './summary-sentence.ts'

const formats = createFormats({ culture: 'en-US', currency: 'USD' })

const number = (value: number | null, previous: number | null, more: Partial<ComputedNumber> = {}): ComputedNumber => ({
  value,
  previous,
  format: 'currency',
  goodDirection: 'up',
  dataStarts: null,
  likeForLike: null,
  sameHours: null,
  ...more,
})

const NONE = number(0, 0)
const NUMBERS: SentenceNumbers = {
  sales: number(9_696, 8_013.2),
  tastingRoom: number(7_000, 5_000),
  web: number(2_696, 3_013.2),
  club: NONE,
  guests: number(34, 40, { format: 'integer' }),
  signupConversion: number(0.1176, 0.2, { format: 'percent' }),
}

const sentence = (numbers: Partial<SentenceNumbers>, facts: Partial<SentenceFacts> = {}): string =>
  summarySentence(
    {
      period: 'weekend',
      from: '2026-06-13',
      isRunning: false,
      isFirstDay: false,
      hour: null,
      onCards: [],
      ...facts,
      numbers: { ...NUMBERS, ...numbers },
    },
    formats,
  )
    .map(({ text }) => text)
    .join('')

const RANGE = { from: '2026-06-01', until: '2026-06-03', label: 'Jun 1 – 2, 2026', partial: false }
const PART = { range: RANGE, compareRange: RANGE }
const TODAY = { period: 'today', from: '2026-06-17', isRunning: true, isFirstDay: true } as const
const BY_THREE = { ...TODAY, hour: 15, onCards: ['tastingRoom', 'guests', 'signupConversion'] } as const

describe('the sentence', () => {
  test.each<[string, string]>([
    [sentence({}), 'Weekend: $9,696, up 21% from the same weekend last year, tasting room up, web down.'],
    [
      sentence({}, { period: 'month', isRunning: true }),
      'Month so far: $9,696, up 21% from the same dates last year, tasting room up, web down.',
    ],
    [
      sentence(
        { sales: number(990, 1_000), web: NONE, tastingRoom: number(1_000, 1_000) },
        { period: 'week', isRunning: true },
      ),
      'Week so far: $990.00, down 1% from the same days last year, tasting room level.',
    ],
    [
      sentence({ sales: number(1_000, 1_000.2), web: NONE, tastingRoom: NONE }),
      'Weekend: $1,000, level with the same weekend last year.',
    ],
    [
      sentence({}, TODAY),
      'Today so far: $9,696, $7,000 in the tasting room, 34 guests, 11.8% signup conversion; the same Wednesday last year ended at $8,013.',
    ],
    [
      sentence({}, { ...TODAY, onCards: ['tastingRoom', 'guests', 'signupConversion'] }),
      'Today so far: $9,696; the same Wednesday last year ended at $8,013.',
    ],
    [
      sentence({ sales: number(9_696, 8_013, { sameHours: { value: 6_000, previous: 4_800 } }) }, BY_THREE),
      'Today so far: $9,696, up 25% from the same Wednesday last year, as of 3 PM.',
    ],
    [
      sentence({ sales: number(9_696, 8_013, { sameHours: { value: 4_800, previous: 4_800 } }) }, BY_THREE),
      'Today so far: $9,696, level with the same Wednesday last year, as of 3 PM.',
    ],
    [
      sentence({ sales: number(9_696, 8_013, { sameHours: { value: 6_000, previous: 400 } }) }, BY_THREE),
      'Today so far: $9,696, $5,600 ahead of the same Wednesday last year as of 3 PM.',
    ],
    [
      sentence({ sales: number(9_696, 8_013, { sameHours: { value: 6_000, previous: 0 } }) }, BY_THREE),
      'Today so far: $9,696, $6,000 ahead of the same Wednesday last year as of 3 PM.',
    ],
    [
      sentence(
        { sales: NONE, tastingRoom: NONE, web: NONE, guests: NONE, signupConversion: number(null, null) },
        TODAY,
      ),
      'Today so far: no sales, as on the same Wednesday last year.',
    ],
    [
      sentence({ sales: number(0, 450), tastingRoom: NONE, web: NONE }),
      'Weekend: no sales, after $450.00 on the same weekend last year.',
    ],
    [sentence({ sales: number(450, 0) }), 'Weekend: $450.00, after none on the same weekend last year.'],
    [sentence({ sales: number(-120, 450) }), 'Weekend: −$120.00, after $450.00 on the same weekend last year.'],
    [
      sentence({ club: number(41_250, 0) }),
      'Weekend: $9,696 in non-club sales (club orders: $41,250), up 21% from the same weekend last year, tasting room up, web down.',
    ],
    [
      sentence({ club: number(-94.4, 500) }),
      'Weekend: $9,696 in non-club sales, up 21% from the same weekend last year, tasting room up, web down.',
    ],
    [
      sentence({ web: NONE, tastingRoom: NONE }, { isRunning: true, isFirstDay: true }),
      'Weekend so far: $9,696; the same Saturday last year ended at $8,013.',
    ],
    [
      sentence({ sales: number(9_696, null, { dataStarts: '2026-06-08' }) }),
      'Weekend: $9,696; your data starts Jun 8, 2026, so there’s nothing from last year to compare with.',
    ],
    [
      sentence({
        sales: number(9_696, null, { dataStarts: '2025-06-15', likeForLike: { value: 300, previous: 200, ...PART } }),
      }),
      'Weekend: $9,696, up 50% on comparable days, as your data starts Jun 15, 2025.',
    ],
  ])('%s', (text, expected) => expect(text).toBe(expected))
})

test('refuses a number that is no figure', () => {
  const slots = { sales: { text: '$9,696', number: 'sales' } }
  expect(() => fillSentence('Weekend: {sales}, 3 orders.', slots)).toThrow('3 in: Weekend: $9,696, 3 orders.')
  expect(() => fillSentence('Weekend: {sales}0.', slots)).toThrow()
  expect(fillSentence('Weekend: {sales}.', slots)).toHaveLength(3)
})
