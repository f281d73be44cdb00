import { fail } from '#contract/errors.ts'
import type { GoalTile } from '#contract/tiles.ts'
import { toUnits } from '#domain/money.ts'
import { diffDays, earlierDay } from '#domain/ranges/local-day.ts'
import { periodOf } from '#domain/ranges/period.ts'
import type { CustomRange } from '#domain/ranges/relative-range.ts'
import { GOAL_MEASURES, plannableMeasure } from '#domain/winery-plan.ts'
import type { Deps } from '#server/deps.ts'
import { readPlanVersions } from '#server/modules/analytics/index.ts'
import { kpi } from '#widgets/kit/planned-query.ts'
import type { WidgetPlan } from '#widgets/kit/widget.ts'
import { datedGoals, type GoalOwner } from './goals.usecases.ts'
import { plannedGoal } from './planned-goal.ts'

/** What a tile shows of a goal, and the query of what is reached so far. */
export interface TileGoal {
  readonly plan: WidgetPlan
  readonly includeClubOrders: boolean
  readonly goal: Pick<GoalTile, 'metric' | 'period'> & {
    /** money in major units */
    readonly target: number
    /** today included; 0: the period is over */
    readonly daysLeft: number
    /** share of the period's days before today; of a plan, of its amount */
    readonly elapsed: number
  }
}

/** The goal of today, else the next one, else the last one. */
const nearest = <T extends CustomRange>(goals: readonly T[], today: string): T | undefined =>
  goals.find(({ from, until }) => from <= today && today < until) ??
  goals.find(({ from }) => from > today) ??
  goals.at(-1)

/**
 * The goal that a tile shows: what the plan has for today’s period, else the goal of today, the next one, or the last one.
 *
 * @param today the account's local day
 * @throws Failure `widget.goal_not_set` when the account has none of this metric and period
 */
export const readTileGoal = async (
  deps: Deps,
  owner: GoalOwner,
  { metric, period }: Pick<GoalTile, 'metric' | 'period'>,
  today: string,
): Promise<TileGoal> => {
  const { accountId, account } = owner
  const { title, unit, reportType, columnId, dateColumn, clubOrders } = plannableMeasure(GOAL_MEASURES[metric])
  const running = periodOf(today, period, account)
  const planned = plannedGoal(await readPlanVersions(deps.db, accountId), metric, running, today)
  const set = (await datedGoals(deps.db, owner)).filter((one) => one.metric === metric && one.period === period)
  const goal = planned ?? nearest(set, today)
  if (goal === undefined) throw fail('widget.goal_not_set', { values: { goal: `${title.toLowerCase()} by ${period}` } })
  const { from, until } = goal
  const days = diffDays(from, until)
  const past = today <= from ? 0 : diffDays(from, earlierDay(today, until))
  return {
    plan: {
      range: { from, until },
      isRangeFixed: true,
      compare: null,
      kpis: { reportType, rangeColumn: dateColumn, items: [{ ...kpi(columnId), label: title }] },
      rows: null,
    },
    includeClubOrders: clubOrders !== 'without',
    goal: {
      ...{ metric, period },
      target: toUnits(unit, goal.amount, account.currency),
      daysLeft: days - past,
      elapsed: planned?.elapsed ?? past / days,
    },
  }
}
