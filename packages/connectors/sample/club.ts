import { dayOfNumber, parseLocalDay } from '#domain/ranges/local-day.ts'
import { isNearRelease } from './club-tiers.ts'
import { createMembers, type Member } from './members.ts'
import type { PlacedOrder } from './order.ts'
import { createReleases } from './releases.ts'
import { CANCELLATION_MONTHS } from './seasons.ts'
import type { Visitor } from './visits.ts'
import type { SampleDay, Winery } from './winery.ts'

/** Yearly rates relative to the number of members. */
const SIGNUPS_A_YEAR = 0.46
const CANCELLATIONS_A_YEAR = 0.34
const HOLDS_A_YEAR = 0.17
/** Signups by month relative to an average one. */
const SIGNUP_MONTHS = [0.9, 0.9, 1, 1, 1.05, 1, 1.05, 1.15, 1.05, 1.15, 0.95, 0.8]
const AT_THE_COUNTER = 0.85
/** Cancellations more than double while a shipment is announced. */
const NEAR_RELEASE = 2.3
const BETWEEN_RELEASES = 0.75
/** Members at the start, who joined during this many days before. */
const EARLIER_DAYS = 1500

const AVERAGE_CANCELLATIONS = CANCELLATION_MONTHS.reduce((sum, count) => sum + count, 0) / 12

/** Days before today with a guaranteed cancellation or hold, so that small samples have both. */
const SURE_CANCELLATIONS: readonly number[] = [0, 4, 9, 15, 22, 28]
const SURE_HOLDS: readonly number[] = [1, 8, 15, 22]

const monthOf = (day: SampleDay): number => parseLocalDay(dayOfNumber(day.number)).month - 1

/**
 * @param size number of members that signups are proportional to
 */
export const createClub = (winery: Winery, size: number) => {
  const { random, calendar } = winery
  const members = createMembers(winery)
  const releases = createReleases(winery, members)

  const joinAtCounter = ({ customer, teamMember, second }: Visitor, day: SampleDay): Member =>
    members.join({ customer, day: day.number, second: Math.min(second + 3000, 86_399), teamMember, channel: 'pos' })

  const joinOnline = (day: SampleDay): Member | null => {
    const customer = winery.customers.pickKnown(random)
    if (winery.memberDiscounts.has(customer)) return null
    const second = 9 * 3600 + random.below(40_000)
    return members.join({ customer, day: day.number, second, teamMember: null, channel: 'web' })
  }

  const signUp = (day: SampleDay, visitors: readonly Visitor[]): Member[] => {
    const expected = ((size * SIGNUPS_A_YEAR) / 365.25) * (SIGNUP_MONTHS[monthOf(day)] ?? 1)
    const atCounter = Math.max(random.poisson(expected * AT_THE_COUNTER), day.age === 0 ? 1 : 0)
    const online = Array.from({ length: random.poisson(expected * (1 - AT_THE_COUNTER)) }, () => joinOnline(day))
    const fresh = visitors.filter(({ customer }) => !winery.memberDiscounts.has(customer))
    const unique = [...new Map(fresh.map((visitor) => [visitor.customer, visitor])).values()]
    return [
      ...unique.slice(0, atCounter).map((visitor) => joinAtCounter(visitor, day)),
      ...online.filter((member) => member !== null),
    ]
  }

  const cancel = (day: SampleDay): void => {
    const season = (CANCELLATION_MONTHS[monthOf(day)] ?? 0) / AVERAGE_CANCELLATIONS
    const near = isNearRelease(day.number) ? NEAR_RELEASE : BETWEEN_RELEASES
    const expected = ((members.active.length * CANCELLATIONS_A_YEAR) / 365.25) * season * near
    const count = Math.max(random.poisson(expected), SURE_CANCELLATIONS.includes(day.age) ? 1 : 0)
    for (let index = 0; index < count; index += 1) members.cancelSomeone(day.number)
  }

  const hold = (day: SampleDay): void => {
    const expected = (members.active.length * HOLDS_A_YEAR) / 365.25
    const count = Math.max(random.poisson(expected), SURE_HOLDS.includes(day.age) ? 1 : 0)
    for (let index = 0; index < count; index += 1) members.holdSomeone(day.number)
  }

  return {
    open(): void {
      const atStart = Math.round(size * 0.85)
      for (let customer = 0; customer < atStart; customer += 1) {
        const day = calendar.first - 1 - random.below(EARLIER_DAYS)
        members.join({ customer, day, second: 50_000, teamMember: null, channel: 'pos' })
      }
    },
    live(day: SampleDay, visitors: readonly Visitor[], placed: (order: PlacedOrder) => void): void {
      cancel(day)
      hold(day)
      releases.charge(day, placed)
      for (const member of signUp(day, visitors)) releases.welcome(day, member, 60_000, placed)
    },
    close: () => members.write(),
  }
}
export type Club = ReturnType<typeof createClub>
