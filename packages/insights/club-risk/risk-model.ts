import type { RankingAccuracy } from '#contract/save-list.ts'
import { addDays, addMonths, dayNumber, type LocalDay, startOfMonth } from '#domain/ranges/local-day.ts'
import { monthsOf } from '#domain/winery-plan.ts'
import type { MemberHistory } from '../insight/inputs.ts'
import type { DayRange } from '../series/series.ts'
import { concordance, fitLogistic, probabilityFromLogOdds, sumLogOdds, type Trial } from '../statistics/logistic.ts'
import {
  buildTimeline,
  daysSinceContact,
  factorsAt,
  type KnownFactors,
  type MemberTimeline,
  RISK_FACTORS,
  type RiskFactor,
  toRiskDay,
} from './risk-factors.ts'

export interface RiskModel {
  /** log odds ratio of each factor, in the order of `RISK_FACTORS` */
  readonly weights: Float64Array
  /** each factor's mean over the member-months */
  readonly means: Float64Array
}

export interface LearnedRisk {
  /** null with fewer than 30 cancellations */
  readonly model: RiskModel | null
  /** null with fewer than 30 cancellations before the held-out months, or none in them */
  readonly quality: RankingAccuracy | null
  /** before the held-out months */
  readonly cancellations: number
}

const RIDGE = 4
/** Months held out for testing the model, and the least number of cancellations to train it. */
const HELD_BACK_MONTHS = 6
export const FEWEST_CANCELLATIONS = 30
const BANDS = 5

/** A whole month of a membership, and whether it was canceled in it. */
interface MemberMonth extends Trial {
  readonly member: MemberTimeline
  readonly month: LocalDay
}

/** `range`: whole months. */
const memberMonths = (members: readonly MemberTimeline[], range: DayRange): MemberMonth[] => {
  const known: KnownFactors = new Map()
  const months = monthsOf(range).map((month) => ({
    month,
    at: toRiskDay(month),
    end: dayNumber(addMonths(month, 1)),
  }))
  return members.flatMap((member) =>
    months
      .filter(({ at }) => member.signup < at.day && member.cancelled >= at.day)
      .map(({ month, at, end }) => ({
        member,
        month,
        conditions: factorsAt(member, at, known),
        happened: member.cancelled < end,
      })),
  )
}

const meansOf = (trials: readonly Trial[]): Float64Array => {
  const means = new Float64Array(RISK_FACTORS.length)
  for (const { conditions } of trials) {
    for (let at = 0; at < means.length; at += 1) means[at] = (means[at] ?? 0) + (conditions[at] ?? 0) / trials.length
  }
  return means
}

const countHappened = (trials: readonly Trial[]): number => trials.filter(({ happened }) => happened).length

interface Scored {
  readonly chance: number
  readonly happened: boolean
}

/** Fifths by ascending chance; a chance that reaches over a border stays in the lower fifth. */
const buildBands = (scored: readonly Scored[]): RankingAccuracy['bands'] => {
  const ascending = scored.toSorted((a, b) => a.chance - b.chance)
  const bands: RankingAccuracy['bands'][number][] = []
  for (let first = 0, number = 1; number <= BANDS; number += 1) {
    let end = Math.max(first, Math.round((ascending.length * number) / BANDS))
    while (end < ascending.length && ascending[end]?.chance === ascending[end - 1]?.chance) end += 1
    const band = ascending.slice(first, end)
    if (band.length > 0)
      bands.push({
        members: band.length,
        predicted: band.reduce((sum, { chance }) => sum + chance, 0) / band.length,
        canceled: band.filter(({ happened }) => happened).length,
      })
    first = end
  }
  return bands
}

/** How right the fit of the months before `split` is in those that follow. */
const assessQuality = (trials: readonly MemberMonth[], split: LocalDay, until: LocalDay): RankingAccuracy | null => {
  const before = trials.filter(({ month }) => month < split)
  const after = trials.filter(({ month }) => month >= split)
  if (countHappened(before) < FEWEST_CANCELLATIONS || countHappened(after) === 0) return null
  const weights = fitLogistic(before, RISK_FACTORS.length, RIDGE)
  const scored = after.map(({ conditions, happened }) => ({
    chance: probabilityFromLogOdds(sumLogOdds(weights, conditions)),
    happened,
  }))
  const byRecency = after.map(({ member, month, happened }) => ({
    chance: daysSinceContact(member, dayNumber(month)),
    happened,
  }))
  return {
    concordance: concordance(scored),
    recencyConcordance: concordance(byRecency),
    calibration: countHappened(after) / scored.reduce((sum, { chance }) => sum + chance, 0),
    cancellations: countHappened(after),
    bands: buildBands(scored),
    from: split,
    until: startOfMonth(until),
  }
}

