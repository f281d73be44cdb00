import { expect, test } from 'vitest'
import type { PlanState } from '#domain/plan.ts'
import { planBannerText } from './plan-banner.tsx'

test.each<[PlanState, number | null, string | null]>([
  ['trial', 14, null],
  ['trial', 8, null],
  ['trial', 7, 'Your trial ends in 7 days'],
  ['trial', 1, 'Your trial ends within a day'],
  ['trial', null, null],
  ['trialOver', 0, 'Your trial has ended'],
  ['active', null, null],
  ['paymentFailed', null, 'Your last payment didn’t go through'],
  ['paymentOverdue', null, 'Your plan is past due'],
  ['ended', null, 'Your plan has ended'],
])('%s with %j days of trial left: %j', (planState, trialDaysLeft, title) => {
  expect(planBannerText({ planState, trialDaysLeft }, 7)?.title ?? null).toBe(title)
})
