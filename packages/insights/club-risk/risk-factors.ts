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
const LOOK_BACK = 180
const DECLINE_DAYS = 120
const FIRST_MONTHS = 120
const FIRST_YEAR = 365
const LONG_TENURE = 1095
const SPEND_DAYS = 182
/** Number of visits or orders at which the effect of absence falls to a third. */
const FEW = 1.5

/** A membership with its days as numbers, because the same days are evaluated for every month. */
export interface MemberTimeline {
  readonly member: MemberHistory
  readonly signup: number
  /** Infinity while the membership is active */
  readonly cancelled: number
  readonly skips: readonly number[]
  readonly declines: readonly number[]
  readonly visits: readonly number[]
  readonly purchases: readonly { readonly day: number; readonly amount: number }[]
}

export const buildTimeline = (member: MemberHistory): MemberTimeline => ({
  member,
  signup: dayNumber(member.signup),
  cancelled: member.cancelled === null ? Number.POSITIVE_INFINITY : dayNumber(member.cancelled),
  skips: member.skips.map(dayNumber),
  declines: member.declines.map(dayNumber),
  visits: member.visits.map(dayNumber),
  purchases: member.purchases.map(({ day, amount }) => ({ day: dayNumber(day), amount })),
})

const countWithin = (days: readonly number[], from: number, until: number): number => {
  let count = 0
  for (const day of days) if (day >= from && day < until) count += 1
  return count
}

const spentWithin = ({ purchases }: MemberTimeline, from: number, until: number): number => {
  let sum = 0
  for (const { day, amount } of purchases) if (day >= from && day < until) sum += amount
  return sum
}

const countPurchases = ({ purchases }: MemberTimeline, from: number, until: number): number => {
  let count = 0
  for (const { day } of purchases) if (day >= from && day < until) count += 1
  return count
}

/** Days since the last order outside the club or visit before the day; since joining where there is none. */
export const daysSinceContact = ({ signup, visits, purchases }: MemberTimeline, day: number): number => {
  let last = signup
  for (const visit of visits) if (visit < day && visit > last) last = visit
  for (const purchase of purchases) if (purchase.day < day && purchase.day > last) last = purchase.day
  return day - last
}

/** A day on which members are scored. */
export interface RiskDay {
  readonly day: number
  /** month of the year, from 1 */
  readonly month: number
}

export const toRiskDay = (date: LocalDay): RiskDay => ({ day: dayNumber(date), month: parseLocalDay(date).month })

/** The state of a member on a day; equal states have equal factors. */
interface Standing {
  /** bit set of the binary factors, by index */
  readonly bits: number
  readonly visits: number
  readonly purchases: number
}

const BITS = 11
const MOST_VISITS = 2 ** 14

const standingAt = (member: MemberTimeline, { day, month }: RiskDay): Standing => {
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
    purchases: isSettled ? countPurchases(member, recent, day) : 0,
  }
}

const factorsOf = ({ bits, visits, purchases }: Standing): number[] =>
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
