import { expect, test } from 'vitest'
import { goalProgress } from './goal-progress.ts'

const goal = { metric: 'netSales', period: 'month', target: 200, daysLeft: 10, elapsed: 0.6 } as const

test.each([
  [120, { share: 0.6, remaining: 80, verdict: 'ahead' }],
  [100, { share: 0.5, remaining: 100, verdict: 'behind' }],
  [250, { share: 1.25, remaining: 0, verdict: 'met' }],
])('%d of 200 with 60%% of the days gone is %j', (value, progress) => {
  expect(goalProgress(value, goal)).toEqual(progress)
})

test('a goal that was not reached is missed once its period is over', () => {
  expect(goalProgress(100, { ...goal, daysLeft: 0, elapsed: 1 }).verdict).toBe('missed')
})
