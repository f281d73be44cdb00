import { failFields } from '#contract/errors.ts'
import type { Goal } from '#contract/insights.ts'
import { GOAL_METRICS } from '#domain/insight-settings.ts'
import { fromUnits, toUnits } from '#domain/money.ts'
import { periodOf, periodStart } from '#domain/ranges/period.ts'
import { METRICS } from '#insights/account/metric.ts'
import type { GoalPeriod } from '#insights/insight/inputs.ts'
import type { Db } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import type { Caller } from '#server/http/caller.ts'
import { readPlanVersions } from '#server/modules/analytics/index.ts'
import { readGoals, replaceGoals, type StoredGoal } from './goals.repo.ts'
import { plannedGoal } from './planned-goal.ts'

export type GoalOwner = Pick<Caller, 'accountId' | 'account'>

const sortKey = ({ from_day, period, metric }: StoredGoal): string => [from_day, period, metric].join(' ')

const presented = (goals: readonly StoredGoal[], { account }: GoalOwner): { goals: Goal[] } => ({
  goals: goals
    .toSorted((one, other) => (sortKey(one) < sortKey(other) ? -1 : 1))
    .map(({ metric, period, from_day: from, target }) => ({
      ...{ metric, period, from },
      target: toUnits(METRICS[metric].unit, target, account.currency),
    })),
})

export const listGoals = async ({ db }: Deps, owner: GoalOwner): Promise<{ goals: Goal[] }> =>
  presented(await readGoals(db, owner.accountId), owner)

/** Errors: `request.invalid` for two goals of one metric and period, and for a target below one unit. */
export const saveGoals = async (deps: Deps, owner: GoalOwner, goals: readonly Goal[]) => {
  const { accountId, account } = owner
  const stored = goals.map(
    ({ metric, period, from, target }): StoredGoal => ({
      ...{ metric, period },
      from_day: periodStart(from, period, account),
      target: fromUnits(METRICS[metric].unit, target, account.currency),
    }),
  )
  const problems = stored.flatMap((goal, at) => {
    // a smaller amount would be stored as none
    const least = toUnits(METRICS[goal.metric].unit, 1, account.currency)
    if (goal.target < 1) return [{ field: `goals[${at}].target`, message: `This field must be at least ${least}` }]
    const isRepeated = stored.findIndex((one) => sortKey(one) === sortKey(goal)) < at
    return isRepeated ? [{ field: `goals[${at}].from`, message: 'There is a goal for this period' }] : []
  })
  if (problems.length > 0) throw failFields('request.invalid', problems)
  await replaceGoals(deps.db, accountId, stored)
  return presented(stored, owner)
}

/** Periods of which a plan is a goal. */
const PLANNED_PERIODS = ['month', 'year'] as const

/** Goals with the days of their periods, in their order. */
export const datedGoals = async (db: Db, { accountId, account }: GoalOwner) =>
  (await readGoals(db, accountId)).map(({ metric, period, from_day, target }) => ({
    ...{ metric, period, amount: target },
    ...periodOf(from_day, period, account),
  }))

/**
 * What the plan has for the running month and year, and the goals of other periods, with their days, to measure progress.
 *
 * @param today the account's local day
 */
export const goalsToPace = async ({ db }: Deps, owner: GoalOwner, today: string): Promise<GoalPeriod[]> => {
  const plan = await readPlanVersions(db, owner.accountId)
  const planned = GOAL_METRICS.flatMap((metric) =>
    PLANNED_PERIODS.flatMap((period) => {
      const goal = plannedGoal(plan, metric, periodOf(today, period, owner.account), today)
      return goal === null ? [] : [{ ...goal, metric }]
    }),
  )
  const set = (await datedGoals(db, owner)).filter(
    ({ metric, from, until }) =>
      !planned.some((one) => one.metric === metric && one.from === from && one.until === until),
  )
  return [...set, ...planned].map(({ metric, from, until, amount }) => ({ metric, from, until, amount }))
}
