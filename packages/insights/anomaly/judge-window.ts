import { addDays, diffDays } from '#domain/ranges/local-day.ts'
import { type DayRange, indexFrom } from '../series/series.ts'
import { discoveryLimit } from '../statistics/false-discovery.ts'
import type { Finding, Judged } from './finding.ts'
import type { PeriodScore, ScoredSeries } from './score-series.ts'
import { RUN, type ScoredSubject, TOGETHER } from './scored-account.ts'
import type { Thresholds } from './sensitivity.ts'

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

const scoresOf = (subject: ScoredSubject, judged: DayRange) => [
  ...(subject.byDay === null
    ? []
    : [1, RUN].flatMap((length) => (subject.byDay === null ? [] : scoresEndingIn(subject.byDay, length, judged)))
  ).map((score) => ({ score, grain: 'day' as const })),
  ...(subject.byWeek === null
    ? []
    : [1, ...TOGETHER].flatMap((length) =>
        subject.byWeek === null ? [] : scoresEndingIn(subject.byWeek, length, judged),
      )
  ).map((score) => ({ score, grain: 'week' as const })),
]

/** Everything that the complete periods ending in the range say, with the number of tests it took. */
export const judgeWindow = (account: readonly ScoredSubject[], judged: DayRange, thresholds: Thresholds): Judged => {
  const leastStake = Math.max(thresholds.leastStake, thresholds.leastStakeShare * recentSales(account, judged))
  let tests = 0
  const findings: Finding[] = []
  for (const scored of account) {
    for (const { score, grain } of scoresOf(scored, judged)) {
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

/** Those of the findings that are believed, at the rate of false discoveries over all tests made. */
export const believe = ({ findings, tests }: Judged, { falseDiscoveryRate }: Thresholds): Finding[] => {
  const probabilities = findings.map(({ probability }) => probability)
  const limit = discoveryLimit(probabilities, falseDiscoveryRate, tests)
  return findings.filter(({ probability }) => probability <= limit)
}
