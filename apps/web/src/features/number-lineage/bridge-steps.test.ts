import { expect, test } from 'vitest'
import { createFormats } from '#charts/value-format.ts'
import { recordsText, roundingText, shownSteps, stepTitle } from './bridge-steps.tsx'

const formats = createFormats({ culture: 'en-US', currency: 'USD' })
const step = { kind: 'all', label: '', records: 2_211, refunds: 65, amount: 100 } as const

test('counts orders and refunds, and what they are together', () => {
  const text = (more: object, type = 'Orders') => recordsText({ ...step, ...more }, type, formats)
  expect(text({})).toBe('2,146 orders + 65 refunds = 2,211 records')
  expect(text({ records: 1, refunds: 0 })).toBe('1 order')
  expect(text({ records: 2, refunds: 2 })).toBe('2 refunds')
  expect(text({ refunds: 1 }, 'OrderLines')).toBe('2,210 order lines + 1 refund line = 2,211 records')
  expect(text({ records: 7, refunds: null }, 'Memberships')).toBe('7 memberships')
})

test('states the unrounded total and the difference, and nothing where rounding changes none', () => {
  const bridge = { reportType: 'Orders', steps: [step, { ...step, kind: 'figure' as const }], matches: true }
  expect(roundingText({ ...bridge, rounding: 0.03 }, 'currency', formats)).toBe(
    'Each line is rounded to the cent. Unrounded, the total would be $100.03 (+$0.03).',
  )
  expect(roundingText({ ...bridge, rounding: -1.2 }, 'currency', formats)).toBe(
    'Each line is rounded to the cent. Unrounded, the total would be $98.80 (−$1.20).',
  )
  expect(roundingText({ ...bridge, rounding: null }, 'currency', formats)).toBeNull()
})

const figure = { ...step, kind: 'figure' as const }
const minus = { ...step, kind: 'minus' as const, label: 'Gift cards', records: 1 }
test.each([
  ['nothing is left out', [step, figure], ['Net sales: all records for these dates and filters']],
  [
    'records are left out',
    [step, minus, { ...figure, records: 2_210 }],
    ['All records for these dates and filters', 'Minus gift cards', 'Net sales'],
  ],
  ['the amounts differ', [step, { ...figure, amount: 99 }], ['All records for these dates and filters', 'Net sales']],
])('where %s, the steps are named so', (_case, steps, titles) => {
  const shown = shownSteps(steps)
  expect(shown.map((one) => stepTitle(one, 'Net sales', shown.length === 1))).toEqual(titles)
})