/**
 * Fits the model on the whole months before `until`, and tests the same fit of the months before the last six on those six.
 * @param from first day of complete records
 */
export const learnRisk = (members: readonly MemberHistory[], from: LocalDay, until: LocalDay): LearnedRisk => {
  const first = startOfMonth(addDays(addMonths(from, 1), -1))
  const split = addMonths(startOfMonth(until), -HELD_BACK_MONTHS)
  const trials = memberMonths(members.map(buildTimeline), { from: first, until: startOfMonth(until) })
  const cancellations = countHappened(trials.filter(({ month }) => month < split))
  if (countHappened(trials) < FEWEST_CANCELLATIONS) return { model: null, quality: null, cancellations }
  const model = { weights: fitLogistic(trials, RISK_FACTORS.length, RIDGE), means: meansOf(trials) }
  return { model, quality: assessQuality(trials, split, until), cancellations }
}

export interface RiskReason {
  readonly factor: Exclude<RiskFactor, 'base'>
  /** odds relative to an average member, above 1 */
  readonly odds: number
}

/** In plain words. */
export const RISK_REASONS: Readonly<Record<RiskReason['factor'], string>> = {
  firstMonths: 'joined recently',
  firstYear: 'in their first year',
  longTenure: 'longtime member',
  oneSkip: 'skipped or paused recently',
  moreSkips: 'skipped or paused more than once recently',
  declined: 'card declined',
  noVisit: 'few recent visits',
  noPurchase: 'buys little outside the club',
  spendsLess: 'spends much less than before',
  winter: 'cancellations rise in winter',
}

export interface MemberRisk {
  readonly membershipId: string
  readonly club: string
  /** probability of canceling within the forecast horizon, 0 to 1 */
  readonly chance: number
  /** probability ÷ that of the average member */
  readonly timesUsual: number
  /** the factors with the largest effect, at most three */
  readonly reasons: readonly RiskReason[]
}

export const MONTHS_AHEAD = 3
const MOST_REASONS = 3
const LEAST_ODDS = 1.15
/** A continuous factor is listed if it is above one half. */
const LEAST_FACTOR = 0.5

const reasonsOf = ({ weights, means }: RiskModel, factors: readonly number[]): RiskReason[] =>
  RISK_FACTORS.flatMap((factor, at) => {
    if (factor === 'base' || factor === 'winter' || (factors[at] ?? 0) < LEAST_FACTOR) return []
    const odds = Math.exp((weights[at] ?? 0) * ((factors[at] ?? 0) - (means[at] ?? 0)))
    return odds >= LEAST_ODDS ? [{ factor, odds }] : []
  })
    .sort((a, b) => b.odds - a.odds)
    .slice(0, MOST_REASONS)

/** The members of `day` in descending order of risk. */
export const rankMembers = (members: readonly MemberHistory[], model: RiskModel, day: LocalDay): MemberRisk[] => {
  const present = members.filter(({ signup, cancelled }) => signup < day && (cancelled === null || cancelled >= day))
  const known: KnownFactors = new Map()
  const now = toRiskDay(day)
  const ahead = Array.from({ length: MONTHS_AHEAD }, (_, month) => toRiskDay(addMonths(day, month)))
  const risks = present.map(buildTimeline).map((member) => {
    const staying = ahead.reduce(
      (chance, month) =>
        chance * (1 - probabilityFromLogOdds(sumLogOdds(model.weights, factorsAt(member, month, known)))),
      1,
    )
    const { membershipId, club } = member.member
    return { membershipId, club, chance: 1 - staying, reasons: reasonsOf(model, factorsAt(member, now, known)) }
  })
  const usual = risks.reduce((sum, { chance }) => sum + chance, 0) / Math.max(1, risks.length)
  return risks.map((risk) => ({ ...risk, timesUsual: risk.chance / usual })).sort((a, b) => b.chance - a.chance)
}
