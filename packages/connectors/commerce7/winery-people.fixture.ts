import { DAY_MS } from '#domain/clock.ts'
import type { MembershipStatus, ReservationStatus } from '#domain/commerce.ts'
import { expectedRow } from '../kit/expected-rows.fixture.ts'
import { at as pickAt } from '../kit/winery.fixture.ts'
import { CUSTOMER, MEMBERSHIP, RESERVATION } from './samples.fixture.ts'
import type { Made } from './winery-store.fixture.ts'

export const seedCustomer = (number: number, since: number) => ({
  id: `cus-${number}`,
  first: `First${number}`,
  last: number % 5 === 0 ? null : `Last${number}`,
  email: number % 4 === 0 ? null : `guest${number}@winery.example`,
  birth: number % 3 === 0 ? null : '1968-05-02',
  since,
  /** cents */
  seed: number % 7 === 0 ? 12_345 : null,
})

export type SeedCustomer = ReturnType<typeof seedCustomer>

const at = (epochMs: number): string => new Date(epochMs).toISOString()

export const formatName = ({ first, last }: SeedCustomer): string => (last === null ? first : `${first} ${last}`)

export const toNameFields = ({ first, last }: SeedCustomer): object => ({ firstName: first, lastName: last })

export const makeCustomer = (customer: SeedCustomer, source_updated: number): Made => {
  const { id, email, birth, since, seed } = customer
  const row = {
    source_id: id,
    source_updated,
    name: formatName(customer),
    email,
    city: 'Napa',
    state: 'CA',
    country: 'US',
    postal_code: '94558',
    birth,
    since,
    lifetime_value_seed: seed,
    currency: 'USD',
  }
  return {
    id,
    wire: {
      ...CUSTOMER,
      id,
      ...toNameFields(customer),
      birthDate: birth,
      emails: email === null ? [] : [{ ...CUSTOMER.emails[0], email }],
      orderInformation: { ...CUSTOMER.orderInformation, ...(seed === null ? {} : { lifetimeValueSeedAmount: seed }) },
      createdAt: at(since),
    },
    rows: [expectedRow('customers', row)],
  }
}

export const MEMBERSHIP_STATES: readonly (readonly [raw: string, code: MembershipStatus])[] = [
  ['Active', 'active'],
  ['On Hold', 'on_hold'],
  ['Cancelled', 'cancelled'],
  ['Planning', 'other'],
]

type Club = Record<'id' | 'title', string>

export const seedMembership = (number: number, club: Club, customer: SeedCustomer, signup: number) => {
  const status = pickAt(MEMBERSHIP_STATES, number)
  const isCanceled = status[1] === 'cancelled'
  const day = at(signup).slice(0, 10)
  return {
    ...{ id: `mem-${number}`, club, customer, status, signup },
    // Every second cancelled membership has no date.
    cancelled: isCanceled && number % 8 === 2 ? signup + DAY_MS : null,
    reason: isCanceled ? 'Moving' : null,
    /** from and to a local day */
    holds: number % 3 === 0 ? [{ id: 'h1', start: day, end: number % 2 === 0 ? day : null }] : [],
  }
}

export type SeedMembership = ReturnType<typeof seedMembership>

export const makeMembership = (membership: SeedMembership, source_updated: number): Made => {
  const { id, club, customer, status, signup, cancelled, reason, holds } = membership
  const row = {
    source_id: id,
    source_updated,
    club_source_id: club.id,
    club_name: club.title,
    customer_source_id: customer.id,
    customer_name: formatName(customer),
    status: status[1],
    status_raw: status[0],
    signup,
    cancelled,
    cancellation_reason: reason,
    acquisition_channel: 'POS',
    team_member: 'Ana P.',
    team_member_source_id: 'acc-1',
    delivery_method: 'pickup',
  }
  return {
    id,
    wire: {
      ...MEMBERSHIP,
      id,
      status: status[0],
      customerId: customer.id,
      customer: { ...MEMBERSHIP.customer, id: customer.id, ...toNameFields(customer) },
      clubId: club.id,
      club: { ...MEMBERSHIP.club, ...club },
      orderDeliveryMethod: 'Pickup',
      signupDate: at(signup),
      cancelDate: cancelled === null ? null : at(cancelled),
      cancellationReason: reason,
      acquisitionChannel: 'POS',
      salesAssociate: { accountId: 'acc-1', name: 'Ana P.' },
      // The start is midnight in the winery's time zone, the end midnight UTC: both mean the local day.
      onHolds: holds.map((hold) => ({
        id: hold.id,
        startDate: `${hold.start}T08:00:00.000Z`,
        endDate: hold.end && `${hold.end}T00:00:00.000Z`,
        holdReason: 'Away from home',
      })),
    },
    rows: [
      expectedRow('memberships', row),
      ...holds.map(({ id: hold, start, end }) => {
        const held = { source_id: `${id}/${hold}`, source_updated, membership_source_id: id, start, end }
        return expectedRow('membership_holds', { ...held, reason: 'Away from home' })
      }),
    ],
  }
}

const RESERVATION_STATES: readonly (readonly [raw: string, code: ReservationStatus])[] = [
  ['Reserved', 'reserved'],
  ['Paid', 'reserved'],
  ['Hold', 'reserved'],
  ['Checked In', 'checked_in'],
  ['Closed Out', 'closed_out'],
  ['Cancelled', 'cancelled'],
  ['No Show', 'no_show'],
  ['Incomplete', 'other'],
]

/** A booking with its order, which may have been made elsewhere. */
export const seedReservation = (
  number: number,
  order: { readonly id: string; readonly at: number; readonly vendor: string | null },
  customer: SeedCustomer,
) => ({
  id: `res-${number}`,
  customer,
  at: order.at + DAY_MS,
  guests: 1 + (number % 6),
  status: pickAt(RESERVATION_STATES, number),
  vendor: order.vendor,
  orderId: order.id,
})

export type SeedReservation = ReturnType<typeof seedReservation>

export const makeReservation = (reservation: SeedReservation, source_updated: number): Made => {
  const { id, customer, guests, status, vendor, orderId } = reservation
  const row = {
    source_id: id,
    source_updated,
    reserved: reservation.at,
    experience: 'Estate Tasting',
    status: status[1],
    status_raw: status[0],
    channel: 'web',
    guests,
    customer_source_id: customer.id,
    team_member_source_id: null,
    order_source_id: orderId,
    external_vendor: vendor,
  }
  return {
    id,
    wire: {
      ...RESERVATION,
      id,
      externalReservationVendor: vendor,
      customerId: customer.id,
      reservationDate: at(reservation.at),
      guestCount: guests,
      status: status[0],
      orderId,
    },
    rows: [expectedRow('reservations', row)],
  }
}
