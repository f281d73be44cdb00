import { expect, test } from 'vitest'
import { isPaymentId, LOOKS, stillLooking } from './payment-result.ts'

test.each([
  ['cs_test_a1', true],
  ['sub_1', false],
  ['cs_', false],
  ['cs_../x', false],
  [undefined, false],
  [7, false],
])('security 43: %j may be asked after: %s', (value, expected) => {
  expect(isPaymentId(value)).toBe(expected)
})

test('a payment on its way is asked after for a while, a result is final', () => {
  expect(stillLooking({ result: 'pending', plan: 'Reserve' }, 1)).toBe(true)
  expect(stillLooking({ result: 'pending', plan: 'Reserve' }, LOOKS.most)).toBe(false)
  expect(stillLooking({ result: 'paid', plan: 'Estate' }, 1)).toBe(false)
  expect(stillLooking(undefined, 0)).toBe(false)
})
