import type { Goal } from '#contract/insights.ts'
import { diffDays, type LocalDay } from '#domain/ranges/local-day.ts'
import type { CustomRange } from '#domain/ranges/relative-range.ts'
import {
  amountsOver,
  GOAL_MEASURES,
  missingMonth,
  plannableMeasure,
  planOf,
  spreadMonth,
  type WineryPlan,
} from '#domain/winery-plan.ts'

export interface PlannedGoal extends CustomRange {
  /** minor units, or a count */
  readonly amount: number
  /** share of the amount that the plan has for the days before today */
  readonly elapsed: number
}

/** What the plan has for a metric over whole months; null without a plan for all of them. */
export const plannedGoal = (
  plan: WineryPlan,
  metric: Goal['metric'],
  period: CustomRange,
  today: LocalDay,
): PlannedGoal | null => {
  for (const line of planOf(plan, plannableMeasure(GOAL_MEASURES[metric]), true).toReversed()) {
    if (missingMonth(line, period) !== undefined) continue
    const months = amountsOver(line, period, true)
    const amount = months.reduce((sum, one) => sum + one.amount, 0)
    if (amount <= 0) continue
    const past = months.flatMap(({ month, amount: ofMonth }) =>
      spreadMonth(ofMonth, month, line.shares[month]).slice(0, Math.max(0, diffDays(month, today))),
    )
    return { ...period, amount, elapsed: past.reduce((sum, ofDay) => sum + ofDay, 0) / amount }
  }
  return null
}
