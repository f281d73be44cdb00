import { expect, test } from 'vitest'
import type { PlanMeasureId, PlannedMeasure } from '#domain/winery-plan.ts'
import { plannedGoal } from './planned-goal.ts'

const MONTHS = ['2026-04-01', '2026-05-01', '2026-06-01']
const QUARTER = { from: '2026-04-01', until: '2026-07-01' }
const TODAY = '2026-05-16'

const byChannel = (measure: PlanMeasureId): PlannedMeasure => ({
  measure,
  breakdown: 'channel',
  months: MONTHS.flatMap((month) => [
    { month, value: 'web', amount: 310 },
    { month, value: 'club', amount: 1_000 },
  ]),
  shares: {},
})
const plain = (measure: PlanMeasureId, amount = 300): PlannedMeasure => ({
  measure,
  breakdown: 'none',
  months: MONTHS.map((month) => ({ month, value: null, amount })),
  shares: {},
})

test('of sales it is what other channels than the club are planned to bring', () => {
  expect(plannedGoal([byChannel('netSales')], 'netSales', QUARTER, TODAY)?.amount).toBe(930)
})

test('a plan without club orders is taken before one that is split by channel', () => {
  const plan = [byChannel('netSales'), plain('nonClubNetSales')]
  expect(plannedGoal(plan, 'netSales', QUARTER, TODAY)?.amount).toBe(900)
})

test('sales that are not split by channel are no goal, because goals leave out the club', () => {
  expect(plannedGoal([plain('netSales')], 'netSales', QUARTER, TODAY)).toBeNull()
})

test('a month without an amount leaves the period without a goal', () => {
  const plan = [plain('signups', 30)]
  expect(plannedGoal(plan, 'signups', { from: '2026-05-01', until: '2026-06-01' }, TODAY)?.amount).toBe(30)
  expect(plannedGoal(plan, 'signups', { from: '2026-01-01', until: '2027-01-01' }, TODAY)).toBeNull()
})

test('what is due so far follows the days of the plan', () => {
  const shares = { '2026-05-01': Array.from({ length: 31 }, (_, day) => (day === 30 ? 1 : 0)) }
  const signups = { ...plain('signups', 30), shares }
  expect(plannedGoal([signups], 'signups', QUARTER, TODAY)?.elapsed).toBeCloseTo(30 / 90, 10)
  expect(
    plannedGoal([plain('signups', 31)], 'signups', { from: '2026-05-01', until: '2026-06-01' }, TODAY)?.elapsed,
  ).toBe(15 / 31)
})
