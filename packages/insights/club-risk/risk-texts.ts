import { diffDays, type LocalDay, monthLabel } from '#domain/ranges/local-day.ts'
import { countOf } from '#domain/text.ts'
import type { MemberHistory } from '../insight/inputs.ts'
import { median } from '../statistics/location.ts'
import { LOOK_BACK } from './risk-factors.ts'
import { RISK_REASONS, type RiskReason } from './risk-model.ts'

/** Orders on different days that show how often a member orders. */
const FEWEST_ORDERS = 4
/** Usual intervals after which an order is overdue. */
const OVERDUE = 2
const MONTH_DAYS = 365.25 / 12

const spell = (days: number): string =>
  days < 2 * MONTH_DAYS
    ? countOf(Math.max(1, Math.round(days / 7)), 'week')
    : countOf(Math.round(days / MONTH_DAYS), 'month')

const inMonth = (day: LocalDay): string => `in ${monthLabel(day.slice(0, 7))}`

/** The different days before today, in order. */
const pastDays = (days: readonly LocalDay[], today: LocalDay): LocalDay[] =>
  [...new Set(days)].filter((day) => day < today).toSorted()

/** How long ago the last order outside the club was, for a member who orders so often that it is overdue. */
const overdueText = ({ purchases }: MemberHistory, today: LocalDay): string[] => {
  const bought = purchases.flatMap(({ day, amount }) => (amount > 0 ? [day] : []))
  const days = pastDays(bought, today)
  const since = diffDays(days.at(-1) ?? today, today)
  const usual = median(days.slice(1).map((day, index) => diffDays(days[index] ?? day, day)))
  if (days.length < FEWEST_ORDERS || since < OVERDUE * usual) return []
  return [`no order outside the club for ${spell(since)}; usually every ${spell(usual).replace(/^1 /, '')}`]
}

/** Why a member may leave, by what is on record; then an order that is overdue, whatever it adds to the risk. */
export const riskTexts = (
  factors: readonly RiskReason['factor'][],
  member: MemberHistory,
  today: LocalDay,
): string[] => {
  const { signup } = member
  const skips = pastDays(member.skips, today).filter((day) => diffDays(day, today) <= LOOK_BACK)
  const [skip] = skips
  const [declined, visit] = [member.declines, member.visits].map((days) => pastDays(days, today).at(-1))
  const texts: Partial<Record<RiskReason['factor'], string | undefined>> = {
    firstMonths: `joined ${inMonth(signup)}`,
    firstYear: `joined ${inMonth(signup)}`,
    longTenure: `joined ${inMonth(signup)}`,
    oneSkip: skip && `skipped or paused ${inMonth(skip)}`,
    moreSkips: skip && `skipped or paused ${skips.length} times since ${monthLabel(skip.slice(0, 7))}`,
    declined: declined && `card declined ${inMonth(declined)}`,
    noVisit: visit === undefined ? 'no visit on record' : `last visit ${inMonth(visit)}`,
  }
  return [...factors.map((factor) => texts[factor] ?? RISK_REASONS[factor]), ...overdueText(member, today)]
}
