import { expect, test } from 'vitest'
import {
  ACCOUNT_TYPES,
  CHECKOUT_PLANS,
  PLANS,
  type PlanFacts,
  type PlanState,
  planOfPriceKey,
  planState,
  stripePriceKey,
} from './plan.ts'

test('has a plan for every account type, lowest first', () => {
  expect(PLANS.map(({ type }) => type)).toEqual(ACCOUNT_TYPES)
})

test('maps price keys to plans and back, and unknown keys to null', () => {
  for (const plan of CHECKOUT_PLANS) expect(planOfPriceKey(stripePriceKey(plan))).toBe(plan)
  expect([planOfPriceKey('other'), planOfPriceKey(null)]).toEqual([null, null])
})

const NOW = Date.UTC(2026, 5, 17)
const [past, present, future] = [new Date(NOW - 1), new Date(NOW), new Date(NOW + 1)]
const none: PlanFacts = { isTrial: false, trialExpiresAt: null, readOnlyFrom: null, readOnlyReason: null }

test.each<[string, Partial<PlanFacts>, PlanState]>([
  ['a trial that ends later', { isTrial: true, trialExpiresAt: future }, 'trial'],
  ['a trial without an end date', { isTrial: true }, 'trial'],
  ['a trial that ends now', { isTrial: true, trialExpiresAt: present }, 'trialOver'],
  ['a plan', {}, 'active'],
  ['a failed payment within its grace period', { readOnlyFrom: future, readOnlyReason: 'payment' }, 'paymentFailed'],
  ['a failed payment after its grace period', { readOnlyFrom: past, readOnlyReason: 'payment' }, 'paymentOverdue'],
  ['a plan that has ended', { readOnlyFrom: past, readOnlyReason: 'ended' }, 'ended'],
])('%s is %s', (_, facts, state) => {
  expect(planState({ ...none, ...facts }, NOW)).toBe(state)
})
