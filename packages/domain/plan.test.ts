import { expect, test } from 'vitest'
import { ACCOUNT_TYPES } from './account-type.ts'
import { CHECKOUT_PLANS, PLANS, planOfPriceKey, priceKeyOf } from './plan.ts'

test('has a plan for every account type, lowest first', () => {
  expect(PLANS.map(({ type }) => type)).toEqual(ACCOUNT_TYPES)
})

test('maps price keys to plans and back, and unknown keys to null', () => {
  for (const plan of CHECKOUT_PLANS) expect(planOfPriceKey(priceKeyOf(plan))).toBe(plan)
  expect([planOfPriceKey('other'), planOfPriceKey(null)]).toEqual([null, null])
})
