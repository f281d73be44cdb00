import { addDays, diffDays } from '#domain/ranges/local-day.ts'
import { isSameSubject, METRICS, type MetricId, type Subject, subjectKey } from '../../account/metric.ts'
import type { InsightBase, Thresholds, UnusualPeriod } from '../../insight/define-insight.ts'
import { computed, type Figure, type ForecastPart, forecastFigure, measuredFigure } from '../../insight/figure.ts'
import type { PeriodScore, ScoredSeries } from '../../scoring/score-series.ts'
import { RUN, type ScoredSubject, TOGETHER } from '../../scoring/scored-account.ts'
import { type DayRange, indexFrom, isNear, type SeriesGrain } from '../../series/series.ts'
import { discoveryLimit } from '../../statistics/false-discovery.ts'

export interface AnomalyInsight extends InsightBase {
  readonly kind: 'anomaly'
  readonly metric: MetricId
  readonly grain: SeriesGrain
  readonly direction: 'up' | 'down'
  /** other metrics and subjects affected by the same cause */
  readonly also: readonly { readonly metric: MetricId; readonly subject: Subject }[]
}

/** Findings with the total number of tests, which the correction for multiple testing needs. */
interface TestedPeriods {
  readonly findings: readonly UnusualPeriod[]
  readonly tests: number
}

const DAYS_OF_STAKE = 28

/** Net sales of the four weeks before the window, minor units. */
const recentSales = (account: readonly ScoredSubject[], { from }: DayRange): number => {
  const whole = account.find(({ metric, subject }) => metric === 'netSales' && subject.kind === 'account')
  if (whole === undefined) return 0
  const end = diffDays(whole.days.from, from)
  return whole.days.values
    .subarray(Math.max(0, end - DAYS_OF_STAKE), Math.max(0, end))
    .reduce((sum, value) => sum + (value || 0), 0)
}

/** Windows of `length` periods whose last period ends within the range. */
const scoresEndingIn = (scored: ScoredSeries, length: number, { from, until }: DayRange): PeriodScore[] => {
  const scores: PeriodScore[] = []
  const first = Math.max(length, indexFrom(scored.series, addDays(from, 1)))
  const last = Math.min(scored.series.values.length, indexFrom(scored.series, addDays(until, 1)) - 1)
  for (let end = first; end <= last; end += 1) {
    const score = scored.at(end - length, length)
    if (score !== null) scores.push(score)
  }
  return scores
}

const scoresOf = (subject: ScoredSubject, testRange: DayRange) => [
  ...(subject.byDay === null
    ? []
    : [1, RUN].flatMap((length) => (subject.byDay === null ? [] : scoresEndingIn(subject.byDay, length, testRange)))
  ).map((score) => ({ score, grain: 'day' as const })),
  ...(subject.byWeek === null
    ? []
    : [1, ...TOGETHER].flatMap((length) =>
        subject.byWeek === null ? [] : scoresEndingIn(subject.byWeek, length, testRange),
      )
  ).map((score) => ({ score, grain: 'week' as const })),
]

/** All deviations of the complete periods that end in the range, with the number of tests. */
export const testPeriods = (
  account: readonly ScoredSubject[],
  testRange: DayRange,
  thresholds: Thresholds,
): TestedPeriods => {
  const leastStake = Math.max(thresholds.leastStake, thresholds.leastStakeShare * recentSales(account, testRange))
  let tests = 0
  const findings: UnusualPeriod[] = []
  for (const scored of account) {
    for (const { score, grain } of scoresOf(scored, testRange)) {
      if (Math.max(score.actual, score.expected) / scored.unit < thresholds.fewestCounts) continue
      tests += 1
      const change = score.actual - score.expected
      const stake = Math.round(Math.abs(change) * scored.worth)
      if (Math.abs(change) < thresholds.leastChange * score.expected || stake < leastStake) continue
      const { metric, subject } = scored
      findings.push({ ...score, metric, subject, grain, stake, direction: change > 0 ? 'up' : 'down' })
    }
  }
  return { findings, tests }
}

/** The findings accepted at the false discovery rate, given all tests made. */
export const acceptFindings = (
  { findings, tests }: TestedPeriods,
  { falseDiscoveryRate }: Thresholds,
): UnusualPeriod[] => {
  const probabilities = findings.map(({ probability }) => probability)
  const limit = discoveryLimit(probabilities, falseDiscoveryRate, tests)
  return findings.filter(({ probability }) => probability <= limit)
}

/** Findings with one cause, grouped under the one that describes it best. */
export interface AnomalyEvent {
  readonly lead: UnusualPeriod
  readonly also: readonly UnusualPeriod[]
}

const SALES = new Set(['netSales', 'orderCount', 'productUnits'])

