import type { ForecastInsight, GoalPaceInsight, ReleaseOutlookInsight, StockRunwayInsight } from '../insight/insight.ts'
import { capital, metricName, ofSubject } from './metric-words.ts'
import type { Told } from './told.ts'

/** Chances to meet a goal below and above which it is called unlikely and likely. */
const UNLIKELY = 0.35
const LIKELY = 0.65

const INTERVAL = 'In four of five cases it comes out in this range.'

export const tellForecast = ({ metric, subject, grain, figures }: ForecastInsight): Told => {
  const name = `${metricName(metric, subject)}${ofSubject(subject)}`
  const later = figures.filter(({ id }) => id.endsWith('.expected')).slice(1, 4)
  return {
    title: `What ${name} the next ${grain}s should bring`,
    sentences: [
      `${capital(name)} of the next ${grain}, {next}, should come to {period1.expected}, between {period1.low} and {period1.high}.`,
      ...(figures.some(({ id }) => id === 'lastPeriod') ? [`The ${grain} before brought {lastPeriod}.`] : []),
      ...(later.length > 0
        ? [`The ${grain}s after it should bring ${later.map(({ id }) => `{${id}}`).join(', ')}.`]
        : []),
    ],
    unusual: `${INTERVAL} Looking back, this way of foretelling did better than repeating last year’s ${grain}s.`,
    advice: ['Plan staff and stock by the lower and the upper end, not by the middle alone.'],
    tone: 'neutral',
  }
}

const GOAL_ADVICE = {
  likely: 'Keep to what you do.',
  open: 'A good event or mailing decides: plan one while there is time.',
  unlikely: 'Decide soon whether to push, such as by a club event or a mailing, or to set another goal.',
}

const paceOf = (chance: number): keyof typeof GOAL_ADVICE => {
  if (chance >= LIKELY) return 'likely'
  return chance <= UNLIKELY ? 'unlikely' : 'open'
}

const GOAL_TITLES = {
  likely: 'is likely to be met',
  open: 'may just be met',
  unlikely: 'is unlikely to be met',
}

export const tellGoalPace = ({ metric, chance }: GoalPaceInsight): Told => {
  const name = metricName(metric)
  const pace = paceOf(chance)
  return {
    title: `Your goal for ${name} ${GOAL_TITLES[pace]}`,
    sentences: [
      `${capital(name)} over {period} are at {actual} of a goal of {goal}, with {daysLeft} days to go.`,
      'At this pace they come out at {expected}, which is {share} of the goal, between {low} and {high}.',
    ],
    unusual: `${INTERVAL} The chance to meet the goal is {chance}.`,
    advice: [GOAL_ADVICE[pace]],
    tone: pace === 'likely' ? 'good' : pace === 'unlikely' ? 'bad' : 'neutral',
  }
}

export const tellReleaseOutlook = (_insight: ReleaseOutlookInsight): Told => ({
  title: 'What the next release of {subject} should bring',
  sentences: [
    'The release of {subject} around {next} should bring {expected}, between {low} and {high}.',
    'Of {members} members about {processed} should be charged, as in the {releases} releases before.',
  ],
  unusual: INTERVAL,
  advice: [
    'Check cards that will have expired, and write to members who skipped last time, before the release is run.',
  ],
  tone: 'neutral',
})

export const tellStockRunway = ({ isOverPromised }: StockRunwayInsight): Told => ({
  title: isOverPromised ? 'More of {subject} is promised than there is' : '{subject} is running out',
  sentences: isOverPromised
    ? ['Bottles of {subject} promised to releases: {promised}; bottles there: {available}.']
    : [
        'At its pace {subject} lasts about {runway} weeks, between {soonest} and {latest}.',
        'Bottles there: {available}; promised to the club: {promised}.',
      ],
  unusual: null,
  advice: [
    isOverPromised
      ? 'Choose another bottle for part of the release, or stop selling this one.'
      : 'Keep enough back for the club, and have the next bottle ready.',
  ],
  tone: 'bad',
})
