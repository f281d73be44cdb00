import type { Pace, PlanRow } from '#contract/plans.ts'
import { addDays, addMonths, type LocalDay, startOfMonth } from '#domain/ranges/local-day.ts'
import {
  monthsOfYear,
  PLAN_MEASURE_IDS,
  type PlanBreakdown,
  type PlanMeasureId,
  type PlannedMeasure,
  plannableMeasure,
  spreadMonth,
} from '#domain/winery-plan.ts'
import { elapsedDays, paceToDate } from '#insights/pace/month-pace.ts'
import { sumOfDays } from '#insights/series/series.ts'
import type { Deps } from '#server/deps.ts'
import type { Caller } from '#server/http/caller.ts'
import {
  loadAnalyticsSettings,
  type QuerySession,
  readClubReleases,
  readWineryPlan,
  withConsistentVersion,
} from '#server/modules/analytics/index.ts'
import { measureQuery, readMeasureDays } from './measure-days.ts'
import { readPaces } from './plans.repo.ts'
import { toUnits } from './plans.usecases.ts'

type ReadDeps = Pick<Deps, 'clock' | 'db' | 'warehouse'>

/** The amounts of a month, of all values, in minor units or as a count; null without any. */
const amountOf = ({ months }: PlannedMeasure, wanted: LocalDay): number | null => {
  const ofMonth = months.filter(({ month }) => month === wanted)
  return ofMonth.length === 0 ? null : ofMonth.reduce((sum, { amount }) => sum + amount, 0)
}

const inOrder = (one: PlannedMeasure, other: PlannedMeasure): number =>
  PLAN_MEASURE_IDS.indexOf(one.measure) - PLAN_MEASURE_IDS.indexOf(other.measure)

/** Measures of which fewer are better. */
const isCost = (measure: PlanMeasureId): boolean => measure === 'cancellations'

/** The running month of each planned measure. */
export const readPlanPaces = async (deps: ReadDeps, caller: Caller): Promise<Pace[]> => {
  const settings = await loadAnalyticsSettings(deps, caller)
  const { today } = settings.calendar
  const month = startOfMonth(today)
  const range = { from: month, until: addMonths(month, 1) }
  const lines = (await readWineryPlan(deps.db, caller.accountId)).toSorted(inOrder)
  const planned = lines.flatMap((line) => {
    const amount = amountOf(line, month)
    return amount === null ? [] : [{ ...line, amount }]
  })
  if (planned.length === 0) return []
  const paces = (await readPaces(deps.db, caller.accountId)).filter((one) => one.month === month)
  const runs = (await readClubReleases(deps, settings)).map(({ day }) => day)
  const elapsed = elapsedDays(range, today)
  return withConsistentVersion(deps, settings, ({ openSession }) =>
    Promise.all(
      planned.map(async ({ measure, amount, shares }): Promise<Pace> => {
        const { ordinary, club } = await readMeasureDays({ session: openSession(), settings }, measure, range, runs)
        const series = [ordinary, ...(club === null ? [] : [club.days])]
        const over = (from: LocalDay, until: LocalDay) => series.map((days) => sumOfDays(days, { from, until }))
        const done = over(month, today)
        const [todayOrdinary = 0, todayClub = 0] = over(today, addDays(today, 1))
        const units = (value: number) => toUnits(measure, Math.round(value), caller)
        const spread = spreadMonth(amount, month, shares[month]).slice(0, elapsed)
        const pace = paces.find((one) => one.measure === measure)?.pace
        const parts = pace?.parts ?? []
        // a run that nobody expected counts with the ordinary days
        const actual = parts.length > 1 ? done : [done.reduce((sum, value) => sum + value, 0)]
        const found =
          pace &&
          paceToDate(pace, {
            elapsed,
            actual,
            today: todayOrdinary + todayClub,
            plan: isCost(measure) ? amount + 1 : amount,
          })
        const chance = found?.chance ?? null
        return {
          measure,
          month,
          actual: units([...done, todayOrdinary, todayClub].reduce((sum, value) => sum + value, 0)),
          plan: units(amount),
          expected: units(spread.reduce((sum, value) => sum + value, 0)),
          forecast: found ? units(found.forecast) : null,
          low: found ? units(found.low) : null,
          high: found ? units(found.high) : null,
          chance: chance === null ? null : Math.round((isCost(measure) ? 1 - chance : chance) * 100) / 100,
        }
      }),
    ),
  )
}

/** What each month of a fiscal year brought, by the values of a breakdown: the rows of a plan. Records without a value are left out. */
export const readActuals = async (
  deps: ReadDeps,
  caller: Caller,
  {
    year,
    measure,
    breakdown,
  }: { readonly year: number; readonly measure: PlanMeasureId; readonly breakdown: PlanBreakdown },
): Promise<PlanRow[]> => {
  const settings = await loadAnalyticsSettings(deps, caller)
  const months = monthsOfYear(year, caller.account)
  const [from = '', last = ''] = [months[0], months.at(-1)]
  const column = plannableMeasure(measure).by[breakdown]
  const by = column === undefined ? [] : [column]
  const query = measureQuery(measure, { from, until: addMonths(last, 1) }, { part: 'Month', by })
  const rows = await withConsistentVersion(deps, settings, ({ openSession }: { openSession: () => QuerySession }) =>
    openSession().rows(query),
  )
  const named = rows.map((row) => ({
    month: `${row[0]}-01`,
    value: by.length === 0 ? null : row[1],
    amount: Number(row.at(-1) ?? 0),
  }))
  return [...Map.groupBy(named, ({ value }) => value)].flatMap(([value, ofValue]) => {
    if (value !== null && (typeof value !== 'string' || value === '')) return []
    if (by.length > 0 && value === null) return []
    const byMonth = new Map(ofValue.map(({ month, amount }) => [month, Math.max(0, amount)]))
    return [{ value, amounts: months.map((month) => byMonth.get(month) ?? null) }]
  })
}
