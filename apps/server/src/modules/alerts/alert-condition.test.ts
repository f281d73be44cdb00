import { expect, test } from 'vitest'
import type { AlertCondition } from '#contract/alerts.ts'
import { checkCondition, presentCondition, storedCondition } from './alert-condition.ts'

const change = (direction: 'down' | 'up' | 'either'): AlertCondition => ({
  kind: 'change',
  direction,
  percent: 20,
  compare: 'previousPeriod',
})
const forecast = (direction: 'down' | 'up' | 'either'): AlertCondition => ({ kind: 'forecast', direction })

/** condition, value, previous value, whether it is met; null: not known */
const CASES: readonly (readonly [AlertCondition, number | null, number | null, boolean | null])[] = [
  [{ kind: 'below', value: 100 }, 99, null, true],
  [{ kind: 'below', value: 100 }, 100, null, false],
  [{ kind: 'above', value: 100 }, 101, null, true],
  [{ kind: 'above', value: 100 }, 100, null, false],
  [{ kind: 'below', value: -10 }, -11, null, true],
  [{ kind: 'below', value: 100 }, null, null, null],
  [change('down'), 79, 100, true],
  [change('down'), 80, 100, false],
  [change('down'), 121, 100, false],
  [change('up'), 121, 100, true],
  [change('up'), 120, 100, false],
  [change('either'), 121, 100, true],
  [change('either'), 79, 100, true],
  [change('down'), -150, -100, true],
  [change('either'), 50, 0, null],
  [change('either'), 50, null, null],
]

test.each(CASES)('%j with %s after %s: %s', (condition, value, previous, isMet) => {
  const compared = value === null || previous === null ? null : { value, previous }
  const result = checkCondition(condition, { key: '', label: null, value, change: compared, expected: null })
  expect(result?.isMet ?? null).toBe(isMet)
})

test.each([
  [forecast('down'), 9, true, 10],
  [forecast('down'), 10, false, 20],
  [forecast('down'), 21, false, 20],
  [forecast('up'), 21, true, 20],
  [forecast('either'), 9, true, 10],
] as const)('%j with %s of an expected 10 to 20: %s', (condition, value, isMet, compared) => {
  const number = { key: '', label: null, value, change: null, expected: { low: 10, high: 20 } }
  expect(checkCondition(condition, number)).toEqual({ isMet, value, compared })
})

test('a change is that of the days that are compared', () => {
  const number = { key: '', label: null, value: 900, change: { value: 50, previous: 100 }, expected: null }
  expect(checkCondition(change('down'), number)).toEqual({ isMet: true, value: 50, compared: 100 })
})

test('limits on money are stored in minor units of the currency', () => {
  const limit: AlertCondition = { kind: 'below', value: 12.34 }
  expect(storedCondition(limit, { unit: 'money', currency: 'USD' })).toEqual({ kind: 'below', value: 1234 })
  expect(storedCondition({ ...limit, value: 500 }, { unit: 'money', currency: 'JPY' })).toMatchObject({ value: 500 })
  expect(storedCondition(limit, { unit: 'number', currency: 'USD' })).toEqual(limit)
  expect(presentCondition({ kind: 'below', value: 1234 }, { unit: 'money', currency: 'USD' })).toEqual(limit)
})
