import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type ChangeCell, splitChange } from './split-change.ts'

const amount = fc.record({
  money: fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }),
  count: fc.oneof(fc.integer({ min: -50, max: 100_000 }), fc.double({ min: 0, max: 5000, noNaN: true })),
})
const cells = fc.array(fc.record({ group: fc.string(), before: amount, after: amount }), { maxLength: 40 })

test('volume, price and mix add up to the change to the cent, in each group and together', () => {
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
  ['twice as many of everything is volume', [cell('a', [1000, 10], [2000, 20])], { volume: 1000, price: 0, mix: 0 }],
  ['a tenth dearer is price', [cell('a', [1000, 10], [1100, 10])], { volume: 0, price: 100, mix: 0 }],
  [
    'as many, but of the dear ones, is mix',
    [cell('dear', [4000, 10], [8000, 20]), cell('cheap', [1000, 10], [0, 0])],
    { volume: 0, price: 0, mix: 3000 },
  ],
  ['what is new has no price change', [cell('new', [0, 0], [500, 5])], { volume: 500, price: 0, mix: 0 }],
  ['nothing of nothing is nothing', [], { volume: 0, price: 0, mix: 0 }],
] as const)('%s', (_, given, parts) => {
  expect(splitChange(given)).toMatchObject(parts)
})
