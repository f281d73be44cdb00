import { diffDays } from '#domain/ranges/local-day.ts'
import { type AccountHistory, findSeries, type SubjectSeries } from './account/history.ts'
import { ACCOUNT, isSameSubject } from './account/metric.ts'
import { hasRecentOrders } from './account/unanalyzed.ts'
import { countryHolidays } from './calendar/holidays.ts'
import { type InsightChart, insightCharts } from './chart.ts'
import { NOT_RANKED, rankClub } from './club-risk/rank-club.ts'
import { type DetectionContext, THRESHOLDS } from './insight/define-insight.ts'
import { type AnalysisInput, memberYearlyValue } from './insight/inputs.ts'
import { getInsightDefinition, INSIGHT_KINDS, type Insight } from './registry.ts'
import { scoreAccount } from './scoring/scored-account.ts'
import type { DayRange } from './series/series.ts'

/** A detected insight with the series of its chart. */
export interface DetectedInsight {
  readonly insight: Insight
  readonly charts: readonly InsightChart[]
}

const buildHistory = (input: AnalysisInput): AccountHistory => ({
  ...input.range,
  calendar: input.calendar,
  holidays: countryHolidays(input.country),
  series: input.series,
  duplicates: input.duplicates,
  stock: input.stock,
  memberYearlyValue: memberYearlyValue(input.clubYear),
})

/** Fallback for a history without orders, minor units. */
const DEFAULT_MONEY_UNIT = 10_000

const moneyUnitOf = (history: AccountHistory): number => {
  const sum = (series: SubjectSeries | null): number =>
    series?.days.values.reduce((total, value) => total + value, 0) ?? 0
  const orders = sum(findSeries(history, 'orderCount', ACCOUNT))
  return orders > 0 ? Math.max(1, (2 * sum(findSeries(history, 'netSales', ACCOUNT))) / orders) : DEFAULT_MONEY_UNIT
}

/** Scores may be passed to test many ranges of one history. */
export const createContext = (
  history: AccountHistory,
  { testRange, sensitivity }: Pick<AnalysisInput, 'testRange' | 'sensitivity'>,
  {
    scored = scoreAccount(history),
    clubRisk = NOT_RANKED,
  }: Partial<Pick<DetectionContext, 'scored' | 'clubRisk'>> = {},
): DetectionContext => {
  const thresholds = THRESHOLDS[sensitivity]
  const context = { history, scored, clubRisk, testRange, thresholds, moneyUnit: moneyUnitOf(history) }
  const unexplained: DetectionContext = { ...context, isExplained: () => false }
  const explanations = INSIGHT_KINDS.flatMap((definition) => definition.explains?.(unexplained) ?? [])
  return { ...context, isExplained: (period) => explanations.some((explains) => explains(period)) }
}

const hasFiniteFigures = ({ figures }: Insight): boolean => figures.every(({ value }) => Number.isFinite(value))

/** Orders that ended are no basis for what comes next, and every customer would be overdue. */
const INSIGHT_KINDS_OF_OLD_DATA = INSIGHT_KINDS.filter(({ kind }) => kind === 'dataProblem')

/** Detects all kinds of insight, with their charts. Pure: the caller decides which of them are shown. */
export const findInsights = (input: AnalysisInput, clubRisk = rankClub(input)): DetectedInsight[] => {
  const context = createContext(buildHistory(input), input, { clubRisk })
  const kinds = hasRecentOrders(input.series, input.range) ? INSIGHT_KINDS : INSIGHT_KINDS_OF_OLD_DATA
  const insights = kinds.flatMap((definition): readonly Insight[] => definition.detect(input, context))
  return insights
    .filter(hasFiniteFigures)
    .map((insight) => ({ insight, charts: insightCharts(insight, context, input) }))
}

/** Whether the data no longer supports an insight that was found before, or for a time that has ended. */
export const isOver = (insight: Insight, input: Pick<AnalysisInput, 'series'>): boolean =>
  getInsightDefinition(insight).isOver?.(insight, input) === true

const daysBetween = (a: DayRange, b: DayRange): number => Math.max(diffDays(a.until, b.from), diffDays(b.until, a.from))

const directionOf = (insight: Insight): string => ('direction' in insight ? insight.direction : '')

/** True if `next` continues the event that `known` reported, so that it is reported once and not daily. */
export const isSameEvent = (known: Insight, next: Insight): boolean => {
  const { continuesForDays, relatedSubjects } = getInsightDefinition(known)
  if (continuesForDays === undefined || known.kind !== next.kind || directionOf(known) !== directionOf(next))
    return false
  if (daysBetween(known.period, next.period) > continuesForDays) return false
  if (isSameSubject(known.subject, next.subject)) return true
  const related = relatedSubjects?.(known) ?? []
  const isRelated = related.some(({ subject }) => isSameSubject(subject, next.subject))
  return isRelated && known.period.from < next.period.until && next.period.from < known.period.until
}
