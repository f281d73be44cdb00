import { expect, test } from 'vitest'
import { ask } from './ask.ts'
import { FIXTURE } from './questions/question-core.fixture.ts'

/** The winery of the questions, with and without a budget of its sales in 2026. */
const plan = [
  {
    measure: 'netSales',
    breakdown: 'none',
    months: Array.from({ length: 12 }, (_, index) => ({
      month: `2026-${String(index + 1).padStart(2, '0')}-01`,
      value: null,
      amount: 1,
    })),
    shares: {},
  },
] as const
const planned = { ...FIXTURE, calendar: { ...FIXTURE.calendar, plan } }

const read = (question: string, context = planned) => {
  const answer = ask(question, context)
  if (!('definition' in answer)) return JSON.stringify(answer)
  const { definition, compare } = answer
  const range = definition.relativeDateFilter?.relativeRange ?? null
  return [definition.columns.map(({ columnId }) => columnId).join(), range, compare]
}

test.each([
  ['are we ahead of plan?', 'netSales', 'mtd'],
  ['sales vs plan', 'netSales', 'mtd'],
  ['net sales compared with budget this year', 'netSales', 'ThisYear'],
  ['sales against target this month', 'netSales', 'ThisMonth'],
  ['are we behind the budget', 'netSales', 'mtd'],
  ['sales by channel vs our plan this quarter', 'channel,netSales', 'ThisQuarter'],
  ['signups vs goal this month', 'signups', 'ThisMonth'],
  ['are we on budget', 'netSales', 'mtd'],
])('%s', (question, columns, range) => {
  expect(read(question)).toEqual([columns, range, 'plan'])
})

test('without a plan, the words for it say so', () => {
  expect(read('sales compared to budget', FIXTURE as typeof planned)).toContain('notUnderstood')
})

test('a comparison with a plan leaves other comparisons as they are', () => {
  expect(read('sales this month vs last year')).toEqual(['netSales', 'ThisMonth', 'previousYear'])
})
