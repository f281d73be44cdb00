import { SCORE_80 } from '#domain/proportion.ts'
import { diffDays, type LocalDay } from '#domain/ranges/local-day.ts'
import { type ByLine, byLine, type ExpectedLine, isAmount, isWithin, type ReleaseLine } from '#domain/release-lines.ts'

/** The members of a release: listed in it, whatever their outcome. */
interface Listed {
  readonly day: LocalDay
  readonly members: number
}

/** A release of the past; net sales in minor units. */
export interface FinishedRelease extends Listed, ByLine<number> {
  readonly releaseId: string
}

/** From fewer releases nothing is expected. */
const FEWEST_RELEASES = 3
/** As many of the last releases are looked at. */
export const RECENT_RELEASES = 6
/** Releases of the same season count twice, because fall releases are larger than spring ones. */
const SEASON_DAYS = 45
const DAYS_A_YEAR = 365.25
/** As `SCORE_80`, of Student's t by degrees of freedom, from 1. */
const T_90 = [3.078, 1.886, 1.638, 1.533, 1.476]
/** Least relative scatter of an amount per member. */
const LEAST_SCATTER = 0.01

const isSameSeason = (a: LocalDay, b: LocalDay): boolean => {
  const off = Math.abs(diffDays(a, b)) % DAYS_A_YEAR
  return Math.min(off, DAYS_A_YEAR - off) <= SEASON_DAYS
}

interface Weighed {
  readonly value: number
  readonly weight: number
}

/**
 * The next value after earlier ones: the weighted mean, with half of Student's 80 % range of a new observation. `chanceOf(mean)` is
 * the variance that mere chance explains, which is known and not estimated from a handful of releases.
 */
const estimate = (
  values: readonly Weighed[],
  chanceOf: (mean: number) => { readonly past: number; readonly next: number },
): { mean: number; half: number } => {
  const weights = values.reduce((sum, { weight }) => sum + weight, 0)
  const mean = values.reduce((sum, { value, weight }) => sum + weight * value, 0) / weights
  const squares = values.reduce((sum, { value, weight }) => sum + weight * (value - mean) ** 2, 0) / weights
  const count = values.length
  const chance = chanceOf(mean)
  const excess = Math.max(0, (squares * count) / (count - 1) - chance.past)
  const t = T_90[count - 2] ?? SCORE_80
  const variance = SCORE_80 ** 2 * (chance.next + chance.past / count) + t ** 2 * excess * (1 + 1 / count)
  return { mean, half: Math.sqrt(variance) }
}

/** The members with an outcome; `half` loses the half member that rounding adds on either side. */
const expectMembers = (rates: readonly Weighed[], listed: number, due: number): ExpectedLine => {
  const chance = (rate: number, members: number): number => (rate * (1 - rate)) / members
  const { mean, half } = estimate(rates, (rate) => ({ past: chance(rate, listed), next: chance(rate, due) }))
  const away = Math.max(0, due * half - 0.5)
  return {
    expected: Math.round(due * mean),
    low: Math.round(Math.max(0, due * mean - away)),
    high: Math.round(Math.min(due, due * mean + away)),
  }
}

/** An amount of each member, whose deviations up and down are alike as ratios. */
const expectAmount = (logs: readonly Weighed[], due: number): ExpectedLine => {
  const { mean, half } = estimate(logs, () => ({ past: 0, next: LEAST_SCATTER ** 2 }))
  const amount = (deviation: number): number => Math.round(due * Math.exp(mean + deviation))
  return { expected: amount(0), low: amount(-half), high: amount(half) }
}

/**
 * What a line of a release comes to, from the last six releases before it that have members, and for amounts something of it.
 * @param past in any order
 * @param next its day, and the members that will be listed
 * @returns null for fewer than three
 */
export const expectLine = <L extends ReleaseLine>(
  past: readonly (Listed & Readonly<Record<L, number>>)[],
  line: L,
  next: Listed,
): ExpectedLine | null => {
  const known = past
    .filter((one) => one.day < next.day && one.members > 0 && (!isAmount(line) || one[line] > 0))
    .toSorted((a, b) => a.day.localeCompare(b.day))
    .slice(-RECENT_RELEASES)
  if (known.length < FEWEST_RELEASES || next.members <= 0) return null
  const weigh = (read: (one: (typeof known)[number]) => number): Weighed[] =>
    known.map((one) => ({ value: read(one), weight: isSameSeason(one.day, next.day) ? 2 : 1 }))
  if (isAmount(line))
    return expectAmount(
      weigh((one) => Math.log(one[line] / one.members)),
      next.members,
    )
  const listed = known.reduce((sum, { members }) => sum + members, 0) / known.length
  // Half a member more, shared by the four outcomes: what never happened is not impossible, and all members have one.
  const rates = weigh((one) => (one[line] + 0.125) / (one.members + 0.5))
  return expectMembers(rates, listed, next.members)
}

/** Every line; null: too few releases have it. */
export const expectRelease = (past: readonly FinishedRelease[], next: Listed): ByLine<ExpectedLine | null> =>
  byLine((line) => expectLine(past, line, next))

/** How often each line of `expectRelease` was within its range: each release compared with what the ones before it made expect. */
export const reviewReleases = (past: readonly FinishedRelease[]) =>
  byLine((line) => {
    const held = past.flatMap((release) => {
      const expected = expectLine(past, line, release)
      return expected === null ? [] : [isWithin(release[line], expected)]
    })
    return { within: held.filter(Boolean).length, of: held.length }
  })
