import { z } from 'zod'
import { type Cell, LikeForLikeRanges, ResolvedRange } from '#contract/reports.ts'
import type { HomeKpi } from '#domain/home.ts'
import { COMPARE_MODES } from '#domain/ranges/comparison-mode.ts'
import { elapsedUntil } from '#domain/ranges/comparison-range.ts'
import { diffDays } from '#domain/ranges/local-day.ts'
import type { ResolvedRange as Range } from '#domain/ranges/resolve-range.ts'
import { FORMATS, GOOD_DIRECTIONS } from '#domain/report-terms.ts'
import type { HomeDays } from '#reports/home/home-days.ts'
import { homeReport, homeReportUntil } from '#reports/home/home-kpi.ts'
import { resolveReport } from '#reports/kit/resolve-report.ts'
import { compareWith } from '#semantic/plan-over.ts'
import { compareOver, type SemanticQuery } from '#semantic/query.ts'
import {
  type AnalyticsSettings,
  presentColumns,
  type QuerySession,
  readShortHistory,
} from '#server/modules/analytics/index.ts'

const Values = z.object({ value: z.number().nullable(), previous: z.number().nullable() })

/** A number as it was computed, without what depends on its reader. */
const ComputedNumber = Values.extend({
  format: z.enum(FORMATS),
  goodDirection: z.enum(GOOD_DIRECTIONS),
  dataStarts: z.string().nullable(),
  likeForLike: Values.extend(LikeForLikeRanges.shape).nullable(),
  planned: z.number().optional(),
  sameHours: Values.nullable(),
})
export type ComputedNumber = z.infer<typeof ComputedNumber>

export const ComputedNumbers = z.object({
  range: ResolvedRange,
  compareRange: ResolvedRange,
  mode: z.enum(COMPARE_MODES),
  /** that the values of the same hours end before; null: there are none */
  hour: z.number().nullable(),
  /** in the order that they were asked for */
  numbers: z.array(ComputedNumber),
})
export type ComputedNumbers = z.infer<typeof ComputedNumbers>

const toNumber = (cell: z.infer<typeof Cell> | undefined): number | null => (typeof cell === 'number' ? cell : null)

const readTotal = async (session: QuerySession, query: SemanticQuery | null): Promise<number | null> =>
  query === null ? null : toNumber((await session.totals(query))[0])

type Reading = readonly [QuerySession, AnalyticsSettings]

/** What a number is read over. `hour`: of a first day, as of `ComputedNumbers`. */
interface Span {
  readonly days: HomeDays
  readonly hour: number | null
}

/**
 * The number before an hour of the day and of the compared day; null where the hours of the compared day are not known, such as
 * in files with days only: all of it would lie at midnight.
 */
const readSameHours = async (
  [session, settings]: Reading,
  kpi: HomeKpi,
  { days, hour }: Span,
): Promise<ComputedNumber['sameHours']> => {
  const before = (until: number) => {
    const report = homeReportUntil(kpi, days, until)
    return report && resolveReport(report, settings.calendar, settings.customFields)
  }
  const [sameHours, midnight] = hour === null ? [null, null] : [before(hour), before(1)]
  if (!sameHours?.comparison || !midnight) return null
  const { query, comparison } = sameHours
  const [value, previous, atMidnight] = await Promise.all([
    readTotal(session, query),
    readTotal(session, compareWith(query, comparison)),
    readTotal(session, compareOver(midnight.query, comparison.range)),
  ])
  return atMidnight ? null : { value, previous }
}

const readNumber = async ([session, settings]: Reading, kpi: HomeKpi, span: Span): Promise<ComputedNumber> => {
  const { days } = span
  const { query, range, comparison } = resolveReport(homeReport(kpi, days), settings.calendar, settings.customFields)
  if (range === null || comparison === null) throw new RangeError('A number of Home has a range and a comparison')
  const [column] = presentColumns(query)
  const over = (part: Range) => readTotal(session, compareOver(query, part))
  const [value, history, sameHours, planned] = await Promise.all([
    readTotal(session, query),
    readShortHistory(session, settings, query, { range, comparison }),
    readSameHours([session, settings], kpi, span),
    readTotal(session, compareWith(query, { range, plan: settings.calendar.plan ?? [] })),
  ])
  const described = { format: column?.format ?? 'number', goodDirection: column?.goodDirection ?? 'neutral' } as const
  const ofPlan = planned === null ? {} : { planned }
  if (history === null)
    return {
      ...described,
      ...ofPlan,
      value,
      previous: await readTotal(session, compareWith(query, comparison)),
      dataStarts: null,
      likeForLike: null,
      sameHours,
    }
  const { dataStarts, parts } = history
  const likeForLike = parts && {
    ...parts,
    value: await over(parts.range),
    previous: await over(parts.compareRange),
  }
  return { ...described, ...ofPlan, value, previous: null, dataStarts, likeForLike, sameHours: null }
}

/** The numbers over the days and the compared ones, all at one data version. `hours` of today are complete. */
export const readHomeNumbers = async (
  session: QuerySession,
  settings: AnalyticsSettings,
  kpis: readonly HomeKpi[],
  { days, hours }: { readonly days: HomeDays; readonly hours: number },
): Promise<ComputedNumbers> => {
  const [first] = kpis
  if (first === undefined) throw new RangeError('Home has numbers')
  const { range, comparison } = resolveReport(homeReport(first, days), settings.calendar, settings.customFields)
  if (range === null || comparison === null) throw new RangeError('A number of Home has a range and a comparison')
  const hour = hours > 0 && isFirstDay(range, settings.calendar.today) ? hours : null
  const numbers = await Promise.all(kpis.map((kpi) => readNumber([session, settings], kpi, { days, hour })))
  return { range, compareRange: comparison.range, mode: comparison.mode, hour, numbers }
}

/** Whether today is the only day so far of a range that goes on. */
export const isFirstDay = (range: Range, today: string): boolean =>
  range.partial && diffDays(range.from, elapsedUntil(range, today)) === 1
