import { type AccountHistory, type SubjectSeries, seriesOf } from '#insights/account/history.ts'
import { METRICS } from '#insights/account/metric.ts'
import { ACCOUNT } from '#insights/account/subject.ts'
import { findEvents } from '#insights/anomaly/find-events.ts'
import { type ScoredSubject, scoreAccount } from '#insights/anomaly/scored-account.ts'
import { THRESHOLDS } from '#insights/anomaly/sensitivity.ts'
import { holidaysOf } from '#insights/calendar/holidays.ts'
import { memberYearlyValue } from '#insights/club/club-year.ts'
import { membersAtRisk } from '#insights/club/members-at-risk.ts'
import { releaseOutlook } from '#insights/club/release-outlook.ts'
import { conversionShifts } from '#insights/conversion/conversion-shift.ts'
import { lapsingInsight } from '#insights/customers/lapsing.ts'
import { explainChange } from '#insights/driver/explain-change.ts'
import { forecastInsight } from '#insights/forecast/forecast-insight.ts'
import { goalPace } from '#insights/goal/goal-pace.ts'
import type { DriverInsight, Insight } from '#insights/insight/insight.ts'
import { sumPeriods } from '#insights/series/series.ts'
import { stockRunway } from '#insights/stock/runway.ts'
import type { Finding } from '../insight-facts.ts'
import { chartsOf } from './charts-of.ts'
import type { FindingTask } from './finding-task.ts'

const WEEKS_AHEAD = 4
/** Change ÷ before, below which a month needs no explanation, and days in which the last month is news. */
const LEAST_CHANGE = 0.1
const NEWS_DAYS = 12

const historyOf = (task: FindingTask): AccountHistory => ({
  ...task.range,
  calendar: task.calendar,
  holidays: holidaysOf(task.country),
  series: task.series,
  duplicates: task.duplicates,
  stock: task.stock,
  memberYearlyValue: memberYearlyValue(task.clubYear),
})

/** About two average orders: what chance brings at a time. */
const unitOf = (history: AccountHistory): number => {
  const sum = (series: SubjectSeries | null): number =>
    series?.days.values.reduce((total, value) => total + value, 0) ?? 0
  const orders = sum(seriesOf(history, 'orderCount', ACCOUNT))
  return orders > 0 ? Math.max(1, (2 * sum(seriesOf(history, 'netSales', ACCOUNT))) / orders) : 10_000
}

const isWorthTelling = ({ figures }: DriverInsight): boolean => {
  const share = figures.find(({ id }) => id === 'changeShare')?.value ?? 0
  return Number.isFinite(share) && Math.abs(share) >= LEAST_CHANGE
}

const lastMonth = ({ changes, calendar }: FindingTask): DriverInsight[] => {
  if (Number(calendar.today.slice(8)) > NEWS_DAYS) return []
  return changes.flatMap((change) => explainChange(change) ?? []).filter(isWorthTelling)
}

const runways = (task: FindingTask, history: AccountHistory): (Insight | null)[] =>
  (task.stock ?? []).map(({ product, onHand, reserved, promised }) => {
    const subject = { kind: 'product', value: product } as const
    const units = seriesOf(history, 'productUnits', subject)
    if (units === null) return null
    const sold = units.days.values.reduce((sum, value) => sum + value, 0)
    const sales = seriesOf(history, 'productSales', subject)?.days.values.reduce((sum, value) => sum + value, 0) ?? 0
    const weeks = sumPeriods(units.days, 'week', history.calendar)
    const price = sold > 0 ? sales / sold : 0
    return stockRunway({ product, weeks, onHand, reserved, promised, price, holidays: history.holidays })
  })

const outlook = (history: AccountHistory, unit: number): Insight | null => {
  const series = seriesOf(history, 'netSales', ACCOUNT)
  if (series === null) return null
  const weeks = sumPeriods(series.days, 'week', history.calendar)
  if (weeks.values.length < 2) return null
  return forecastInsight({
    metric: 'netSales',
    subject: ACCOUNT,
    series: weeks,
    holidays: history.holidays,
    unit,
    horizon: WEEKS_AHEAD,
  })
}

const paces = (task: FindingTask, history: AccountHistory, unit: number): (Insight | null)[] =>
  task.goals.map(({ metric, from, until, amount }) => {
    const series = metric === 'signups' ? task.signups.at(0) : seriesOf(history, metric, ACCOUNT)
    if (!series) return null
    const goal = { from, until, amount }
    const isMoney = METRICS[metric].unit === 'money'
    return goalPace({ metric, days: series.days, goal, unit: isMoney ? unit : 1, holidays: history.holidays })
  })

const people = (task: FindingTask): (Insight | null)[] => {
  const { until: today, from } = task.range
  const { members, customers, clubYear } = task
  return [membersAtRisk({ members, from, today, clubYear }), lapsingInsight({ customers, today })]
}

const isTellable = ({ figures }: Insight): boolean => figures.every(({ value }) => Number.isFinite(value))

interface Found {
  readonly insights: readonly Insight[]
  readonly scored: readonly ScoredSubject[]
}

const findAll = (task: FindingTask, history: AccountHistory): Found => {
  const { judged, sensitivity } = task
  const scored = scoreAccount(history)
  const unit = unitOf(history)
  const found = [
    ...findEvents({ history, judged, sensitivity }, scored),
    ...lastMonth(task),
    ...people(task),
    ...task.releases.map(releaseOutlook),
    ...runways(task, history),
    ...conversionShifts(task.conversions, THRESHOLDS[sensitivity].falseDiscoveryRate),
    ...paces(task, history, unit),
    outlook(history, unit),
  ]
  return { insights: found.filter((insight) => insight !== null).filter(isTellable), scored }
}

/** Everything that the account's numbers say, with its charts. What of it is told is decided elsewhere. */
export const findInsights = (task: FindingTask): Finding[] => {
  const history = historyOf(task)
  const { insights, scored } = findAll(task, history)
  return insights.map((insight) => ({ insight, charts: chartsOf(insight, { history, scored, signups: task.signups }) }))
}
