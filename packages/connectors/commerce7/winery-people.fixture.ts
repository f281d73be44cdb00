import type { MembershipStatus, ReservationStatus } from '#domain/commerce.ts'
import { expectedRow } from '../kit/expected-rows.fixture.ts'
import { CUSTOMER, GUEST, MEMBERSHIP, RESERVATION } from './samples.fixture.ts'
import type { Made } from './winery-store.fixture.ts'

export interface SeedCustomer {
  readonly id: string
  readonly first: string
  readonly last: string | null
  readonly email: string | null
  readonly birth: string | null
  readonly since: number
  /** cents */
  readonly seed: number | null
}

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

export interface SeedMembership {
  readonly id: string
  readonly club: { readonly id: string; readonly title: string }
  readonly customer: SeedCustomer
  readonly status: readonly [raw: string, code: MembershipStatus]
  readonly signup: number
  readonly cancelled: number | null
  readonly reason: string | null
  /** from and to a local day */
  readonly holds: readonly { readonly id: string; readonly start: string; readonly end: string | null }[]
}

export const MEMBERSHIP_STATES = [
  ['Active', 'active'],
  ['On Hold', 'on_hold'],
  ['Cancelled', 'cancelled'],
  ['Planning', 'other'],
] as const satisfies readonly SeedMembership['status'][]

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

export interface SeedReservation {
  readonly id: string
  readonly customer: SeedCustomer
  readonly at: number
  readonly guests: number
  readonly status: readonly [raw: string, code: ReservationStatus]
  /** a booking made elsewhere, with its order */
  readonly vendor: string | null
  readonly orderId: string | null
}

export const RESERVATION_STATES = [
  ['Reserved', 'reserved'],
  ['Paid', 'reserved'],
  ['Hold', 'reserved'],
  ['Checked In', 'checked_in'],
  ['Closed Out', 'closed_out'],
  ['Cancelled', 'cancelled'],
  ['No Show', 'no_show'],
  ['Incomplete', 'other'],
] as const satisfies readonly SeedReservation['status'][]

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
      customer: { ...GUEST, id: customer.id, ...toNameFields(customer) },
      reservationDate: at(reservation.at),
      guestCount: guests,
      status: status[0],
      orderId,
    },
    rows: [expectedRow('reservations', row)],
  }
}
