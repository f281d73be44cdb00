import { METRICS } from '../account/metric.ts'
import type {
  AnomalyInsight,
  DataProblemInsight,
  PriceChangeInsight,
  StoppedSellingInsight,
} from '../insight/insight.ts'
import { capital, metricName, ofSubject } from './metric-words.ts'
import type { Told } from './told.ts'

const when = ({ period }: { period: { from: string; until: string } }): string =>
  Date.parse(period.until) - Date.parse(period.from) <= 86_400_000 ? 'on {period}' : 'over {period}'

const ODDS = 'Chance alone is this far off about once in {odds} such periods'

const ANOMALY_ADVICE: Readonly<Record<AnomalyInsight['metric'], Readonly<Record<'up' | 'down', string>>>> = {
  netSales: {
    up: 'Find out what brought it, such as an event, a mailing or one large order, and whether it can be done again.',
    down: 'Ask whether the tasting room was closed or short of staff, then check that all sales of these days came in.',
  },
  orderCount: {
    up: 'Find out what brought the guests, and whether staff and stock were enough.',
    down: 'Ask whether opening hours or staff differed, then check that all orders of these days came in.',
  },
  productSales: {
    up: 'Check that there is enough stock to go on.',
    down: 'Check price, stock and where the bottle is shown.',
  },
  productUnits: {
    up: 'Check that there is enough stock to go on.',
    down: 'Check price, stock and where the bottle is shown.',
  },
  clubSales: {
    up: 'Compare the release with those before it: what the members took more of can go into the next one.',
    down: 'Look at the release: who skipped it, whose card was declined, and what was in the box.',
  },
  clubOrders: {
    up: 'Check that packing and pickup are staffed for so many boxes.',
    down: 'Look at the release: who skipped it, and whose card was declined.',
  },
  signups: {
    up: 'Ask the team what they did differently, and tell the others.',
    down: 'Ask whether the club was offered to guests as usual.',
  },
  cancellations: {
    up: 'Look at the reasons in the cancellation list and call those who left last.',
    down: 'Nothing has to be done; note what was different.',
  },
}

export const tellAnomaly = (insight: AnomalyInsight): Told => {
  const { metric, subject, direction } = insight
  const { goodDirection } = METRICS[metric]
  const name = capital(`${metricName(metric, subject)}${ofSubject(subject)}`)
  const also = insight.also.slice(0, 3).map((_other, at) => `{also${at + 1}}`)
  return {
    title: `${name} ${direction === 'up' ? 'well above' : 'well below'} what was expected`,
    sentences: [
      `${name} came to {actual} ${when(insight)}, where {expected} was expected.`,
      `That is {difference} ${direction === 'up' ? 'more' : 'less'} ({change}); between {low} and {high} would have been usual.`,
      ...(also.length > 0 ? [`It shows in these as well: ${also.join(', ')}.`] : []),
    ],
    unusual: `${ODDS}, compared with what the days before let expect for the season, the weekday and holidays. It is no chance with a certainty of {certainty}.`,
    advice: [ANOMALY_ADVICE[metric][direction]],
    tone: direction === goodDirection ? 'good' : 'bad',
  }
}

export const tellPriceChange = (insight: PriceChangeInsight): Told => ({
  title: `{subject} sells for ${insight.direction === 'up' ? 'more' : 'less'} than before`,
  sentences: [
    `A bottle of {subject} brought {priceAfter} on average ${when(insight)}, after {priceBefore} in the weeks before.`,
    `That is {change} ${insight.direction === 'up' ? 'more' : 'less'}: {unitsAfter} bottles for {salesAfter}, and {unitsBefore} for {salesBefore} before.`,
  ],
  unusual: `${ODDS}, compared with the weeks before. It is no chance with a certainty of {certainty}.`,
  advice: [
    insight.direction === 'up'
      ? 'If the new price is meant, watch whether as many bottles go on selling; if not, correct it in the till and the shop.'
      : 'If this is a promotion, check when it ends; if not, look for discounts that were given too freely.',
  ],
  tone: insight.direction === 'up' ? 'neutral' : 'bad',
})

const STOCK_WORDS = {
  yes: 'Your services say that none is left.',
  no: 'Your services say that there is stock left.',
}

export const tellStoppedSelling = ({ isSoldOut }: StoppedSellingInsight): Told => ({
  title: isSoldOut ? '{subject} is sold out' : '{subject} has stopped selling',
  sentences: [
    'Not one bottle of {subject} was sold over {period}, where about {expected} were expected.',
    ...(isSoldOut === null ? [] : [isSoldOut ? STOCK_WORDS.yes : STOCK_WORDS.no]),
  ],
  unusual: `${ODDS}, compared with what it sold before. It is no chance with a certainty of {certainty}.`,
  advice: [
    isSoldOut
      ? 'Take it off the list and the menu, or bring the next vintage forward.'
      : 'Check that it is still listed, priced and on the shelf.',
  ],
  tone: 'bad',
})

const silent = (insight: DataProblemInsight, title: string, advice: string): Told => ({
  title,
  sentences: [
    `No orders${ofSubject(insight.subject)} came in ${when(insight)}, where about {expected} were expected.`,
    'Numbers of these days are too low until the data is complete.',
  ],
  unusual: `${ODDS}, compared with what the days before let expect. It is no chance with a certainty of {certainty}.`,
  advice: [advice],
  tone: 'bad',
})

export const tellDataProblem = (insight: DataProblemInsight): Told => {
  if (insight.problem === 'daysMissing')
    return silent(insight, 'Days without any orders', 'Look at the last runs of your services and fetch again.')
  if (insight.problem === 'sourceQuiet')
    return silent(
      insight,
      'No orders come in from {subject} any more',
      'Check that it still sells and that its connection works, then fetch again.',
    )
  return {
    title: 'Orders that seem to have come in twice',
    sentences: [
      `{duplicates} orders ${when(insight)} equal an earlier one in customer, time and amount.`,
      'Sales of these days are counted too high if they are the same orders.',
    ],
    unusual: null,
    advice: ['Check whether two services bring the same orders, or a file was uploaded under other order numbers.'],
    tone: 'bad',
  }
}
