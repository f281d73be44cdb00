import fc from 'fast-check'
import type { CanonicalRecord } from '#domain/canonical/record.ts'
import { DAY_MS } from '#domain/clock.ts'
import { MEMBERSHIP_STATUSES, RELEASE_MEMBER_STATUSES, RESERVATION_STATUSES } from '#domain/commerce.ts'
import { membershipRow, reservationRow } from '../duckdb/sample-rows.fixture.ts'
import { customerId, idAt } from './generated-sales.fixture.ts'
import { localDay, name, quantity, STAFF, timestamp } from './generated-values.fixture.ts'
import { WRITTEN_CODES } from './reference/own-codes.ts'

type Drawn<A> = A extends fc.Arbitrary<infer T> ? T : never

const absent = { source_updated: null, time_basis: 'utc' } as const
const CLUBS = ['Estate', 'estate', '', null]
const RELEASES = ['rel1', 'rel2']
const MEMBERS = 14

const memberId = fc.integer({ min: 0, max: MEMBERS }).map((index) => idAt('m', index))

const membership = fc.record({
  signup: timestamp,
  /** duration in days, if it ended with a date */
  lasted: fc.option(fc.constantFrom(0, 1, 30, 400)),
  status: fc.constantFrom(...MEMBERSHIP_STATUSES),
  status_raw: fc.constantFrom(...WRITTEN_CODES),
  club_name: fc.constantFrom(...CLUBS),
  customer_source_id: customerId,
  customer_name: name,
  cancellation_reason: fc.constantFrom(null, '', 'Too much wine', 'Moving'),
  team_member: name,
  team_member_source_id: fc.constantFrom(...STAFF),
})

const laterBy = (at: number | string, days: number): number | string => {
  if (typeof at === 'number') return at + days * DAY_MS
  const later = new Date(Date.parse(`${at.replace(' ', 'T')}Z`) + days * DAY_MS).toISOString()
  return later.slice(0, 19).replace('T', ' ')
}

const membershipRows = ({ signup, lasted, ...given }: Drawn<typeof membership>, id: string) =>
  membershipRow({
    ...given,
    source_id: id,
    club_source_id: given.club_name?.toLowerCase() ?? null,
    signup: signup.at,
    cancelled: lasted === null ? null : laterBy(signup.at, lasted),
    time_basis: signup.basis,
  })

const hold = fc
  .record({ member: memberId, start: localDay, days: fc.option(fc.constantFrom(0, 1, 45)), reason: name })
  .map(({ member, start, days, reason }) => ({
    membership_source_id: member,
    start,
    end: days === null ? null : new Date(Date.parse(start) + days * DAY_MS).toISOString().slice(0, 10),
    reason,
  }))

const release = fc.record({
  when: timestamp,
  name: fc.constantFrom('Spring', 'spring', ''),
  club: fc.constantFrom(...CLUBS),
})

const releaseRow = (
  { when, name: title, club }: Drawn<typeof release>,
  id: string,
): CanonicalRecord<'club_releases'> => ({
  ...absent,
  source_id: id,
  name: title,
  club_source_id: club?.toLowerCase() ?? null,
  club_name: club,
  released: when.at,
  time_basis: when.basis,
})

/** Members of a release's club who left on both sides of thirty days from it. */
const leftNear = ({ when, club }: Drawn<typeof release>, id: string) =>
  [-31, -30, 30, 31].map((days) =>
    membershipRow({
      source_id: `${id}${days}`,
      club_source_id: club?.toLowerCase() ?? null,
      signup: laterBy(when.at, -500),
      cancelled: laterBy(when.at, days),
      status: 'cancelled',
      time_basis: when.basis,
    }),
  )

const releaseMember = fc.record({
  release_source_id: fc.constantFrom(...RELEASES, 'gone'),
  membership_source_id: memberId,
  status: fc.constantFrom(...RELEASE_MEMBER_STATUSES),
  order_source_id: fc.option(fc.integer({ min: 0, max: 25 }).map((index) => idAt('o', index))),
})

const reservation = fc.record({
  when: timestamp,
  experience: name,
  status: fc.oneof(fc.constantFrom('checked_in', 'closed_out'), fc.constantFrom(...RESERVATION_STATUSES)),
  status_raw: fc.constantFrom(...WRITTEN_CODES),
  channel: fc.constantFrom(null, '', 'Web', 'web'),
  guests: fc.constantFrom(0, 1, 2, 6, 40, 40),
  trade_guests: fc.constantFrom(null, null, 0, 1, 3),
  customer_source_id: customerId,
  team_member: name,
  team_member_source_id: fc.constantFrom(...STAFF),
  order_source_id: fc.option(fc.integer({ min: 0, max: 30 }).map((index) => idAt('o', index))),
})

const reservationRows = ({ when, ...given }: Drawn<typeof reservation>, id: string) =>
  reservationRow({ ...given, source_id: id, reserved: when.at, time_basis: when.basis })

const stock = fc.record({
  sku: fc.constantFrom('PN-19', 'pn-19', 'CH-20', 'UNSOLD'),
  product_title: name,
  location: fc.constantFrom(null, 'Cellar', 'Shop'),
  on_hand: quantity,
  reserved: fc.option(quantity),
  allocated: fc.option(quantity),
  available: fc.oneof(fc.constant(0), quantity),
})

/** All tables but sales; keys are unique within a service. */
export const club = fc
  .record({
    memberships: fc.array(membership, { minLength: 8, maxLength: MEMBERS, size: 'max' }),
    holds: fc.array(hold, { minLength: 24, maxLength: 32, size: 'max' }),
    releases: fc.array(release, { minLength: RELEASES.length, maxLength: RELEASES.length }),
    releaseMembers: fc.array(releaseMember, { maxLength: 16, size: 'max' }),
    reservations: fc.array(reservation, { minLength: 4, maxLength: 16, size: 'max' }),
    inventory: fc.array(stock, { minLength: 5, maxLength: 8, size: 'max' }),
  })
  .map(({ memberships, holds, releases, releaseMembers, reservations, inventory }) => ({
    memberships: [
      ...memberships.map((one, index) => membershipRows(one, idAt('m', index))),
      ...releases.flatMap((one, index) => leftNear(one, RELEASES[index] ?? '')),
    ],
    membership_holds: holds.map((one, index) => ({ ...absent, ...one, source_id: `h${index}` })),
    club_releases: releases.map((one, index) => releaseRow(one, RELEASES[index] ?? '')),
    release_members: releaseMembers.map((one, index) => ({ ...absent, ...one, source_id: `rm${index}` })),
    reservations: reservations.map((one, index) => reservationRows(one, idAt('r', index))),
    inventory: inventory.map((one, place) => ({ ...absent, ...one, source_id: `i${place}` })),
  }))