/** Products, channels and people are overlapping breakdowns of the account's sales; two of one breakdown do not overlap. */
const areRelated = (a: Subject, b: Subject): boolean =>
  a.kind === 'account' || b.kind === 'account' || a.kind !== b.kind || isSameSubject(a, b)

/** Whether deviations in the same direction can have the same cause, apart from their days. */
export const isOfOneCause = (a: UnusualPeriod, b: UnusualPeriod): boolean => {
  if (SALES.has(a.metric) && SALES.has(b.metric)) return areRelated(a.subject, b.subject)
  return a.metric === b.metric && isSameSubject(a.subject, b.subject)
}

const hasOneCause = (a: UnusualPeriod, b: UnusualPeriod): boolean =>
  a.direction === b.direction && isNear(a, b) && isOfOneCause(a, b)

/** A part with this share of the total change is considered its cause. */
const WHERE_FROM = 0.6
const PART_KINDS: readonly Subject['kind'][] = ['service', 'channel', 'product', 'teamMember', 'club']

const byStake = (findings: readonly UnusualPeriod[]): UnusualPeriod[] => [...findings].sort((a, b) => b.stake - a.stake)

/** For one subject: money before orders, then the shortest of equally significant periods. */
const clearest = (findings: readonly UnusualPeriod[]): UnusualPeriod | undefined => {
  const money = findings.filter(({ metric }) => metric === 'netSales')
  return [...(money.length > 0 ? money : findings)].sort((a, b) => a.probability - b.probability)[0]
}

const leadOf = (findings: readonly UnusualPeriod[]): UnusualPeriod | undefined => {
  const [largest] = byStake(findings)
  if (largest === undefined) return undefined
  for (const kind of PART_KINDS) {
    const part = byStake(findings.filter(({ subject }) => subject.kind === kind))[0]
    if (part === undefined) continue
    const same = findings.filter(({ subject }) => isSameSubject(subject, part.subject))
    if (part.stake >= WHERE_FROM * largest.stake) return clearest(same)
  }
  return clearest(findings.filter(({ subject }) => isSameSubject(subject, largest.subject)))
}

/** Groups findings with the same cause into one event, such as a change in net sales and orders, in a channel and the account. */
export const mergeFindings = (findings: readonly UnusualPeriod[]): AnomalyEvent[] => {
  const groups: UnusualPeriod[][] = []
  for (const finding of byStake(findings)) {
    const group = groups.find((members) => members.some((member) => hasOneCause(member, finding)))
    if (group === undefined) groups.push([finding])
    else group.push(finding)
  }
  return groups.flatMap((group) => {
    const lead = leadOf(group)
    return lead === undefined ? [] : [{ lead, also: group.filter((finding) => finding !== lead) }]
  })
}

/**
 * The events whose clearest deviation is accepted when each event counts once. An event deviates in many series, and would
 * otherwise raise the share of accepted tests for all others.
 */
export const acceptEvents = (
  events: readonly AnomalyEvent[],
  tests: number,
  { falseDiscoveryRate }: Thresholds,
): AnomalyEvent[] => {
  const surest = ({ lead, also }: AnomalyEvent): number =>
    Math.min(lead.probability, ...also.map(({ probability }) => probability))
  const limit = discoveryLimit(events.map(surest), falseDiscoveryRate, tests)
  return events.filter((event) => surest(event) <= limit)
}

/** Money is rounded to whole minor units. */
const buildFigures = (lead: UnusualPeriod): Figure[] => {
  const { metric, subject, from, until } = lead
  const { unit } = METRICS[metric]
  const of = { metric, subject, range: { from, until } }
  const rounded = (value: number): number => (unit === 'money' ? Math.round(value) : Math.round(value * 10) / 10)
  const forecast = (part: ForecastPart): Figure => forecastFigure(part, rounded(lead[part]), part, of)
  const actual = measuredFigure('actual', lead.actual, of)
  const expected = forecast('expected')
  return [
    actual,
    expected,
    forecast('low'),
    forecast('high'),
    computed({ id: 'difference', unit, rule: 'difference', of: [actual, expected] }),
    computed({ id: 'change', unit: 'change', rule: 'change', of: [actual, expected] }),
  ]
}

/** @param rate accepted false discovery rate */
export const anomalyInsight = ({ lead, also }: AnomalyEvent, rate: number): AnomalyInsight => ({
  kind: 'anomaly',
  key: `anomaly ${lead.metric} ${subjectKey(lead.subject)} ${lead.direction} ${lead.from}`,
  metric: lead.metric,
  grain: lead.grain,
  direction: lead.direction,
  subject: lead.subject,
  period: { from: lead.from, until: lead.until },
  figures: buildFigures(lead),
  stake: lead.stake,
  confidence: 1 - Math.min(rate, lead.probability * 100),
  unusual: { score: lead.score, probability: lead.probability, against: 'forecast' },
  also: also.map(({ metric, subject }) => ({ metric, subject })),
})
