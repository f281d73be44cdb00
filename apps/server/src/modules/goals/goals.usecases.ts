import { failFields } from '#contract/errors.ts'
import type { Goal } from '#contract/insights.ts'
import { GOAL_METRICS } from '#domain/insight-settings.ts'
import { toMajor, toMinor } from '#domain/money.ts'
import { type PeriodCalendar, periodStart, shiftPeriod } from '#domain/ranges/period.ts'
import { METRICS } from '#insights/account/metric.ts'
import type { GoalPeriod } from '#insights/insight/inputs.ts'
import type { Deps } from '#server/deps.ts'
import type { Caller } from '#server/http/caller.ts'
import { readPlanVersions } from '#server/modules/analytics/index.ts'
import { readGoals, replaceGoals, type StoredGoal } from './goals.repo.ts'
import { plannedGoal } from './planned-goal.ts'

export type GoalOwner = Pick<Caller, 'accountId' | 'account'>

const isMoney = ({ metric }: Pick<Goal, 'metric'>): boolean => METRICS[metric].unit === 'money'

/** A stored target in major units. */
export const fromMinor = (metric: Goal['metric'], target: number, { account }: Pick<GoalOwner, 'account'>): number =>
  isMoney({ metric }) ? toMajor(target, account.currency) : target

const presented = ({ metric, period, from_day: from, target }: StoredGoal, owner: GoalOwner): Goal => ({
  metric,
  period,
  from,
  target: fromMinor(metric, target, owner),
})

const byDay = (one: StoredGoal, other: StoredGoal): number => (sortKey(one) < sortKey(other) ? -1 : 1)

const sortKey = ({ from_day, period, metric }: StoredGoal): string => [from_day, period, metric].join(' ')

const presentedList = (goals: readonly StoredGoal[], owner: GoalOwner): { goals: Goal[] } => ({
  goals: goals.toSorted(byDay).map((goal) => presented(goal, owner)),
})

export const listGoals = async ({ db }: Pick<Deps, 'db'>, owner: GoalOwner): Promise<{ goals: Goal[] }> =>
  presentedList(await readGoals(db, owner.accountId), owner)

export const toPeriodCalendar = ({ account: { weekStart, fiscalYearStartMonth } }: GoalOwner): PeriodCalendar => ({
  weekStart,
  fiscalYearStartMonth,
})

/** Amounts are stored in whole minor units or records: a smaller target would be stored as none. */
const assertNotRoundedAway = (goals: readonly StoredGoal[], currency: string): void => {
  const problems = goals.flatMap((goal, at) => {
    const least = isMoney(goal) ? toMajor(1, currency) : 1
    return goal.target >= 1 ? [] : [{ field: `goals[${at}].target`, message: `This field must be at least ${least}` }]
  })
  if (problems.length > 0) throw failFields('request.invalid', problems)
}

/** Errors: `request.invalid` for two goals of one metric and period, and for a target below one unit. */
export const saveGoals = async (deps: Pick<Deps, 'db'>, owner: GoalOwner, goals: readonly Goal[]) => {
  const calendar = toPeriodCalendar(owner)
  const stored = goals.map((goal): StoredGoal => {
    const { metric, period, from, target } = goal
    const amount = isMoney(goal) ? toMinor(target, owner.account.currency) : Math.round(target)
    return { metric, period, from_day: periodStart(from, period, calendar), target: amount }
  })
  assertNotRoundedAway(stored, owner.account.currency)
  const seen = new Set<string>()
  stored.forEach((goal, at) => {
    const key = sortKey(goal)
    if (seen.has(key))
      throw failFields('request.invalid', [{ field: `goals[${at}].from`, message: 'There is a goal for this period' }])
    seen.add(key)
  })
  await replaceGoals(deps.db, owner.accountId, stored)
  return presentedList(stored, owner)
}

/** Periods of which a plan is a goal. */
const PLANNED_PERIODS = ['month', 'year'] as const

/**
 * What the plan has for the running month and year, and the goals of other periods, with their days, to measure progress.
 *
 * @param today the account's local day
 */
export const goalsToPace = async ({ db }: Pick<Deps, 'db'>, owner: GoalOwner, today: string): Promise<GoalPeriod[]> => {
  const calendar = toPeriodCalendar(owner)
  const set = (await readGoals(db, owner.accountId)).map(({ metric, period, from_day, target }): GoalPeriod => {
    const from = periodStart(from_day, period, calendar)
    return { metric, from, until: shiftPeriod(from, period, 1), amount: target }
  })
  const plan = await readPlanVersions(db, owner.accountId)
  const planned = GOAL_METRICS.flatMap((metric) =>
    PLANNED_PERIODS.flatMap((period): GoalPeriod[] => {
      const from = periodStart(today, period, calendar)
      const days = { from, until: shiftPeriod(from, period, 1) }
      const goal = plannedGoal(plan, metric, days, today)
      return goal === null ? [] : [{ metric, ...days, amount: goal.amount }]
    }),
  )
  const isPlanned = ({ metric, from, until }: GoalPeriod): boolean =>
    planned.some((one) => one.metric === metric && one.from === from && one.until === until)
  return [...set.filter((goal) => !isPlanned(goal)), ...planned]
}
