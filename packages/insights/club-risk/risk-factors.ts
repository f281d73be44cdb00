import { dayNumber, type LocalDay, parseLocalDay } from '#domain/ranges/local-day.ts'
import type { MemberHistory } from '../insight/inputs.ts'

/** Factors that may predict a cancellation. */
export const RISK_FACTORS = [
  'base',
  'firstMonths',
  'firstYear',
  'longTenure',
  'oneSkip',
  'moreSkips',
  'declined',
  'noVisit',
  'noPurchase',
  'spendsLess',
  'winter',
] as const
export type RiskFactor = (typeof RISK_FACTORS)[number]

/** Days of the lookback, and the first months after the signup, which each have their own factor. */
export const LOOK_BACK = 180
const DECLINE_DAYS = 120
const FIRST_MONTHS = 120
const FIRST_YEAR = 365
const LONG_TENURE = 1095
const SPEND_DAYS = 182
/** Number of visits or orders at which the effect of absence falls to a third. */
const FEW = 1.5

/** A membership with its days as numbers, because the same days are evaluated for every month. */
export const buildTimeline = (member: MemberHistory) => ({
  member,
  signup: dayNumber(member.signup),
  /** Infinity while the membership is active */
  cancelled: member.cancelled === null ? Number.POSITIVE_INFINITY : dayNumber(member.cancelled),
  skips: member.skips.map(dayNumber),
  declines: member.declines.map(dayNumber),
  visits: member.visits.map(dayNumber),
  /** of the purchases, in their order */
  purchaseDays: member.purchases.map(({ day }) => dayNumber(day)),
})

export type MemberTimeline = Readonly<ReturnType<typeof buildTimeline>>

const countWithin = (days: readonly number[], from: number, until: number): number => {
  let count = 0
  for (const day of days) if (day >= from && day < until) count += 1
  return count
}

const spentWithin = ({ member, purchaseDays }: MemberTimeline, from: number, until: number): number => {
  let sum = 0
  for (const [at, day] of purchaseDays.entries())
    if (day >= from && day < until) sum += member.purchases[at]?.amount ?? 0
  return sum
}

/** Days since the last order outside the club or visit before the day; since joining where there is none. */
export const daysSinceContact = ({ signup, visits, purchaseDays }: MemberTimeline, day: number): number =>
  day - Math.max(signup, ...[...visits, ...purchaseDays].filter((contact) => contact < day))

/** A day on which members are scored, with the month of the year, from 1. */
export const toRiskDay = (date: LocalDay) => ({ day: dayNumber(date), month: parseLocalDay(date).month })

export type RiskDay = Readonly<ReturnType<typeof toRiskDay>>

const BITS = RISK_FACTORS.length
const MOST_VISITS = 2 ** 14

/** The state of a member on a day, with the binary factors as a bit set by index; equal states have equal factors. */
const standingAt = (member: MemberTimeline, { day, month }: RiskDay) => {
  const tenure = day - member.signup
  const recent = day - LOOK_BACK
  const skips = countWithin(member.skips, recent, day)
  const spent = spentWithin(member, day - SPEND_DAYS, day)
  const spentBefore = spentWithin(member, day - 2 * SPEND_DAYS, day - SPEND_DAYS)
  const isSettled = tenure >= LOOK_BACK
  const flags = [
    true,
    tenure < FIRST_MONTHS,
    tenure >= FIRST_MONTHS && tenure < FIRST_YEAR,
    tenure >= LONG_TENURE,
    skips === 1,
    skips > 1,
    countWithin(member.declines, day - DECLINE_DAYS, day) > 0,
    isSettled,
    isSettled,
    spentBefore > 0 && spent < spentBefore / 2,
    month <= 3,
  ]
  return {
    bits: flags.reduce((bits, flag, index) => (flag ? bits | (1 << index) : bits), 0),
    visits: isSettled ? countWithin(member.visits, recent, day) : 0,
    purchases: isSettled ? countWithin(member.purchaseDays, recent, day) : 0,
  }
}

const factorsOf = ({ bits, visits, purchases }: ReturnType<typeof standingAt>): number[] =>
  RISK_FACTORS.map((factor, index) => {
    const isThere = (bits >> index) & 1
    if (factor === 'noVisit') return isThere * Math.exp(-visits / FEW)
    return factor === 'noPurchase' ? isThere * Math.exp(-purchases / FEW) : isThere
  })

/** Caches factors by state: members with equal states share them. */
export type KnownFactors = Map<number, readonly number[]>

/** The factors of the member at the start of the day, 0 to 1, in the order of `RISK_FACTORS`. */
export const factorsAt = (member: MemberTimeline, day: RiskDay, known: KnownFactors): readonly number[] => {
  const standing = standingAt(member, day)
  const key = standing.bits + 2 ** BITS * (standing.visits + MOST_VISITS * standing.purchases)
  const factors = known.get(key) ?? factorsOf(standing)
  known.set(key, factors)
  return factors
}
