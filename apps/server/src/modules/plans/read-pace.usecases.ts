import type { MeasurePlan, Pace, PlanRow } from '#contract/plans.ts'
import { toUnits } from '#domain/money.ts'
import { addDays, addMonths, type LocalDay, startOfMonth } from '#domain/ranges/local-day.ts'
import {
  inPlanOrder,
  isCost,
  monthsOfYear,
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
  readClubReleases,
  readPaces,
  readWineryPlan,
  withConsistentVersion,
} from '#server/modules/analytics/index.ts'
import { measureQuery, readMeasureDays } from './measure-days.ts'

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

/** The amounts of a month, of all values; null without any. */
const amountOf = ({ months }: PlannedMeasure, wanted: LocalDay): number | null => {
  const ofMonth = months.filter(({ month }) => month === wanted)
  return ofMonth.length === 0 ? null : sum(ofMonth.map(({ amount }) => amount))
}

/** The running month of each planned measure. */
export const readPlanPaces = async (deps: Deps, caller: Caller): Promise<Pace[]> => {
  const settings = await loadAnalyticsSettings(deps, caller)
  const { today } = settings.calendar
  const month = startOfMonth(today)
  const range = { from: month, until: addMonths(month, 1) }
  const planned = (await readWineryPlan(deps.db, caller.accountId)).toSorted(inPlanOrder).flatMap((line) => {
    const amount = amountOf(line, month)
    return amount === null ? [] : [{ ...line, amount }]
  })
  if (planned.length === 0) return []
  const paces = await readPaces(deps.db, caller.accountId)
  const runs = (await readClubReleases(deps, settings)).map(({ day }) => day)
  const elapsed = elapsedDays(range, today)
  return withConsistentVersion(deps, settings, ({ openSession }) =>
    Promise.all(
      planned.map(async ({ measure, amount, shares }): Promise<Pace> => {
        const { ordinary, club } = await readMeasureDays({ session: openSession(), settings }, measure, range, runs)
        const series = [ordinary, ...(club === null ? [] : [club.days])]
        const over = (from: LocalDay, until: LocalDay) => series.map((days) => sumOfDays(days, { from, until }))
        const done = over(month, today)
        const ofToday = sum(over(today, addDays(today, 1)))
        const ofMeasure = paces.filter((one) => one.measure === measure)
        const pace = ofMeasure.find((one) => one.month === month)?.pace
        const found =
          pace &&
          paceToDate(pace, {
            elapsed,
            // a run that nobody expected counts with the ordinary days
            actual: pace.parts.length > 1 ? done : [sum(done)],
            today: ofToday,
            plan: isCost(measure) ? amount + 1 : amount,
          })
        const chance = found?.chance ?? null
        const { unit } = plannableMeasure(measure)
        const units = (value: number) => toUnits(unit, Math.round(value), caller.account.currency)
        return {
          measure,
          month,
          actual: units(sum(done) + ofToday),
          plan: units(amount),
          expected: units(sum(spreadMonth(amount, month, shares[month]).slice(0, elapsed))),
          forecast: found ? units(found.forecast) : null,
          low: found ? units(found.low) : null,
          high: found ? units(found.high) : null,
          chance: chance === null ? null : Math.round((isCost(measure) ? 1 - chance : chance) * 100) / 100,
          ahead: ofMeasure.flatMap(({ month: later, pace: learned }) => {
            const whole = paceToDate(learned, { elapsed: 0, actual: [], plan: null })
            return later > month ? [{ month: later, forecast: units(whole.forecast) }] : []
          }),
        }
      }),
    ),
  )
}

/** What each month of a fiscal year brought, by the values of a breakdown: the rows of a plan. Records without a value are a row as well. */
export const readActuals = async (
  deps: Deps,
  caller: Caller,
  { year, measure, breakdown }: Pick<MeasurePlan, 'measure' | 'breakdown'> & { readonly year: number },
): Promise<PlanRow[]> => {
  const settings = await loadAnalyticsSettings(deps, caller)
  const months = monthsOfYear(year, caller.account)
  const [from = '', last = ''] = [months[0], months.at(-1)]
  const column = plannableMeasure(measure).by[breakdown]
  const by = column === undefined ? [] : [column]
  const query = measureQuery(measure, { from, until: addMonths(last, 1) }, { part: 'Month', by })
  const rows = await withConsistentVersion(deps, settings, ({ openSession }) => openSession().rows(query))
  return [...Map.groupBy(rows, (row) => (column === undefined ? null : row[1]))].map(([value, ofValue]) => {
    const isNamed = typeof value === 'string' && value !== ''
    const byMonth = new Map(ofValue.map((row) => [`${row[0]}-01`, Number(row.at(-1) ?? 0)]))
    return { value: isNamed ? value : null, amounts: months.map((month) => byMonth.get(month) ?? null) }
  })
}
