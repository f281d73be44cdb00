import type { ReleaseMemberStatus } from '#domain/commerce.ts'
import { CLUB_TIERS, type ClubTier, type Release, releaseOn } from './club-tiers.ts'
import type { Member, Members } from './members.ts'
import { type PlacedOrder, placeOrder } from './order.ts'
import type { DraftLine } from './order-draft.ts'
import { GOLDEN_RATIO } from './random.ts'
import type { SampleDay, Winery } from './winery.ts'

const SKIPPED = 0.065
const DECLINED = 0.03

const releaseStatus = (member: Member, index: number, start: number, day: number): ReleaseMemberStatus => {
  if (member.heldUntil > day) return 'on_hold'
  const unit = (start + index * GOLDEN_RATIO) % 1
  if (unit < SKIPPED) return 'skipped'
  return unit < SKIPPED + DECLINED ? 'declined' : 'processed'
}

/** Offset of the status sequence for which the member at `place` is declined. */
const startDeclining = (index: number): number => (SKIPPED + DECLINED / 2 + index * (1 - GOLDEN_RATIO)) % 1

const shipmentLines = (winery: Winery, day: SampleDay, tier: ClubTier, size: number): DraftLine[] => {
  const { random } = winery
  const wines = tier.bottles > 6 ? 5 : 4
  const bottles = tier.bottles * size * (0.8 + random.next() * 0.35)
  return Array.from({ length: wines }, (_, index) => ({
    product: day.wines.at(random.next()),
    quantity: Math.max(1, Math.floor((bottles + index) / wines)),
    discount: tier.discount,
  }))
}

export const createReleases = (winery: Winery, members: Members) => {
  const latest = new Map<string, Release>()
  const { random, sink } = winery

  const ship = (day: SampleDay, release: Release, member: Member, second: number): PlacedOrder =>
    placeOrder(winery, day, {
      channel: 'club',
      type: 'club',
      delivery: member.delivery,
      second,
      customer: member.customer,
      teamMember: null,
      lines: shipmentLines(winery, day, member.tier, release.size),
      release,
    })

  const note = (release: Release, member: Member, status: ReleaseMemberStatus, orderId: string | null): void => {
    sink.push('release_members', {
      source_id: `${release.id}/${member.id}`,
      release_source_id: release.id,
      membership_source_id: member.id,
      status,
      order_source_id: orderId,
    })
  }

  const announce = (release: Release): void => {
    latest.set(release.clubId, release)
    sink.push('club_releases', {
      source_id: release.id,
      name: release.name,
      club_source_id: release.clubId,
      club_name: release.clubName,
      released: winery.calendar.timestamp(release.day, 0),
    })
  }

  const chargeRelease = (day: SampleDay, release: Release, placed: (order: PlacedOrder) => void): void => {
    announce(release)
    const eligible = members.active.filter(({ tier }) => tier.id === release.clubId)
    const start = startDeclining(random.below(eligible.length))
    for (const [index, member] of eligible.entries()) {
      const status = releaseStatus(member, index, start, day.number)
      if (status === 'skipped' || status === 'declined') member.lastTrouble = day.number
      // All orders of a release are created in the first hours of its day.
      const order = status === 'processed' ? ship(day, release, member, (index * 2) % 14_400) : null
      note(release, member, status, order?.order.source_id ?? null)
      if (order !== null) placed(order)
    }
  }

  return {
    /** Charges the club releases of a day. */
    charge(day: SampleDay, placed: (order: PlacedOrder) => void): void {
      const due = CLUB_TIERS.map((tier) => releaseOn(tier, day.number)).filter((release) => release !== null)
      const nobodyHolds = due.length > 0 && !members.active.some(({ heldUntil }) => heldUntil > day.number)
      if (nobodyHolds) members.holdSomeone(day.number)
      for (const release of due) chargeRelease(day, release, placed)
    },
    /** The first shipment of a new member, from the club's latest release. */
    welcome(day: SampleDay, member: Member, second: number, placed: (order: PlacedOrder) => void): void {
      const release = latest.get(member.tier.id)
      if (release === undefined || !random.chance(0.65)) return
      const order = ship(day, release, member, second)
      note(release, member, 'processed', order.order.source_id)
      placed(order)
    },
  }
}
