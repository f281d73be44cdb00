import { fail } from '#contract/errors.ts'
import type { GoalTile } from '#contract/tiles.ts'
import { diffDays, earlierDay } from '#domain/ranges/local-day.ts'
import { periodStart, shiftPeriod } from '#domain/ranges/period.ts'
import type { CustomRange } from '#domain/ranges/relative-range.ts'
import { METRICS } from '#insights/account/metric.ts'
import type { Deps } from '#server/deps.ts'
import { readPlanVersions } from '#server/modules/analytics/index.ts'
import { kpi } from '#widgets/kit/planned-query.ts'
import type { WidgetPlan } from '#widgets/kit/widget.ts'
import { fromMinor, type GoalOwner, listGoals, toPeriodCalendar } from './goals.usecases.ts'
import { plannedGoal } from './planned-goal.ts'

/** What a tile shows of a goal, and the query of what is reached so far. */
export interface TileGoal {
  readonly plan: WidgetPlan
  readonly includeClubOrders: boolean
  readonly goal: {
    readonly metric: GoalTile['metric']
    readonly period: GoalTile['period']
    /** money in major units */
    readonly target: number
    /** today included; 0: the period is over */
    readonly daysLeft: number
    /** share of the period's days before today; of a plan, of its amount */
    readonly elapsed: number
  }
}

const LABELS = {
  netSales: 'Non-club net sales',
  orderCount: 'Non-club orders',
  signups: 'Club signups',
} as const satisfies Record<GoalTile['metric'], string>

/** Goals count orders outside the club, as their insights do. */
const planOf = (metric: GoalTile['metric'], range: CustomRange): Omit<TileGoal, 'goal'> => {
  const { measure, dateColumn, clubOrders } = METRICS[metric]
  return {
    plan: {
      range,
      isRangeFixed: true,
      compare: null,
      kpis: {
        reportType: measure.reportType,
        rangeColumn: dateColumn,
        items: [{ ...kpi(measure.columnId), label: LABELS[metric] }],
      },
      rows: null,
    },
    includeClubOrders: clubOrders !== 'without',
  }
}

interface Dated {
  readonly from: string
  readonly until: string
}

/** The goal of today, else the next one, else the last one. */
const nearest = <T extends Dated>(goals: readonly T[], today: string): T | undefined =>
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
  deps: Pick<Deps, 'db'>,
  owner: GoalOwner,
  { metric, period }: Pick<GoalTile, 'metric' | 'period'>,
  today: string,
): Promise<TileGoal> => {
  const { goals } = await listGoals(deps, owner)
  const calendar = toPeriodCalendar(owner)
  const dated = goals
    .filter((one) => one.metric === metric && one.period === period)
    .map(({ from: day, target }) => {
      const from = periodStart(day, period, calendar)
      return { from, until: shiftPeriod(from, period, 1), target }
    })
  const start = periodStart(today, period, calendar)
  const running = { from: start, until: shiftPeriod(start, period, 1) }
  const planned = plannedGoal(await readPlanVersions(deps.db, owner.accountId), metric, running, today)
  if (planned !== null) {
    const target = fromMinor(metric, planned.amount, owner)
    const daysLeft = diffDays(today, running.until)
    return { ...planOf(metric, running), goal: { metric, period, target, daysLeft, elapsed: planned.elapsed } }
  }
  const goal = nearest(dated, today)
  if (goal === undefined)
    throw fail('widget.goal_not_set', { values: { goal: `${LABELS[metric].toLowerCase()} by ${period}` } })
  const { from, until, target } = goal
  const past = today <= from ? 0 : diffDays(from, earlierDay(today, until))
  return {
    ...planOf(metric, { from, until }),
    goal: {
      metric,
      period,
      target,
      daysLeft: diffDays(from, until) - past,
      elapsed: past / diffDays(from, until),
    },
  }
}
