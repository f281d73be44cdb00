import { addDays, diffDays, type LocalDay } from '#domain/ranges/local-day.ts'
import { type AccountHistory, type DuplicateCount, hasValueSince } from '../../account/history.ts'
import { ACCOUNT, isSameSubject, type SubjectKind, subjectKey } from '../../account/metric.ts'
import { openOrders } from '../../insight/actions.ts'
import {
  type DetectionContext,
  defineInsight,
  type InsightBase,
  type UnusualPeriod,
} from '../../insight/define-insight.ts'
import { countedFigure, forecastFigure, measuredFigure } from '../../insight/figure.ts'
import type { InsightText } from '../../language/insight-text.ts'
import { CONFIDENCE, ODDS, ofSubject, overPeriod } from '../../language/phrases.ts'
import type { ScoredSubject } from '../../scoring/scored-account.ts'
import { type DayRange, isNear } from '../../series/series.ts'
import { normalScore } from '../../statistics/tails.ts'
import { findSilences, type Silence } from './silence.ts'

export interface DataProblemInsight extends InsightBase {
  readonly kind: 'dataProblem'
  /** no orders at all, none of one source, or duplicate orders */
  readonly problem: 'daysMissing' | 'sourceQuiet' | 'duplicates'
}

const silenceInsight = ({ subject, from, until, expected, stake, probability }: Silence): DataProblemInsight => {
  const range = { from, until }
  const of = { metric: 'orderCount', subject, range } as const
  return {
    kind: 'dataProblem',
    problem: subject.kind === 'account' ? 'daysMissing' : 'sourceQuiet',
    key: `dataProblem silence ${subjectKey(subject)} ${from}`,
    subject,
    period: range,
    figures: [
      measuredFigure('actual', 0, of),
      forecastFigure('expected', Math.round(expected * 10) / 10, 'expected', of),
      countedFigure('days', diffDays(from, until), { what: 'days without orders', subject, range }, 'days'),
    ],
    stake,
    confidence: 1 - Math.min(0.05, probability * 100),
    unusual: { score: -normalScore(probability), probability, against: 'forecast' },
  }
}

/** Earlier kinds include later ones. */
const WIDEST_FIRST: readonly SubjectKind[] = ['account', 'service', 'channel']

const subjectWidth = ({ subject }: Silence): number => WIDEST_FIRST.indexOf(subject.kind)

/** If everything is silent, so are all services and channels: one problem. */
const widest = (silences: readonly Silence[]): Silence[] =>
  silences.filter(
    (silence) =>
      !silences.some(
        (other) =>
          subjectWidth(other) < subjectWidth(silence) && other.from < silence.until && silence.from < other.until,
      ),
  )

const FEWEST_DUPLICATES = 5
/** Share of the day's orders. */
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

const duplicateInsights = (
  history: AccountHistory,
  account: readonly ScoredSubject[],
  until: LocalDay,
): DataProblemInsight[] => {
  const whole = account.find(({ metric, subject }) => metric === 'orderCount' && subject.kind === 'account')
  const ordersOn = ({ day }: DuplicateCount): number => whole?.days.values[diffDays(history.from, day)] ?? 0
  const many = history.duplicates.filter(
    (count) =>
      count.day < until && count.orders >= FEWEST_DUPLICATES && count.orders >= DUPLICATE_SHARE * ordersOn(count),
  )
  return runsOf(many).flatMap((run) => {
    const [first, last] = [run[0], run.at(-1)]
    if (first === undefined || last === undefined) return []
    const range = { from: first.day, until: addDays(last.day, 1) }
    const orders = run.reduce((sum, count) => sum + count.orders, 0)
    return [
      {
        kind: 'dataProblem',
        problem: 'duplicates',
        key: `dataProblem duplicates ${first.day}`,
        subject: ACCOUNT,
        period: range,
        figures: [
          countedFigure('duplicates', orders, { what: 'orders equal to an earlier one', subject: ACCOUNT, range }),
        ],
        stake: Math.round(orders * (whole?.worth ?? 0)),
        confidence: 0.95,
        unusual: null,
      },
    ]
  })
}

/** Missing days, silent sources and duplicate orders with a day in the range. */
const findDataProblems = (
  history: AccountHistory,
  account: readonly ScoredSubject[],
  range: DayRange,
): DataProblemInsight[] => [
  ...widest(findSilences(account, range, history.holidays)).map(silenceInsight),
  ...duplicateInsights(history, account, range.until).filter(({ period }) => period.until > range.from),
]

/** Days after a problem in which the tested weeks still contain it. */
const FAULT_DAYS = 35

const isByFault = (unusual: UnusualPeriod, { problem, period, subject }: DataProblemInsight): boolean =>
  unusual.direction === (problem === 'duplicates' ? 'up' : 'down') &&
  isNear(unusual, period) &&
  (subject.kind === 'account' || unusual.subject.kind !== 'channel' || isSameSubject(unusual.subject, subject))

const recentProblems = ({ history, scored, testRange }: DetectionContext): DataProblemInsight[] =>
  findDataProblems(history, scored, { ...testRange, from: addDays(testRange.from, -FAULT_DAYS) })

const describeSilence = (insight: DataProblemInsight, title: string, advice: string): InsightText => ({
  title,
  sentences: [
    `No orders${ofSubject(insight.subject)} came in ${overPeriod(insight)}, compared with about {expected} expected.`,
    'Figures for these days are too low until the data is complete.',
  ],
  unusual: `${ODDS} ${CONFIDENCE}`,
  advice: [advice],
  tone: 'bad',
})

export const dataProblem = defineInsight('dataProblem', 'Data problems', {
  description: 'Days without orders, a service that stopped sending data, or duplicate orders.',
  icon: 'IconAlertTriangle',
  inputs: ['series', 'duplicates'],
  continuesForDays: 7,
  detect: (_input, context) => recentProblems(context).filter(({ period }) => period.until > context.testRange.from),
  isOver: ({ problem, subject, period }, { series }) =>
    problem !== 'duplicates' && hasValueSince(series, { metric: 'orderCount', subject }, period.from),
  explains: (context) => {
    const problems = recentProblems(context)
    return (period) => problems.some((problem) => isByFault(period, problem))
  },
  describe: (insight) => {
    if (insight.problem === 'daysMissing')
      return describeSilence(
        insight,
        'Days without any orders',
        'Check the latest syncs of your services, then sync again.',
      )
    if (insight.problem === 'sourceQuiet')
      return describeSilence(
        insight,
        'Orders from {subject} stopped coming in',
        'Check that it’s still selling and that its connection works, then sync again.',
      )
    return {
      title: 'Possible duplicate orders',
      sentences: [
        `{duplicates} orders ${overPeriod(insight)} match an earlier order in customer, time, and amount.`,
        'If they are the same orders, sales for these days are too high.',
      ],
      unusual: null,
      advice: [
        'Check whether two services send the same orders, or whether a file was uploaded with different order numbers.',
      ],
      tone: 'bad',
    }
  },
  actions: ({ problem, period }) =>
    problem === 'duplicates'
      ? [openOrders('list', period)]
      : [
          { kind: 'page', label: 'Check the connection', path: '/admin/services' },
          { kind: 'note', label: 'Add a calendar note', noteKind: 'closure' },
        ],
  chart: ({ subject }) => ({ metric: 'orderCount', subject, grain: 'day' }),
  figureLabels: { duplicates: 'Possible duplicate orders' },
})
