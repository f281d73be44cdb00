import { hash } from 'node:crypto'
import type { CompareMode } from '#domain/ranges/comparison-mode.ts'
import type { PlannedMeasure, WineryPlan } from '#domain/winery-plan.ts'
import { dayWeights } from '#insights/pace/month-pace.ts'
import type { Db } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import type { AnalyticsSettings } from './analytics-settings.ts'
import { withReleases } from './club-releases.ts'

/** What the account plans: the amounts of the current version of each year. Years of a measure with another breakdown than the last are left out. */
export const readWineryPlan = async (db: Db, accountId: number): Promise<WineryPlan> => {
  const amounts = await db
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
  if (amounts.length === 0) return []
  const paces = await db
    .selectFrom('month_paces')
    .select(['measure', 'month', 'pace'])
    .where('account_id', '=', accountId)
    .execute()
  return [...Map.groupBy(amounts, ({ measure }) => measure)].map(([measure, all]): PlannedMeasure => {
    const breakdown = all[0]?.breakdown ?? 'none'
    const ofMeasure = paces.filter((one) => one.measure === measure)
    return {
      measure,
      breakdown,
      months: all
        .filter((one) => one.breakdown === breakdown)
        .map(({ month, value, amount }) => ({ month, value: value === '' ? null : value, amount })),
      shares: Object.fromEntries(ofMeasure.map(({ month, pace }) => [month, dayWeights(pace)])),
    }
  })
}

/** The settings with what a comparison needs: club releases, or the plan, which then is part of every cache key. */
export const withCompared = async (
  deps: Pick<Deps, 'warehouse' | 'db'>,
  settings: AnalyticsSettings,
  mode: CompareMode | null,
): Promise<AnalyticsSettings> => {
  if (mode !== 'plan') return withReleases(deps, settings, mode)
  const plan = await readWineryPlan(deps.db, settings.accountId)
  return {
    ...settings,
    calendar: { ...settings.calendar, plan },
    definitionsVersion: `${settings.definitionsVersion}.${hash('sha1', JSON.stringify(plan), 'base64url')}`,
  }
}
