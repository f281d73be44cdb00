import { expect, test } from 'vitest'
import { stockRunway } from './stock-runway.insight.ts'

const weeks = {
  grain: 'week',
  from: '2025-01-06',
  values: Float64Array.from({ length: 60 }, (_, at) => 10 + (at % 3)),
} as const

/** A product that sells 11 bottles a week. */
const stock = (onHand: number, held: { reserved?: number; promised?: number } = {}) => {
  const { reserved = 0, promised = 0 } = held
  const available = onHand - reserved - promised
  const pace = { weeklyUnits: 11, weeksOnHand: available / 11 }
  return { product: 'W01', weeks, price: 4000, onHand, reserved, promised, available, ...pace }
}

const figure = (insight: ReturnType<typeof stockRunway>, id: string): number =>
  insight?.figures.find((one) => one.id === id)?.value ?? Number.NaN

test('ignores stock for two months or more', () => {
  expect(stockRunway(stock(88))).toBeNull()
  expect(stockRunway(stock(87))).not.toBeNull()
})

test('states the weeks on hand of the report, within a range by the variation of weeks', () => {
  const insight = stockRunway(stock(125, { reserved: 5, promised: 76 }))
  expect([figure(insight, 'available'), figure(insight, 'runway')]).toEqual([44, 4])
  expect(figure(insight, 'soonest')).toBeGreaterThan(2)
  expect(figure(insight, 'soonest')).toBeLessThan(4)
  expect(figure(insight, 'latest')).toBeGreaterThan(4)
  expect(figure(insight, 'latest')).toBeLessThan(6)
  expect(figure(insight, 'missing')).toBe(8 * 11 - 44)
  expect(insight?.stake).toBe(figure(insight, 'missing') * 4000)
})

test('reports an over-promised product', () => {
  const insight = stockRunway(stock(50, { promised: 60 }))
  expect(insight).toMatchObject({ isOverPromised: true })
  expect(figure(insight, 'runway')).toBeLessThan(0)
})

test.each([
  ['a product without stock', stock(0)],
  ['a product that did not sell', { ...stock(3), weeklyUnits: null, weeksOnHand: null }],
  ['a product with hardly any sales', { ...stock(3), weeklyUnits: 0.9, weeksOnHand: 3.3 }],
  ['a history shorter than the pace', { ...stock(30), weeks: { ...weeks, values: weeks.values.slice(0, 11) } }],
])('returns null for %s', (_, given) => {
  expect(stockRunway(given)).toBeNull()
})
