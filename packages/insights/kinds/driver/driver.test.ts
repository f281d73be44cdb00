import fc from 'fast-check'
import { expect, test } from 'vitest'
import { detectionContext } from '../../insight/detection-context.fixture.ts'
import { recompute } from '../../insight/figure.ts'
import type { ChangeCell, ChangeToExplain } from '../../insight/inputs.ts'
import { driver } from './driver.insight.ts'
import { splitChange } from './split-change.ts'

const amount = fc.record({
  money: fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }),
  count: fc.oneof(fc.integer({ min: -50, max: 100_000 }), fc.double({ min: 0, max: 5000, noNaN: true })),
})
const cells = fc.array(fc.record({ group: fc.string(), before: amount, after: amount }), { maxLength: 40 })

test('volume, price and mix sum to the change to the cent, per group and in total', () => {
  fc.assert(
    fc.property(cells, (given) => {
      const split = splitChange(given)
      const change = given.reduce((sum, { before, after }) => sum + after.money - before.money, 0)
      expect(split.change).toBe(change)
      expect(split.volume + split.price + split.mix).toBe(change)
      for (const parts of [split, ...split.groups]) {
        expect(parts.volume + parts.price + parts.mix).toBe(parts.change)
        expect([parts.volume, parts.price, parts.mix].every(Number.isSafeInteger)).toBe(true)
      }
    }),
    { seed: 4, numRuns: 2000 },
  )
})

const cell = (group: string, before: readonly [number, number], after: readonly [number, number]): ChangeCell => ({
  group,
  before: { money: before[0], count: before[1] },
  after: { money: after[0], count: after[1] },
})

test.each([
  ['attributes a doubled quantity to volume', [cell('a', [1000, 10], [2000, 20])], { volume: 1000, price: 0, mix: 0 }],
  [
    'attributes a price increase of 10 % to price',
    [cell('a', [1000, 10], [1100, 10])],
    { volume: 0, price: 100, mix: 0 },
  ],
  [
    'attributes a shift to an expensive product to mix',
    [cell('expensive', [4000, 10], [8000, 20]), cell('cheap', [1000, 10], [0, 0])],
    { volume: 0, price: 0, mix: 3000 },
  ],
  ['a new product has no price effect', [cell('new', [0, 0], [500, 5])], { volume: 500, price: 0, mix: 0 }],
  ['returns zero without groups', [], { volume: 0, price: 0, mix: 0 }],
] as const)('%s', (_, given, parts) => {
  expect(splitChange(given)).toMatchObject(parts)
})

const amounts = (group: string, before: number, after: number, counts: readonly [number, number] = [10, 10]) => ({
  group,
  before: { money: before, count: counts[0] },
  after: { money: after, count: counts[1] },
})

const CHANGE: ChangeToExplain = {
  before: { from: '2026-01-01', until: '2026-02-01' },
  after: { from: '2026-02-01', until: '2026-03-01' },
  dimensions: [
    {
      dimension: 'teamMember',
      money: 'netSales',
      count: 'orderCount',
      cells: [
        amounts('Ana', 5000, 4200),
        amounts('Ben', 5000, 4300),
        amounts('Dan', 5000, 4100),
        amounts('Eva', 5000, 4400),
      ],
    },
    {
      dimension: 'channel',
      money: 'netSales',
      count: 'orderCount',
      cells: [
        amounts('pos', 10_000, 10_100),
        amounts('web', 8000, 4900, [8, 5]),
        amounts('phone', 1000, 1000),
        amounts('event', 1000, 1000),
      ],
    },
  ],
}

/** Found on the first day after the month. */
const explained = (change: ChangeToExplain) =>
  driver.detect({ changes: [change] }, detectionContext({ until: change.after.until }))

test('explains a change by the dimension in which one group changed most', () => {
  expect(explained(CHANGE)).toMatchObject([{ dimension: 'channel', leading: ['web'], isClear: true, stake: 3000 }])
})

test('volume, price and mix sum to the measured change', () => {
  const [{ figures } = { figures: [] }] = explained(CHANGE)
  const figureValue = (id: string): number => figures.find((figure) => figure.id === id)?.value ?? Number.NaN
  expect(figureValue('volume') + figureValue('price') + figureValue('mix')).toBe(
    figureValue('after') - figureValue('before'),
  )
  for (const figure of figures) expect(recompute(figure, figures) ?? figure.value).toBe(figure.value)
})

test('says nothing when nothing changed', () => {
  expect(explained({ ...CHANGE, dimensions: [] })).toEqual([])
})
