import { expect, test } from 'vitest'
import { createRandom, type Random } from '#connectors/sample/random.ts'
import { detectionContext } from '../../insight/detection-context.fixture.ts'
import { teamWeekInsight } from './team-week.insight.ts'

const WEEK = { from: '2026-06-08', until: '2026-06-15', worth: 4_000 }

/** People with their guests who bought, of all guests. */
const resultOf = (...people: readonly (readonly [member: string, hits: number, of: number])[]) =>
  teamWeekInsight.detect(
    { teamWeek: { ...WEEK, people: people.map(([member, hits, of]) => ({ member, hits, of })) } },
    detectionContext(),
  )[0]

test('names who sold to the largest and the smallest share of guests', () => {
  const found = resultOf(['Ana', 54, 60], ['Ben', 15, 60], ['Chloe', 33, 60], ['Dan', 2, 8])
  expect([found?.best, found?.weakest]).toEqual(['Ana', 'Ben'])
  const values = Object.fromEntries(found?.figures.map(({ id, value }) => [id, value]) ?? [])
  expect(values).toMatchObject({ bestBought: 54, bestRate: 0.9, weakestBought: 15, weakestRate: 0.25 })
  expect([values.bestGuests, values.weakestGuests].map((guests) => Math.round(guests ?? 0))).toEqual([60, 60])
  // 65 points of 60 guests, at 40.00 a sale.
  expect(found?.stake).toBe(39 * 4_000)
})

test.each([
  [
    'two people had enough guests',
    [
      ['Ana', 54, 60],
      ['Ben', 15, 60],
      ['Dan', 2, 19],
    ],
  ],
  [
    'nobody stands out',
    [
      ['Ana', 33, 60],
      ['Ben', 30, 60],
      ['Chloe', 27, 60],
    ],
  ],
  ['nobody worked', []],
] as const)('names nobody where %s', (_why, people) => {
  expect(resultOf(...people)).toBeUndefined()
})

/** Parties of two, of which both guests or none buy. */
const guestsOf = (random: Random, parties: number, share: number): number =>
  Array.from({ length: parties }, () => (random.next() < share ? 2 : 0)).reduce<number>(
    (sum, guests) => sum + guests,
    0,
  )

test('finds planted differences, and names almost nobody in teams of equals', () => {
  const random = createRandom(5)
  let [found, wrong] = [0, 0]
  for (let week = 0; week < 300; week += 1) {
    const team = (shares: readonly number[]) =>
      resultOf(...shares.map((share, at) => [`person ${at}`, guestsOf(random, 35, share), 70] as const))
    const planted = team([0.8, 0.45, 0.45, 0.12])
    found += Number(planted?.best === 'person 0' && planted.weakest === 'person 3')
    wrong += Number(team([0.45, 0.45, 0.45, 0.45]) !== undefined)
  }
  expect(found).toBeGreaterThanOrEqual(285)
  expect(wrong).toBeLessThanOrEqual(15)
})
