import { addDays, addMonths, dayNumber, type LocalDay, startOfMonth } from '#domain/ranges/local-day.ts'
import type { MemberHistory } from '../../insight/inputs.ts'
import { concordance, fitLogistic, probabilityFromLogOdds, sumLogOdds, type Trial } from '../../statistics/logistic.ts'
import {
  buildTimeline,
  factorsAt,
  type KnownFactors,
  type MemberTimeline,
  RISK_FACTORS,
  type RiskFactor,
  toRiskDay,
} from './risk-factors.ts'

/** Accuracy in held-out months. */
interface RiskQuality {
  /** concordance: how often the member of a pair who canceled had the higher predicted risk */
  readonly concordance: number
  /** actual ÷ expected cancellations */
  readonly calibration: number
  readonly cancellations: number
}

export interface RiskModel {
  /** log odds ratio of each factor, in the order of `RISK_FACTORS` */
  readonly weights: Float64Array
  /** each factor's mean over the member-months */
  readonly means: Float64Array
  /** null if the history is too short for held-out months */
  readonly quality: RiskQuality | null
}

const RIDGE = 4
/** Months held out for testing the model, and the least number of cancellations to train it. */
const HELD_BACK_MONTHS = 6
const FEWEST_CANCELLATIONS = 30

/** A whole month of a membership, and whether it was canceled in it. */
interface MemberMonth extends Trial {
  readonly month: LocalDay
}

const monthsBetween = (from: LocalDay, until: LocalDay): LocalDay[] => {
  const months: LocalDay[] = []
  for (let month = from; addMonths(month, 1) <= until; month = addMonths(month, 1)) months.push(month)
  return months
}

const memberMonths = (members: readonly MemberTimeline[], from: LocalDay, until: LocalDay): MemberMonth[] => {
  const known: KnownFactors = new Map()
  const months = monthsBetween(from, until).map((month) => ({
    month,
    at: toRiskDay(month),
    end: dayNumber(addMonths(month, 1)),
  }))
  return members.flatMap((member) =>
    months
      .filter(({ at }) => member.signup < at.day && member.cancelled >= at.day)
      .map(({ month, at, end }) => ({
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

const assessQuality = (before: readonly Trial[], after: readonly Trial[]): RiskQuality | null => {
  if (countHappened(before) < FEWEST_CANCELLATIONS || countHappened(after) === 0) return null
  const weights = fitLogistic(before, RISK_FACTORS.length, RIDGE)
  const scored = after.map(({ conditions, happened }) => ({
    chance: probabilityFromLogOdds(sumLogOdds(weights, conditions)),
    happened,
  }))
  return {
    concordance: concordance(scored),
    calibration: countHappened(after) / scored.reduce((sum, { chance }) => sum + chance, 0),
    cancellations: countHappened(after),
  }
}

/**
 * Fits the model on the whole months before `until`. Null with fewer than 30 cancellations.
 * @param from first day of complete records
 */
export const learnRisk = (members: readonly MemberHistory[], from: LocalDay, until: LocalDay): RiskModel | null => {
  const first = startOfMonth(addDays(addMonths(from, 1), -1))
  const split = addMonths(startOfMonth(until), -HELD_BACK_MONTHS)
  const trials = memberMonths(members.map(buildTimeline), first, until)
  if (countHappened(trials) < FEWEST_CANCELLATIONS) return null
  return {
    weights: fitLogistic(trials, RISK_FACTORS.length, RIDGE),
    means: meansOf(trials),
    quality: assessQuality(
      trials.filter(({ month }) => month < split),
      trials.filter(({ month }) => month >= split),
    ),
  }
}

export interface RiskReason {
  readonly factor: Exclude<RiskFactor, 'base'>
  /** odds relative to an average member, above 1 */
  readonly odds: number
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
