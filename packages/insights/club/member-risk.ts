import { addMonths, type LocalDay } from '#domain/ranges/local-day.ts'
import { chanceOf, logOddsOf } from '../statistics/logistic.ts'
import type { MemberHistory } from './member-history.ts'
import { factorsAt, type KnownFactors, RISK_FACTORS, type RiskFactor, riskDayOf, timelineOf } from './risk-factors.ts'
import type { RiskModel } from './risk-model.ts'

export interface RiskReason {
  readonly factor: Exclude<RiskFactor, 'base'>
  /** times the odds of an average member, above 1 */
  readonly odds: number
}

export interface MemberRisk {
  readonly membershipId: string
  readonly club: string
  /** to cancel within the months looked ahead, 0 to 1 */
  readonly chance: number
  /** chance ÷ that of the average member */
  readonly timesUsual: number
  /** what raises it most, first; never more than three */
  readonly reasons: readonly RiskReason[]
}

export const MONTHS_AHEAD = 3
const MOST_REASONS = 3
const LEAST_ODDS = 1.15
/** A graded factor is named when it is more there than not. */
const LEAST_FACTOR = 0.5

const reasonsOf = ({ weights, means }: RiskModel, factors: readonly number[]): RiskReason[] =>
  RISK_FACTORS.flatMap((factor, at) => {
    if (factor === 'base' || factor === 'winter' || (factors[at] ?? 0) < LEAST_FACTOR) return []
    const odds = Math.exp((weights[at] ?? 0) * ((factors[at] ?? 0) - (means[at] ?? 0)))
    return odds >= LEAST_ODDS ? [{ factor, odds }] : []
  })
    .sort((a, b) => b.odds - a.odds)
    .slice(0, MOST_REASONS)

/** Chances of the members of `day`, greatest first, as things stand now. */
export const rankMembers = (members: readonly MemberHistory[], model: RiskModel, day: LocalDay): MemberRisk[] => {
  const present = members.filter(({ signup, cancelled }) => signup < day && (cancelled === null || cancelled >= day))
  const known: KnownFactors = new Map()
  const now = riskDayOf(day)
  const ahead = Array.from({ length: MONTHS_AHEAD }, (_, month) => riskDayOf(addMonths(day, month)))
  const risks = present.map(timelineOf).map((member) => {
    const staying = ahead.reduce(
      (chance, month) => chance * (1 - chanceOf(logOddsOf(model.weights, factorsAt(member, month, known)))),
      1,
    )
    const { membershipId, club } = member.member
    return { membershipId, club, chance: 1 - staying, reasons: reasonsOf(model, factorsAt(member, now, known)) }
  })
  const usual = risks.reduce((sum, { chance }) => sum + chance, 0) / Math.max(1, risks.length)
  return risks.map((risk) => ({ ...risk, timesUsual: risk.chance / usual })).sort((a, b) => b.chance - a.chance)
}
