import { type Share, wilson } from '#domain/proportion.ts'
import { conversionFigure } from '../../account/reported-figures.ts'
import { openOrders } from '../../insight/actions.ts'
import { defineInsight, estimated, type InsightBase } from '../../insight/define-insight.ts'
import { countedFigure, type Figure } from '../../insight/figure.ts'
import type { Conversion, ConversionPair } from '../../insight/inputs.ts'
import { CONFIDENCE } from '../../language/phrases.ts'
import type { DayRange } from '../../series/series.ts'
import { discoveryLimit } from '../../statistics/false-discovery.ts'
import { differenceByChance, newcombe } from '../../statistics/proportion.ts'
import { LEAST_PROBABILITY, normalScore } from '../../statistics/tails.ts'

/** More or fewer guests who bought or joined: created by `conversionShifts`. */
export interface ConversionShiftInsight extends InsightBase {
  readonly kind: 'conversionShift'
  readonly conversion: Conversion
  readonly direction: 'up' | 'down'
  readonly comparedWith: DayRange
}

/** Minimum number of guests, and of guests with either outcome, for a rate. */
const FEWEST_GUESTS = 40
const FEWEST_OF_EITHER = 5
/** Change ÷ previous rate below which even a significant change is ignored. */
const LEAST_CHANGE = 0.1
/** Guests of one party decide together, so their effective number is lower. */
const PARTY = 1.8

const single = ({ hits, of }: Share): Share => ({ hits: hits / PARTY, of: of / PARTY })

const isTestable = ({ before, after }: ConversionPair): boolean =>
  [before, after].every(({ hits, of }) => of >= FEWEST_GUESTS && hits <= of && Math.min(hits + 1, of - hits) > 0) &&
  before.hits + after.hits >= 2 * FEWEST_OF_EITHER

const hitRate = ({ hits, of }: Share): number => hits / of

const buildFigures = ({ conversion, subject, before, after }: ConversionPair): Figure[] => {
  const shareFigures = (share: Share & DayRange, when: string): Figure[] => {
    const range = { from: share.from, until: share.until }
    const shown = (part: 'hits' | 'rate', value: number): Figure =>
      conversionFigure({ id: `${part}${when}`, value }, { conversion, part }, range)
    const guests = countedFigure(`guests${when}`, share.of, { what: 'guests of tastings', subject, range })
    return [shown('hits', share.hits), guests, shown('rate', hitRate(share))]
  }
  const interval = (id: string, value: number): Figure => estimated(id, value, 'share', 'newcombe')
  const { low, high } = newcombe(single(before), single(after))
  const now = wilson(single(after))
  return [
    ...shareFigures(after, 'After'),
    ...shareFigures(before, 'Before'),
    interval('rateLow', now.low),
    interval('rateHigh', now.high),
    interval('differenceLow', low),
    interval('differenceHigh', high),
  ]
}

/** Significant changes of conversion among all compared pairs. */
const conversionShifts = (pairs: readonly ConversionPair[], falseDiscoveryRate: number): ConversionShiftInsight[] => {
  const tested = pairs.filter(isTestable).map((pair) => ({
    pair,
    probability: Math.max(LEAST_PROBABILITY, differenceByChance(single(pair.before), single(pair.after))),
  }))
  const limit = discoveryLimit(
    tested.map(({ probability }) => probability),
    falseDiscoveryRate,
  )
  return tested.flatMap(({ pair, probability }) => {
    const { conversion, subject, before, after, worth } = pair
    const difference = hitRate(after) - hitRate(before)
    if (probability > limit || Math.abs(difference) < LEAST_CHANGE * hitRate(before)) return []
    const direction = difference > 0 ? 'up' : 'down'
    return [
      {
        kind: 'conversionShift',
        key: `conversionShift ${conversion} ${direction} ${after.from}`,
        conversion,
        direction,
        subject,
        period: { from: after.from, until: after.until },
        comparedWith: { from: before.from, until: before.until },
        figures: buildFigures(pair),
        stake: Math.round(Math.abs(difference) * after.of * worth),
        confidence: 1 - Math.min(falseDiscoveryRate, probability),
        unusual: { score: Math.sign(difference) * normalScore(probability), probability, against: 'periodBefore' },
      },
    ]
  })
}

export const conversionShift = defineInsight('conversionShift', 'Tasting conversion', {
  description: 'Changes in the share of tasting guests who buy a bottle or join a club.',
  icon: 'IconGlassFull',
  inputs: ['conversions'],
  detect: ({ conversions }, { thresholds }) => conversionShifts(conversions, thresholds.falseDiscoveryRate),
  describe: ({ conversion, direction }) => {
    const what = conversion === 'tasting' ? 'bought a bottle' : 'joined a club'
    const isUp = direction === 'up'
    return {
      title: `${isUp ? 'More' : 'Fewer'} tasting guests ${what}`,
      sentences: [
        `Over {period}, {hitsAfter} of {guestsAfter} guests ${what}: {rateAfter}.`,
        `Over {comparedWith}, it was {rateBefore}: {hitsBefore} of {guestsBefore}.`,
      ],
      unusual: `The current rate is most likely between {rateLow} and {rateHigh}. ${CONFIDENCE}`,
      advice: [
        isUp
          ? 'Ask the team what they’re doing differently, and make it standard practice.'
          : 'Sit in on a few tastings: do guests hear about the wine and the club before they pay?',
      ],
      tone: isUp ? 'good' : 'bad',
    }
  },
  actions: ({ period }) => [openOrders('by-team-member', period), openOrders('list', period)],
  dates: ({ comparedWith }) => ({ comparedWith }),
  figureLabels: {
    hitsAfter: 'Guests who converted',
    hitsBefore: 'Guests who converted, previous year',
    guestsAfter: 'Guests',
    guestsBefore: 'Guests, previous year',
    rateAfter: 'Conversion rate',
    rateBefore: 'Conversion rate, previous year',
    rateLow: 'Conversion rate, low',
    rateHigh: 'Conversion rate, high',
    differenceLow: 'Difference, low',
    differenceHigh: 'Difference, high',
  },
  methods: { newcombe: 'Newcombe’s interval for proportions, widened because guests in a party decide together.' },
})
