import { addDays, diffDays } from '#domain/ranges/local-day.ts'
import type { AccountHistory, DuplicateCount } from '../account/history.ts'
import { ACCOUNT, type SubjectKind, subjectKey } from '../account/subject.ts'
import type { ScoredSubject } from '../anomaly/scored-account.ts'
import type { Figure } from '../insight/figure.ts'
import type { DataProblemInsight } from '../insight/insight.ts'
import type { DayRange } from '../series/series.ts'
import { normalScore } from '../statistics/tails.ts'
import { findSilences, type Silence } from './silence.ts'

const silenceInsight = ({ subject, from, until, expected, stake, probability }: Silence): DataProblemInsight => {
  const range = { from, until }
  const metric = 'orderCount'
  return {
    kind: 'dataProblem',
    problem: subject.kind === 'account' ? 'daysMissing' : 'sourceQuiet',
    key: `dataProblem silence ${subjectKey(subject)} ${from}`,
    subject,
    period: range,
    figures: [
      { id: 'actual', value: 0, unit: 'count', recipe: { kind: 'measured', metric, subject, range } },
      {
        id: 'expected',
        value: Math.round(expected * 10) / 10,
        unit: 'count',
        recipe: { kind: 'foretold', part: 'expected', metric, subject, range },
      },
      {
        id: 'days',
        value: diffDays(from, until),
        unit: 'days',
        recipe: { kind: 'counted', what: 'days without orders', subject, range },
      },
    ],
    stake,
    confidence: 1 - Math.min(0.05, probability * 100),
    unusual: { score: -normalScore(probability), probability, against: 'forecast' },
  }
}

/** Whatever is earlier here holds what is later. */
const WIDEST_FIRST: readonly SubjectKind[] = ['account', 'service', 'channel']

const widthOf = ({ subject }: Silence): number => WIDEST_FIRST.indexOf(subject.kind)

/** When everything is silent, so is each service and each channel: one problem. */
const widest = (silences: readonly Silence[]): Silence[] =>
  silences.filter(
    (silence) =>
      !silences.some(
        (other) => widthOf(other) < widthOf(silence) && other.from < silence.until && silence.from < other.until,
      ),
  )

const FEWEST_DUPLICATES = 5
/** Of the day's orders. */
const DUPLICATE_SHARE = 0.15

const runsOf = (counts: readonly DuplicateCount[]): DuplicateCount[][] => {
  const runs: DuplicateCount[][] = []
  for (const count of [...counts].sort((a, b) => (a.day < b.day ? -1 : 1))) {
    const last = runs.at(-1)
    if (last !== undefined && last.at(-1)?.day === addDays(count.day, -1)) last.push(count)
    else runs.push([count])
  }
  return runs
}

const duplicateInsights = (history: AccountHistory, account: readonly ScoredSubject[]): DataProblemInsight[] => {
  const whole = account.find(({ metric, subject }) => metric === 'orderCount' && subject.kind === 'account')
  const ordersOn = ({ day }: DuplicateCount): number => whole?.days.values[diffDays(history.from, day)] ?? 0
  const many = history.duplicates.filter(
    (count) => count.orders >= FEWEST_DUPLICATES && count.orders >= DUPLICATE_SHARE * ordersOn(count),
  )
  return runsOf(many).flatMap((run) => {
    const [first, last] = [run[0], run.at(-1)]
    if (first === undefined || last === undefined) return []
    const range = { from: first.day, until: addDays(last.day, 1) }
    const orders = run.reduce((sum, count) => sum + count.orders, 0)
    const figure: Figure = {
      id: 'duplicates',
      value: orders,
      unit: 'count',
      recipe: { kind: 'counted', what: 'orders equal to an earlier one', subject: ACCOUNT, range },
    }
    return [
      {
        kind: 'dataProblem',
        problem: 'duplicates',
        key: `dataProblem duplicates ${first.day}`,
        subject: ACCOUNT,
        period: range,
        figures: [figure],
        stake: Math.round(orders * (whole?.worth ?? 0)),
        confidence: 0.95,
        unusual: null,
      },
    ]
  })
}

/** Days missing, a source gone quiet, the same orders twice: with a day in the range. */
export const findDataProblems = (
  history: AccountHistory,
  account: readonly ScoredSubject[],
  range: DayRange,
): DataProblemInsight[] => [
  ...widest(findSilences(account, range, history.holidays)).map(silenceInsight),
  ...duplicateInsights(history, account).filter(
    ({ period }) => period.from < range.until && period.until > range.from && period.until <= range.until,
  ),
]
