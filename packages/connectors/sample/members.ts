import { dayOfNumber } from '#domain/ranges/local-day.ts'
import { CLUB_TIERS, type ClubTier } from './club-tiers.ts'
import { GOLDEN_RATIO, type Random, weighted } from './random.ts'
import type { SampleRow } from './sink.ts'
import type { Winery } from './winery.ts'

export interface Member {
  readonly id: string
  readonly customer: number
  readonly tier: ClubTier
  readonly signup: string
  readonly teamMember: string | null
  readonly channel: string
  readonly delivery: 'ship' | 'pickup'
  cancelled: string | null
  reason: string | null
  isCanceled: boolean
  /** first day number after the hold; infinite while it is open; 0 without a hold */
  heldUntil: number
  /** day number of the last hold, skip or declined card; minus infinity without any */
  lastTrouble: number
}

interface Signup {
  readonly customer: number
  readonly day: number
  readonly second: number
  readonly teamMember: string | null
  readonly channel: string
}

const TIERS = weighted(CLUB_TIERS.map((tier): [ClubTier, number] => [tier, tier.share]))

const CANCELLATION_REASONS = weighted<string>([
  ['Too much wine', 34],
  ['Financial reasons', 22],
  ['Moving', 12],
  ['Switching to another club', 9],
  ['Health reasons', 8],
  ['Pregnant', 3],
  ['Other', 12],
])

const HOLD_REASONS = weighted<string>([
  ['Too much wine', 40],
  ['Away from home', 26],
  ['Financial reasons', 20],
  ['Health reasons', 8],
  ['Other', 6],
])

const STAYS_OPEN = 0.3
/** Members who think of leaving at a time; the first of them with trouble in this many days leaves. */
const WAVERING = 6
const TROUBLE_DAYS = 150
/** Platforms lose the date of a few cancellations. */
const UNDATED_EVERY = 150

const memberStatus = (member: Member, today: number): 'active' | 'on_hold' | 'cancelled' => {
  if (member.isCanceled) return 'cancelled'
  return member.heldUntil > today ? 'on_hold' : 'active'
}

const RAW_STATUS = { active: 'Active', on_hold: 'On Hold', cancelled: 'Cancelled' } as const

const membershipRow = (winery: Winery, member: Member): SampleRow<'memberships'> => {
  const status = memberStatus(member, winery.calendar.today)
  const { id, name } = winery.customers.profile(member.customer)
  return {
    source_id: member.id,
    club_source_id: member.tier.id,
    club_name: member.tier.name,
    customer_source_id: id,
    customer_name: name,
    status,
    status_raw: RAW_STATUS[status],
    signup: member.signup,
    cancelled: member.cancelled,
    cancellation_reason: member.reason,
    acquisition_channel: member.channel,
    team_member: member.teamMember,
    delivery_method: member.delivery,
  }
}

const newMember = (winery: Winery, number: number, signup: Signup, random: Random): Member => ({
  id: `mem-${number}`,
  customer: signup.customer,
  tier: TIERS.at((number * GOLDEN_RATIO) % 1),
  signup: winery.calendar.timestamp(signup.day, signup.second),
  teamMember: signup.teamMember,
  channel: signup.channel,
  delivery: random.chance(0.45) ? 'pickup' : 'ship',
  cancelled: null,
  reason: null,
  isCanceled: false,
  heldUntil: 0,
  lastTrouble: Number.NEGATIVE_INFINITY,
})

export const createMembers = (winery: Winery) => {
  const { random, calendar } = winery
  const all: Member[] = []
  const active: Member[] = []
  let cancellations = 0
  let holds = 0

  const inTier = new Map<ClubTier, number>()
  const count = (tier: ClubTier, change: number): void => {
    inTier.set(tier, (inTier.get(tier) ?? 0) + change)
  }

  const leave = (index: number, member: Member): void => {
    const last = active.pop()
    if (last !== undefined && last !== member) active[index] = last
    count(member.tier, -1)
  }

  /** Of the next members in a row that can leave, the first with recent trouble, else the first: small samples do not lose whole clubs. */
  const placeToLeave = (day: number): number => {
    const start = random.below(active.length)
    const wavering: number[] = []
    for (let step = 0; step < active.length && wavering.length < WAVERING; step += 1) {
      const index = (start + step) % active.length
      const member = active[index]
      if (member !== undefined && (inTier.get(member.tier) ?? 0) > 2) wavering.push(index)
    }
    const isTroubled = (index: number): boolean => (active[index]?.lastTrouble ?? 0) > day - TROUBLE_DAYS
    return wavering.find(isTroubled) ?? wavering[0] ?? -1
  }

  const cancelSomeone = (day: number): void => {
    const place = placeToLeave(day)
    const member = active[place]
    if (member === undefined) return
    leave(place, member)
    cancellations += 1
    member.isCanceled = true
    member.reason = CANCELLATION_REASONS.at(random.next())
    if (cancellations % UNDATED_EVERY !== 3) member.cancelled = calendar.timestamp(day, 9 * 3600 + random.below(30_000))
    winery.memberDiscounts.delete(member.customer)
  }

  const holdSomeone = (day: number): void => {
    const member = active[random.below(active.length)]
    if (member === undefined || member.heldUntil > day) return
    holds += 1
    const until = day + 30 + random.below(150)
    const isOpen = until > calendar.today && random.chance(STAYS_OPEN)
    member.lastTrouble = day
    member.heldUntil = isOpen ? Number.POSITIVE_INFINITY : until
    winery.sink.push('membership_holds', {
      source_id: `hold-${holds}`,
      membership_source_id: member.id,
      start: dayOfNumber(day),
      end: isOpen ? null : dayOfNumber(until),
      reason: HOLD_REASONS.at(random.next()),
    })
  }

  return {
    active: active as readonly Member[],
    cancelSomeone,
    holdSomeone,
    join(signup: Signup): Member {
      const member = newMember(winery, all.length + 1, signup, random)
      all.push(member)
      active.push(member)
      count(member.tier, 1)
      winery.memberDiscounts.set(member.customer, member.tier.discount)
      return member
    },
    /** Writes all memberships in today's state. */
    write(): void {
      for (const member of all) winery.sink.push('memberships', membershipRow(winery, member))
    },
  }
}
export type Members = ReturnType<typeof createMembers>
