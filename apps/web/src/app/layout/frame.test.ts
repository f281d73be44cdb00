import { expect, test } from 'vitest'
import type { PlanState } from '#domain/plan.ts'
import { createEnterRule } from '../enter-key-guard.ts'
import { idleState } from '../idle/idle-guard.tsx'
import { createLoading } from '../loading.ts'
import { planBannerText } from './plan-banner.tsx'

test('stays on until the last tracked promise settles, resolved or rejected', async () => {
  const loading = createLoading()
  const first = Promise.withResolvers<void>()
  const second = Promise.withResolvers<void>()
  const works = [loading.track(first.promise), loading.track(second.promise).catch(() => {})]
  first.resolve()
  await works[0]
  expect(loading.isOn()).toBe(true)
  second.reject(new Error('no answer'))
  await works[1]
  expect(loading.isOn()).toBe(false)
})

test('suppresses an Enter within 100 ms of an accepted one', () => {
  const mayPass = createEnterRule()
  expect([0, 50, 99, 100, 150, 250].map(mayPass)).toEqual([true, false, false, true, false, true])
})

const LAST = Date.parse('2026-03-01T12:00:00Z')
const MINUTE = 60_000

test.each([
  [0, { kind: 'active' }],
  [28 * MINUTE - 1, { kind: 'active' }],
  [28 * MINUTE, { kind: 'warning', secondsLeft: 120 }],
  [29 * MINUTE + 30_500, { kind: 'warning', secondsLeft: 30 }],
  [30 * MINUTE - 1, { kind: 'warning', secondsLeft: 1 }],
  [30 * MINUTE, { kind: 'over' }],
  [300 * MINUTE, { kind: 'over' }],
])('%i ms after the last activity the user is %j', (elapsed, expected) => {
  expect(idleState(LAST, LAST + elapsed)).toEqual(expected)
})

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
