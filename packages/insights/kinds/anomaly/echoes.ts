import { addDays, diffDays, type LocalDay } from '#domain/ranges/local-day.ts'
import { isSameSubject, type Subject } from '../../account/metric.ts'
import type { UnusualPeriod } from '../../insight/define-insight.ts'
import { findForecast, type ScoredSubject } from '../../scoring/scored-account.ts'
import { type DayRange, isNear } from '../../series/series.ts'
import { type AnomalyEvent, isOfOneCause } from './detect-anomalies.ts'

/** Days after an event in which related series still show it: the weeks that contain its last days. */
const TRAIL_DAYS = 7
/** Days after an event in which forecasts still follow its level, so that the usual level looks unusual. */
const REBOUND_DAYS = 28
/** A rebound beyond the level from before the event, by this factor, is an event of its own. */
const BEYOND = 1.6
const WEEKS_BEFORE = 8
const DAYS_A_WEEK = 7

type Account = readonly ScoredSubject[]

const findingsOf = ({ lead, also }: AnomalyEvent): readonly UnusualPeriod[] => [lead, ...also]

const spanOf = (event: AnomalyEvent): DayRange => {
  const firsts = findingsOf(event).map(({ from }) => from)
  const ends = findingsOf(event).map(({ until }) => until)
  return { from: firsts.toSorted()[0] ?? event.lead.from, until: ends.toSorted().at(-1) ?? event.lead.until }
}

const isAbout = (event: AnomalyEvent, subject: Subject): boolean =>
  findingsOf(event).some((finding) => isSameSubject(finding.subject, subject))

/** Standard score that orders must have in the direction of a day's money. */
const LEAST_ORDER_SCORE = 2

/** One large order moves the money of a day, but is no event: unusual money of days needs unusual orders. */
const hasUnusualOrders = ({ metric, subject, grain, from, until, score }: UnusualPeriod, account: Account): boolean => {
  if (metric !== 'netSales' || grain !== 'day') return true
  const orders = findForecast(account, { metric: 'orderCount', subject }, { from, until })
  return orders === null || orders.score * Math.sign(score) >= LEAST_ORDER_SCORE
}

/** No value from a day of the period until the end of the tested days: whether data is missing shows in the next ones. */
const isStillSilent = (
  { metric, subject, from, until: end, direction }: UnusualPeriod,
  account: Account,
  until: LocalDay,
): boolean => {
  const series = account.find((scored) => scored.metric === metric && isSameSubject(scored.subject, subject))
  if (direction === 'up' || series === undefined) return false
  const { days } = series
  const tested = days.values.subarray(diffDays(days.from, from), diffDays(days.from, until))
  const silent = tested.length - 1 - tested.findLastIndex((value) => value > 0)
  return silent > 0 && tested.length - silent < diffDays(from, end)
}

/** No sale at all: the winery was closed or data is missing, which is for data problems to tell. */
const isNothing = ({ subject, actual, direction }: UnusualPeriod): boolean =>
  subject.kind === 'account' && direction === 'down' && actual === 0

/** Deviations that can be events, of those that are unusual. */
export const plausibleFindings = (
  findings: readonly UnusualPeriod[],
  account: Account,
  { until }: DayRange,
): UnusualPeriod[] =>
  findings.filter(
    (finding) => !isNothing(finding) && hasUnusualOrders(finding, account) && !isStillSilent(finding, account, until),
  )

/** A smaller deviation of another part of the business in the same direction, at the same time or just after. */
const isTrail = ({ lead }: AnomalyEvent, earlier: AnomalyEvent): boolean => {
  const { from, until } = spanOf(earlier)
  return (
    lead.direction === earlier.lead.direction &&
    lead.stake < earlier.lead.stake &&
    !isSameSubject(lead.subject, earlier.lead.subject) &&
    isNear(lead, { from, until: addDays(until, TRAIL_DAYS) }) &&
    findingsOf(earlier).some((finding) => isOfOneCause(lead, finding))
  )
}

/** What the same weekdays brought on average in the weeks before a day; null if the history does not reach back. */
const usualBefore = (
  account: Account,
  { metric, subject, from, until }: UnusualPeriod,
  before: string,
): number | null => {
  const series = account.find((scored) => scored.metric === metric && isSameSubject(scored.subject, subject))
  if (series === undefined) return null
  const { days } = series
  const back = Math.ceil(diffDays(before, until) / DAYS_A_WEEK) * DAYS_A_WEEK
  let sum = 0
  for (let week = 0; week < WEEKS_BEFORE; week += 1) {
    const start = diffDays(days.from, from) - back - week * DAYS_A_WEEK
    if (start < 0) return null
    for (let day = start; day < start + diffDays(from, until); day += 1) sum += days.values[day] || 0
  }
  return sum / WEEKS_BEFORE
}

/** The return to the level from before an event, which forecasts that followed the event do not expect. */
const isRebound = ({ lead }: AnomalyEvent, earlier: AnomalyEvent, account: Account): boolean => {
  const { from, until } = spanOf(earlier)
  if (lead.direction === earlier.lead.direction || lead.from >= addDays(until, REBOUND_DAYS) || lead.from <= from)
    return false
  if (!isAbout(earlier, lead.subject) && lead.subject.kind !== 'account') return false
  const usual = usualBefore(account, lead, from)
  if (usual === null || usual <= 0) return false
  return lead.direction === 'up' ? lead.actual < BEYOND * usual : lead.actual > usual / BEYOND
}

/**
 * Events without the echoes of others: one event shows in many series, and in the weeks after it.
 * @param earlier events of the weeks before, whatever explains them
 */
export const withoutEchoes = (
  events: readonly AnomalyEvent[],
  earlier: readonly AnomalyEvent[],
  account: Account,
): AnomalyEvent[] =>
  events.filter(
    (event) =>
      !earlier.some((known) => isTrail(event, known)) &&
      ![...earlier, ...events].some((known) => isRebound(event, known, account)),
  )
