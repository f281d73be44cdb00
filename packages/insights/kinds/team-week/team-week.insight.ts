import type { Share } from '#domain/proportion.ts'
import { ACCOUNT } from '../../account/metric.ts'
import { conversionFigure } from '../../account/reported-figures.ts'
import { openOrders } from '../../insight/actions.ts'
import { defineInsight, type InsightBase } from '../../insight/define-insight.ts'
import { computed, type Figure } from '../../insight/figure.ts'
import type { TeamTastings, TeamWeek } from '../../insight/inputs.ts'
import { CONFIDENCE, ODDS } from '../../language/phrases.ts'
import type { DayRange } from '../../series/series.ts'
import { differenceByChance } from '../../statistics/proportion.ts'
import { normalScore } from '../../statistics/tails.ts'

/** Who sold bottles to the largest and the smallest share of tasting guests in a week: created by `teamWeek`. */
export interface TeamWeekInsight extends InsightBase {
  readonly kind: 'teamWeek'
  readonly best: string
  readonly weakest: string
}

/** A rate of fewer guests says little about a person. */
const FEWEST_GUESTS = 20
const FEWEST_PEOPLE = 3
/** Guests of one party decide together, so that rates vary more than those of independent guests. */
const PARTY = 2

const hitRate = ({ hits, of }: Share): number => hits / of

const inParties = ({ hits, of }: Share): Share => ({ hits: hits / PARTY, of: of / PARTY })

const buildFigures = (who: 'best' | 'weakest', { member, hits, of }: TeamTastings, range: DayRange): Figure[] => {
  const person = { range, member }
  const bought = conversionFigure({ id: `${who}Bought`, value: hits }, { conversion: 'tasting', part: 'hits' }, person)
  const rate = conversionFigure(
    { id: `${who}Rate`, value: of > 0 ? hits / of : 0 },
    { conversion: 'tasting', part: 'rate' },
    person,
  )
  return [bought, rate, computed({ id: `${who}Guests`, unit: 'count', rule: 'ratio', of: [bought, rate] })]
}

/** Null if fewer than three people had enough guests, or the best and the weakest differ by chance. */
const teamWeek = ({ from, until, people, worth }: TeamWeek, rate: number): TeamWeekInsight | null => {
  const known = people
    .filter(({ hits, of }) => of >= FEWEST_GUESTS && hits > 0)
    .toSorted((a, b) => hitRate(b) - hitRate(a))
  const [best, weakest] = [known[0], known.at(-1)]
  if (best === undefined || weakest === undefined || known.length < FEWEST_PEOPLE) return null
  const pairs = (known.length * (known.length - 1)) / 2
  // The largest of all differences is compared, so that each of them has had its chance.
  const probability = Math.min(1, differenceByChance(inParties(weakest), inParties(best)) * pairs)
  if (!(probability <= rate)) return null
  const range = { from, until }
  return {
    kind: 'teamWeek',
    key: `teamWeek ${from}`,
    subject: ACCOUNT,
    period: range,
    best: best.member,
    weakest: weakest.member,
    figures: [...buildFigures('best', best, range), ...buildFigures('weakest', weakest, range)],
    stake: Math.round((hitRate(best) - hitRate(weakest)) * weakest.of * worth),
    confidence: 1 - probability,
    unusual: { score: normalScore(Math.max(1e-12, probability)), probability, against: 'periodBefore' },
  }
}

export const teamWeekInsight = defineInsight('teamWeek', 'Team of the week', {
  description: 'Who sold bottles to the most and the fewest tasting guests last week, with at least 20 guests each.',
  icon: 'IconUsersGroup',
  inputs: ['teamWeek'],
  detect: ({ teamWeek: week }, { thresholds }) => {
    const insight = week === null ? null : teamWeek(week, thresholds.falseDiscoveryRate)
    return insight === null ? [] : [insight]
  },
  describe: () => ({
    title: '{bestName} sold to the most tasting guests',
    sentences: [
      'Over {period}, {bestName} sold bottles to {bestRate} of guests, and {weakestName} to {weakestRate}.',
      'That is {bestBought} of {bestGuests} guests, compared with {weakestBought} of {weakestGuests}.',
    ],
    unusual: `${ODDS} ${CONFIDENCE}`,
    advice: ['Pair {weakestName} with {bestName} for a tasting, and compare how they offer bottles.'],
    tone: 'neutral',
  }),
  actions: ({ period }) => [
    openOrders('by-team-member', period),
    { ...openOrders('list', period), label: 'See the week’s orders' },
  ],
  relatedSubjects: ({ best, weakest }) => [
    { slot: 'bestName', subject: { kind: 'teamMember', value: best } },
    { slot: 'weakestName', subject: { kind: 'teamMember', value: weakest } },
  ],
  figureLabels: {
    bestBought: 'Best: guests who bought',
    bestRate: 'Best: share of guests',
    bestGuests: 'Best: guests',
    weakestBought: 'Weakest: guests who bought',
    weakestRate: 'Weakest: share of guests',
    weakestGuests: 'Weakest: guests',
  },
})
