import { hash } from 'node:crypto'
import type { Selectable } from 'kysely'
import { GOAL_PERIODS } from '#domain/insight-settings.ts'
import type { CompareMode } from '#domain/ranges/comparison-mode.ts'
import type { ResolvedComparison } from '#domain/ranges/comparison-range.ts'
import { addMonths, diffDays, type LocalDay } from '#domain/ranges/local-day.ts'
import { shiftPeriod } from '#domain/ranges/period.ts'
import { GOAL_MEASURES, monthsOf, type PlannedMeasure, spreadAmount, type WineryPlan } from '#domain/winery-plan.ts'
import { dayWeights } from '#insights/pace/month-pace.ts'
import type { Db } from '#server/db/database.ts'
import type { Schema } from '#server/db/schema.gen.ts'
import type { Deps } from '#server/deps.ts'
import type { AnalyticsSettings } from './analytics-settings.ts'
import { withReleases } from './club-releases.ts'

type PlannedAmount = Pick<Selectable<Schema['plan_amounts']>, 'measure' | 'breakdown' | 'value' | 'month' | 'amount'>

/**
 * Goals as plans of one number: of a longer period, its months by their days. Goals of single months come before those of a quarter, and these
 * before those of a year.
 */
const readGoalAmounts = async (db: Db, accountId: number): Promise<PlannedAmount[]> => {
  const goals = await db
    .selectFrom('goals')
    .select(['metric', 'period', 'from_day', 'target'])
    .where('account_id', '=', accountId)
    .execute()
  const amounts = new Map<string, PlannedAmount>()
  const ofPeriods = GOAL_PERIODS.flatMap((period) => goals.filter((goal) => goal.period === period))
  for (const { metric, period, from_day, target } of ofPeriods) {
    const measure = GOAL_MEASURES[metric]
    const months = monthsOf({ from: from_day, until: shiftPeriod(from_day, period, 1) })
    if (months.some((month) => amounts.has(`${measure} ${month}`))) continue
    for (const [index, amount] of spreadAmount(target, months.map(daysOf)).entries()) {
      const month = months[index] ?? from_day
      amounts.set(`${measure} ${month}`, { measure, breakdown: 'none', value: '', month, amount })
    }
  }
  return [...amounts.values()]
}

const daysOf = (month: LocalDay): number => diffDays(month, addMonths(month, 1))

/** Amounts of the current version of each year, the latest month first. */
const readVersionAmounts = (db: Db, accountId: number): Promise<PlannedAmount[]> =>
  db
    .selectFrom('plan_amounts')
    .innerJoin('plans', (join) =>
      join.onRef('plans.id', '=', 'plan_amounts.plan_id').onRef('plans.account_id', '=', 'plan_amounts.account_id'),
    )
    .select(['measure', 'breakdown', 'value', 'month', 'amount'])
    .where('plan_amounts.account_id', '=', accountId)
    .where('plans.is_current', '=', true)
    .orderBy('month', 'desc')
    .orderBy('value')
    .execute()

/** What months are made of, each as of the end of the history that it was learned from. */
export const readPaces = (db: Db, accountId: number) =>
  db
    .selectFrom('month_paces')
    .select(['measure', 'month', 'as_of', 'pace'])
    .where('account_id', '=', accountId)
    .execute()

/** Years of a measure with another breakdown than its last are left out. */
const toPlan = async (db: Db, accountId: number, amounts: readonly PlannedAmount[]): Promise<WineryPlan> => {
  if (amounts.length === 0) return []
  const paces = await readPaces(db, accountId)
  return [...Map.groupBy(amounts, ({ measure }) => measure)].map(([measure, all]): PlannedMeasure => {
    const breakdown = all[0]?.breakdown ?? 'none'
    const own = paces.filter((one) => one.measure === measure)
    return {
      measure,
      breakdown,
      months: all
        .filter((one) => one.breakdown === breakdown)
        .map(({ month, value, amount }) => ({ month, value: value === '' ? null : value, amount })),
      shares: Object.fromEntries(own.map(({ month, pace }) => [month, dayWeights(pace)])),
    }
  })
}

/** What the current versions plan. */
export const readPlanVersions = async (db: Db, accountId: number): Promise<WineryPlan> =>
  toPlan(db, accountId, await readVersionAmounts(db, accountId))

/** What the account plans: its versions, and of measures that no version has, its goals. */
export const readWineryPlan = async (db: Db, accountId: number): Promise<WineryPlan> => {
  const versions = await readVersionAmounts(db, accountId)
  const goals = await readGoalAmounts(db, accountId)
  const isPlanned = new Set(versions.map(({ measure }) => measure))
  return toPlan(db, accountId, [...versions, ...goals.filter(({ measure }) => !isPlanned.has(measure))])
}

/** A comparison as a part of a cache key: without the plan, which is part of the settings' version. */
export const comparisonKey = (comparison: ResolvedComparison | null) => {
  const { plan: _plan, ...key } = comparison ?? {}
  return key
}

/** The settings with what a comparison needs: club releases, or the plan, which then is part of every cache key. */
export const withCompared = async (
  deps: Deps,
  settings: AnalyticsSettings,
  mode: CompareMode | null,
): Promise<AnalyticsSettings> => {
  if (mode !== 'plan') return withReleases(deps, settings, mode)
  const plan = await readWineryPlan(deps.db, settings.accountId)
  if (plan.length === 0) return settings
  const definitionsVersion = `${settings.definitionsVersion}.${hash('sha1', JSON.stringify(plan), 'base64url')}`
  return { ...settings, calendar: { ...settings.calendar, plan }, definitionsVersion }
}
