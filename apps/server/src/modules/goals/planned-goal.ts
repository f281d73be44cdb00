import type { Goal } from '#contract/insights.ts'
import { diffDays, type LocalDay } from '#domain/ranges/local-day.ts'
import { monthsOf, type PlanMeasureId, type PlannedMeasure, spreadMonth, type WineryPlan } from '#domain/winery-plan.ts'

/** Measures whose plan is a metric's goal, the exact one first: of one with club orders, the amounts of the other channels. */
const MEASURES: Readonly<Record<Goal['metric'], readonly PlanMeasureId[]>> = {
  netSales: ['nonClubNetSales', 'netSales'],
  orderCount: ['nonClubOrders', 'orders'],
  signups: ['signups'],
}
const WITH_CLUB: readonly PlanMeasureId[] = ['netSales', 'orders']

interface Days {
  readonly from: LocalDay
  readonly until: LocalDay
}

/** The amounts of the period's months that count; null where a month has none, or where club orders are not separate. */
const countedMonths = (line: PlannedMeasure, period: Days): PlannedMeasure['months'] | null => {
  const isWithClub = WITH_CLUB.includes(line.measure)
  if (isWithClub && line.breakdown !== 'channel') return null
  const months = monthsOf(period)
  const own = line.months.filter(({ month }) => months.includes(month))
  const isCovered = months.every((month) => own.some((one) => one.month === month))
  return isCovered ? own.filter(({ value }) => !(isWithClub && value === 'club')) : null
}

export interface PlannedGoal {
  /** minor units, or a count */
  readonly amount: number
  /** share of the amount that the plan has for the days before today */
  readonly elapsed: number
}

/** What the plan has for a metric over whole months; null without a plan for all of them. */
export const plannedGoal = (
  plan: WineryPlan,
  metric: Goal['metric'],
  period: Days,
  today: LocalDay,
): PlannedGoal | null => {
  for (const measure of MEASURES[metric]) {
    const line = plan.find((one) => one.measure === measure)
    const months = line ? countedMonths(line, period) : null
    if (!line || months === null) continue
    const amount = months.reduce((sum, one) => sum + one.amount, 0)
    if (amount <= 0) continue
    const past = months.flatMap(({ month, amount: ofMonth }) =>
      spreadMonth(ofMonth, month, line.shares[month]).slice(0, Math.max(0, diffDays(month, today))),
    )
    return { amount, elapsed: past.reduce((sum, ofDay) => sum + ofDay, 0) / amount }
  }
  return null
}
