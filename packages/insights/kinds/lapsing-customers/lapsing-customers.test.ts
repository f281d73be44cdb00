import { expect, test } from 'vitest'
import { createRandom } from '#connectors/sample/random.ts'
import { addDays, type LocalDay } from '#domain/ranges/local-day.ts'
import { detectionContext } from '../../insight/detection-context.fixture.ts'
import type { CustomerHistory } from '../../insight/inputs.ts'
import { lapsingCustomersInsight } from './lapsing-customers.insight.ts'

const TODAY: LocalDay = '2026-01-01'

/** A customer with an order every `gap` days, the last one `since` days ago. */
const rhythmic = (customerId: string, gap: number, since: number, amount = 10_000): CustomerHistory => ({
  customerId,
  orders: Array.from({ length: 8 }, (_, at) => ({ day: addDays(TODAY, -since - at * gap), amount })),
})

const lapsingIn = (customers: readonly CustomerHistory[], from = '2020-01-01') =>
  lapsingCustomersInsight.detect({ customers }, detectionContext({ from, until: TODAY }))[0]

const SMALL = Array.from({ length: 40 }, (_, at) => rhythmic(`small${at}`, 60, 20, 1000))

test.each([
  ['an absence of three times the usual interval is overdue', 30, 95, true],
  ['the same absence is not overdue for a customer with a long interval', 90, 95, false],
  ['a customer who ordered last week is not overdue', 30, 7, false],
  ['a customer absent for almost two years is lost, not lapsing', 30, 600, false],
] as const)('%s', (_, gap, since, isNamed) => {
  const insight = lapsingIn([...SMALL, rhythmic('best', gap, since)])
  expect(insight?.customers.map(({ customerId }) => customerId)).toEqual(isNamed ? ['best'] : undefined)
})

test('small customers are not listed, however long their absence', () => {
  expect(lapsingIn([...SMALL, rhythmic('late', 20, 200, 500)])).toBeUndefined()
})

test('flags at most 15 % of the top customers when orders arrive at random', () => {
  const random = createRandom(7)
  const customers = Array.from({ length: 400 }, (_, at): CustomerHistory => {
    const mean = 20 + random.below(60)
    const orders: { day: LocalDay; amount: number }[] = []
    for (let day = -random.below(90) - 730; ; ) {
      day += Math.max(1, Math.round(random.exponential(mean)))
      if (day >= 0) break
      orders.push({ day: addDays(TODAY, day), amount: 10_000 })
    }
    return { customerId: `c${at}`, orders }
  })
  const top = customers.length * 0.2
  expect(lapsingIn(customers)?.customers.length ?? 0).toBeLessThan(top * 0.15)
})

test('the insight contains the number of customers and their yearly spend net of refunds', () => {
  const best = rhythmic('best', 30, 95)
  const returned = { day: addDays(TODAY, -90), amount: -4000 }
  const insight = lapsingIn([...SMALL, { ...best, orders: [...best.orders, returned] }])
  const figures = new Map(insight?.figures.map(({ id, value }) => [id, value]))
  expect(insight?.stake).toBe(38_000)
  expect([figures.get('customers'), figures.get('person1.spent'), figures.get('yearlySpend')]).toEqual([
    1, 76_000, 38_000,
  ])
  expect(lapsingIn(SMALL)).toBeUndefined()
})

test.each([
  ['two years and more', '2020-01-01', 2, 'a year'],
  ['13 months', addDays(TODAY, -396), 396 / 365, 'a year'],
  ['5 months, which are not scaled up to a year', addDays(TODAY, -150), 1, 'over the past {knownDays} days'],
] as const)('divides spending by the history there is: %s', (_, from, years, words) => {
  const insight = lapsingIn([...SMALL, rhythmic('best', 10, 35)], from)
  const figures = new Map(insight?.figures.map(({ id, value }) => [id, value]))
  expect(figures.get('yearlySpend')).toBeCloseTo(80_000 / Number(years.toFixed(2)), 6)
  const text = insight && lapsingCustomersInsight.describe(insight).sentences.join(' ')
  expect(text).toContain(`spent {yearlySpend} ${words}.`)
})
