import { describe, expect, test } from 'vitest'
import type { Billing } from '#contract/billing.ts'
import { ACCOUNT_TYPES } from '#domain/plan.ts'
import {
  formatAmount,
  formatDay,
  formatPrice,
  isOwnPlan,
  isPaymentId,
  lowestPlanWithPages,
  POLLING,
  planAction,
  shouldPoll,
  trialText,
} from './billing-rules.ts'

const trial: Billing = {
  plan: 'Reserve',
  source: 'Stripe',
  state: 'trial',
  trialEndsUtc: '2026-07-01T19:00:00Z',
  trialDaysLeft: 14,
  changesEndUtc: '2026-07-01T19:00:00Z',
  cardPayment: 'ready',
  hasSubscription: false,
  periodEndsUtc: null,
  cancelsUtc: null,
  nextInvoice: null,
  prices: [],
  invoices: [],
  marketplace: null,
}
const paying: Billing = { ...trial, plan: 'Estate', state: 'active', hasSubscription: true }

const actions = (billing: Billing) => ACCOUNT_TYPES.map((plan) => planAction(plan, billing).kind)

describe('actions for Micro, Boutique, Estate, Reserve and Custom', () => {
  test.each<[string, Billing, string[]]>([
    ['in a trial', trial, ['choose', 'choose', 'choose', 'choose', 'contact']],
    ['while Estate is paid by card', paying, ['change', 'change', 'current', 'change', 'contact']],
    ['after a plan has ended', { ...trial, state: 'ended' }, ['choose', 'choose', 'choose', 'choose', 'contact']],
    [
      'where Custom is paid by invoice',
      { ...trial, plan: 'Custom', source: 'Direct', state: 'active' },
      ['contact', 'contact', 'contact', 'contact', 'current'],
    ],
    [
      'where a marketplace bills Reserve',
      { ...trial, source: 'Microsoft', state: 'active' },
      ['none', 'none', 'none', 'current', 'none'],
    ],
    [
      'where no card can be charged',
      { ...trial, cardPayment: 'notSetUp' },
      ['contact', 'contact', 'contact', 'contact', 'contact'],
    ],
  ])('%s', (_, billing, expected) => {
    expect(actions(billing)).toEqual(expected)
  })
})

test('a trial plan does not count as the account’s own plan', () => {
  expect([isOwnPlan('Reserve', trial), isOwnPlan('Estate', paying)]).toEqual([false, true])
})

test('formats amounts and days in the user’s locale', () => {
  const locale = { culture: 'en-US', timeZone: 'America/Los_Angeles' }
  expect(formatPrice({ amount: 149, currency: 'USD' }, locale)).toBe('$149')
  expect(formatAmount({ amount: 149, currency: 'USD' }, locale)).toBe('$149.00')
  expect(formatDay('2026-07-02T01:00:00Z', locale)).toBe('Jul 1, 2026')
})

test.each([
  [9, 'in 9 days'],
  [1, 'within a day'],
  [0, 'within a day'],
])('with %i days left: %s', (days, text) => {
  expect(trialText(days)).toBe(text)
})

test.each([
  ['cs_test_a1', true],
  ['sub_1', false],
  ['cs_', false],
  ['cs_../x', false],
  [undefined, false],
  [7, false],
])('security 43: %j is a payment id: %s', (value, expected) => {
  expect(isPaymentId(value)).toBe(expected)
})

test('polls a pending payment up to the limit, and stops on a result', () => {
  expect(shouldPoll({ result: 'pending', plan: 'Reserve' }, 1)).toBe(true)
  expect(shouldPoll({ result: 'pending', plan: 'Reserve' }, POLLING.most)).toBe(false)
  expect(shouldPoll({ result: 'paid', plan: 'Estate' }, 1)).toBe(false)
  expect(shouldPoll(undefined, 0)).toBe(false)
})

test.each([
  ['Micro', 'Micro'],
  ['Estate', 'Estate'],
  ['Reserve', 'Estate'],
] as const)('the lowest plan with the pages of %s is %s', (plan, lowest) => {
  expect(lowestPlanWithPages(plan)).toBe(lowest)
})
