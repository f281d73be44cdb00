import { expect, test } from 'vitest'
import { computeRunOut } from '#domain/run-out.ts'
import { detectionContext } from '../../insight/detection-context.fixture.ts'
import type { ProductStock } from '../../insight/inputs.ts'
import { stockRunwayInsight } from './stock-runway.insight.ts'

const PRICE = 4000

/** Sold on Mondays. */
const soldInWeeks = (count: number) => {
  const subject = { kind: 'product', value: 'W01' } as const
  const units = Float64Array.from({ length: count * 7 }, (_, day) => (day % 7 === 0 ? 10 + ((day / 7) % 3) : 0))
  const days = (values: Float64Array) => ({ grain: 'day', from: '2025-01-06', values }) as const
  return [
    { metric: 'productUnits', subject, days: days(units) },
    { metric: 'productSales', subject, days: days(units.map((bottles) => bottles * PRICE)) },
  ] as const
}

const runwayOf = (stock: ProductStock, weeks = 60) =>
  stockRunwayInsight.detect({ series: [], stock: [stock] }, detectionContext({ series: soldInWeeks(weeks) }))[0]

/** A product that sells 11 bottles a week. */
const stock = (
  onHand: number,
  held: { reserved?: number; promised?: number; promisedByHand?: number } = {},
): ProductStock => {
  const { reserved = 0, promised = 0, promisedByHand = 0 } = held
  const available = onHand - reserved - promised
  const free = available - promisedByHand
  const runOut = computeRunOut({ free, pace: 11, paceClub: 0, deviation: 3 })
  const selling = runOut && { pace: 11, ...runOut, weeks: free / 11 }
  return { product: 'W01', onHand, reserved, promised, promisedByHand, available, free, selling }
}

const figure = (insight: ReturnType<typeof runwayOf>, id: string): number =>
  insight?.figures.find((one) => one.id === id)?.value ?? Number.NaN

test('ignores stock for two months or more', () => {
  expect(runwayOf(stock(88))).toBeUndefined()
  expect(runwayOf(stock(87))).toBeDefined()
})

test('states the weeks on hand of the report, within a range by the variation of weeks', () => {
  const insight = runwayOf(stock(125, { reserved: 5, promised: 76 }))
  expect([figure(insight, 'available'), figure(insight, 'runway')]).toEqual([44, 4])
  expect(figure(insight, 'soonest')).toBeGreaterThan(2)
  expect(figure(insight, 'soonest')).toBeLessThan(4)
  expect(figure(insight, 'latest')).toBeGreaterThan(4)
  expect(figure(insight, 'latest')).toBeLessThan(6)
  expect(figure(insight, 'missing')).toBe(8 * 11 - 44)
  expect(insight?.stake).toBe(figure(insight, 'missing') * PRICE)
})

test('counts what was promised by hand as gone', () => {
  const insight = runwayOf(stock(125, { reserved: 5, promised: 20, promisedByHand: 56 }))
  expect([figure(insight, 'available'), figure(insight, 'byHand'), figure(insight, 'runway')]).toEqual([100, 56, 4])
  expect(figure(insight, 'missing')).toBe(8 * 11 - 44)
  expect(runwayOf(stock(125, { reserved: 5, promised: 20 }))).toBeUndefined()
  expect(runwayOf(stock(60, { promised: 20, promisedByHand: 41 }))).toMatchObject({ isOverPromised: true })
})

test('reports an over-promised product', () => {
  const insight = runwayOf(stock(50, { promised: 60 }))
  expect(insight).toMatchObject({ isOverPromised: true })
  expect(figure(insight, 'runway')).toBeLessThan(0)
})

test.each<[string, ProductStock, number?]>([
  ['a product without stock', stock(0)],
  ['a product that did not sell', { ...stock(3), selling: null }],
  ['a product with hardly any sales', { ...stock(3), selling: { pace: 0.9, weeks: 3.3, low: 2, high: 5 } }],
  ['a history shorter than the pace', stock(30), 11],
])('says nothing about %s', (_, given, weeks = 60) => {
  expect(runwayOf(given, weeks)).toBeUndefined()
})
