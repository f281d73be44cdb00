import { expect, test } from 'vitest'
import { NO_HOLIDAYS } from '../../calendar/holidays.ts'
import { stockRunway } from './stock-runway.insight.ts'

const weeks = {
  grain: 'week',
  from: '2025-01-06',
  values: Float64Array.from({ length: 60 }, (_, at) => 10 + (at % 3)),
} as const
const input = { product: 'W01', weeks, price: 4000, holidays: NO_HOLIDAYS } as const

const figure = (insight: ReturnType<typeof stockRunway>, id: string): number =>
  insight?.figures.find((one) => one.id === id)?.value ?? Number.NaN

test('ignores stock for two months or more', () => {
  expect(stockRunway({ ...input, onHand: 120, reserved: 0, promised: 0 })).toBeNull()
})

test('excludes bottles promised to the club', () => {
  const insight = stockRunway({ ...input, onHand: 125, reserved: 5, promised: 76 })
  expect(figure(insight, 'runway')).toBeGreaterThan(3.2)
  expect(figure(insight, 'runway')).toBeLessThan(4.8)
  expect(figure(insight, 'soonest')).toBeLessThanOrEqual(figure(insight, 'runway'))
  expect(figure(insight, 'latest')).toBeGreaterThanOrEqual(figure(insight, 'runway'))
  expect(insight?.stake).toBe(figure(insight, 'missing') * 4000)
})

test('reports an over-promised product', () => {
  const insight = stockRunway({ ...input, onHand: 50, reserved: 0, promised: 60 })
  expect(insight).toMatchObject({ isOverPromised: true })
  expect(figure(insight, 'runway')).toBe(0)
})

test.each([
  ['a product without stock', { onHand: 0, reserved: 0, promised: 0 }],
  [
    'a product with hardly any sales',
    { onHand: 3, reserved: 0, promised: 0, weeks: { ...weeks, values: new Float64Array(60) } },
  ],
])('returns null for %s', (_, given) => {
  expect(stockRunway({ ...input, ...given })).toBeNull()
})
