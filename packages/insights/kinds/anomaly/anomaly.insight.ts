import { addDays, diffDays } from '#domain/ranges/local-day.ts'
import { upperFirst } from '#domain/text.ts'
import { METRICS } from '../../account/metric.ts'
import { openOrders, reportPage } from '../../insight/actions.ts'
import { type DetectionContext, defineInsight, type UnusualPeriod } from '../../insight/define-insight.ts'
import { CONFIDENCE, metricName, ODDS, ofSubject, overPeriod } from '../../language/phrases.ts'
import type { DayRange } from '../../series/series.ts'
import {
  type AnomalyEvent,
  type AnomalyInsight,
  acceptEvents,
  acceptFindings,
  anomalyInsight,
  mergeFindings,
  testPeriods,
} from './detect-anomalies.ts'
import { plausibleFindings, withoutEchoes } from './echoes.ts'

const ADVICE: Readonly<Record<AnomalyInsight['metric'], Readonly<Record<'up' | 'down', string>>>> = {
  netSales: {
    up: 'Find out what drove it, such as an event, a campaign, or one large order, and whether you can repeat it.',
    down: 'Check whether the tasting room was closed or short-staffed, then make sure that all sales for these days came in.',
  },
  orderCount: {
    up: 'Find out what brought guests in, and whether you had enough staff and stock.',
    down: 'Check whether opening hours or staffing changed, then make sure that all orders for these days came in.',
  },
  productSales: {
    up: 'Check that you have enough stock to keep up.',
    down: 'Check its price, its stock, and where it’s displayed.',
  },
  productUnits: {
    up: 'Check that you have enough stock to keep up.',
    down: 'Check its price, its stock, and where it’s displayed.',
  },
  clubSales: {
    up: 'Compare this release with earlier ones: what members bought more of can go into the next one.',
    down: 'Review the release: who skipped it, whose card was declined, and what was in the box.',
  },
  clubOrders: {
    up: 'Check that packing and pickup are staffed for this many boxes.',
    down: 'Review the release: who skipped it, and whose card was declined.',
  },
  signups: {
    up: 'Ask the team what they did differently, and share it with everyone.',
    down: 'Check whether guests were offered the club as usual.',
  },
  cancellations: {
    up: 'Review the reasons in the cancellation report, and call the members who left most recently.',
    down: 'No action needed; note what was different.',
  },
}

const MOST_RELATED = 3
/** Weeks before the tested days whose events can have echoes in them. */
const WEEKS_BEFORE = 6
const DAYS_A_WEEK = 7

const eventsIn = (
  { scored, thresholds }: DetectionContext,
  range: DayRange,
  isIncluded: (period: UnusualPeriod) => boolean,
): AnomalyEvent[] => {
  const tested = testPeriods(scored, range, thresholds)
  const accepted = plausibleFindings(acceptFindings(tested, thresholds), scored, range).filter(isIncluded)
  return acceptEvents(mergeFindings(accepted), tested.tests, thresholds)
}

export const anomaly = defineInsight('anomaly', 'Unusual days and weeks', {
  description: 'Sales, orders, signups, or cancellations that are unusual compared with recent history.',
  icon: 'IconActivity',
  inputs: ['series'],
  continuesForDays: 28,
  detect: (_input, context): AnomalyInsight[] => {
    const { scored, testRange, thresholds, isExplained } = context
    // Week by week: among the tests of all weeks together, an event of one of them would have to be clearer.
    const earlier = Array.from({ length: WEEKS_BEFORE }, (_, week) => {
      const until = addDays(testRange.from, -DAYS_A_WEEK * week)
      return eventsIn(context, { from: addDays(until, -DAYS_A_WEEK), until }, () => true)
    }).flat()
    const events = eventsIn(context, testRange, (period) => !isExplained(period))
    return withoutEchoes(events, earlier, scored).map((event) => anomalyInsight(event, thresholds.falseDiscoveryRate))
  },
  describe: (insight) => {
    const { metric, subject, direction } = insight
    const { goodDirection, unit } = METRICS[metric]
    const name = upperFirst(`${metricName(metric, subject)}${ofSubject(subject)}`)
    const also = insight.also.slice(0, MOST_RELATED).map((_other, at) => `{also${at + 1}}`)
    const less = unit === 'count' ? 'fewer' : 'less'
    return {
      title: `${name} well ${direction === 'up' ? 'above' : 'below'} expected`,
      sentences: [
        `${name} came to {actual} ${overPeriod(insight)}, compared with {expected} expected.`,
        `That is {difference} ${direction === 'up' ? 'more' : less} ({change}); the normal range is {low} to {high}.`,
        ...(also.length > 0 ? [`Also affected: ${also.join(', ')}.`] : []),
      ],
      unusual: `${ODDS} The comparison takes the season, weekdays, and holidays into account. ${CONFIDENCE}`,
      advice: [ADVICE[metric][direction]],
      tone: direction === goodDirection ? 'good' : 'bad',
    }
  },
  actions: ({ metric, direction, subject, period }) =>
    metric === 'cancellations' && direction === 'up'
      ? [
          {
            kind: 'page',
            label: 'See who left',
            path: reportPage('/reports/clubs/cancellation-list', {
              date: 'CancelledDate',
              range: period,
              filters: subject.kind === 'club' ? { clubName: subject.value } : {},
            }),
          },
        ]
      : [
          { kind: 'note', label: 'Add a calendar note', noteKind: direction === 'up' ? 'event' : 'closure' },
          openOrders('list', period),
        ],
  relatedSubjects: ({ also }) => also.map(({ metric, subject }, at) => ({ slot: `also${at + 1}`, subject, metric })),
  chart: ({ metric, subject, period }) => ({
    metric,
    subject,
    grain: diffDays(period.from, period.until) < 7 ? 'day' : 'week',
  }),
})
