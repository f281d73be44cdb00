import { expect, test } from 'vitest'
import { computeRunOut } from '#domain/run-out.ts'
import { AS_IS, assumeStock, otherUnits, sliderEnds } from './what-if.ts'

const totals = { onHand: 250, reserved: 6, allocated: 24, available: 210, free: 150, pace: 10, paceClub: 4 }

test('without assumptions the stock is that of the ledger', () => {
  expect(assumeStock({ ...totals, weeklyDeviation: 5 }, 80, AS_IS)).toEqual({
    ...{ free: 150, pace: 10, paceClub: 4, deviation: 5 },
  })
})

test.each([
  [{ members: 20 }, { free: 150, pace: 11, paceClub: 5 }],
  [{ members: -80 }, { free: 150, pace: 6, paceClub: 0 }],
  [{ poured: 3 }, { free: 150, pace: 13, paceClub: 4 }],
  [{ order: 60 }, { free: 90, pace: 10, paceClub: 4 }],
  [{ sales: -50 }, { free: 150, pace: 7, paceClub: 4 }],
  [
    { members: 40, poured: 1, order: 150, sales: 50 },
    { free: 0, pace: 16, paceClub: 6 },
  ],
])('assumes %j', (assumed, expected) => {
  expect(assumeStock(totals, 80, { ...AS_IS, ...assumed })).toEqual({ ...expected, deviation: 0 })
})

test('a club without members has no pace to change', () => {
  expect(assumeStock(totals, 0, { ...AS_IS, members: 10 }).pace).toBe(10)
})

test('pouring more empties the cellar sooner, at either end of the interval', () => {
  const now = computeRunOut(assumeStock(totals, 80, AS_IS))
  const more = computeRunOut(assumeStock(totals, 80, { ...AS_IS, poured: 5 }))
  expect(now?.weeks).toBeCloseTo(15)
  expect(more?.weeks).toBeCloseTo(10)
  expect(more?.low).toBeLessThan(now?.low ?? 0)
  expect(more?.high).toBeLessThan(now?.high ?? 0)
})

test('names the units that the source holds for no order', () => {
  expect(otherUnits(totals)).toBe(10)
})

test('an order can take all that is free, in whole cases', () => {
  expect(sliderEnds(totals, 81)).toEqual({ members: 41, poured: 20, order: 156, sales: 50 })
  expect(sliderEnds({ free: -4, pace: null }, 0)).toEqual({ members: 0, poured: 12, order: 12, sales: 50 })
})
