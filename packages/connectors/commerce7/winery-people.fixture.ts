import type { MembershipStatus, ReservationStatus } from '#domain/commerce.ts'
import { CUSTOMER, MEMBERSHIP } from './documented-records.fixture.ts'
import { GUEST, RESERVATION } from './documented-reservation.fixture.ts'
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

const nameOf = ({ first, last }: Pick<SeedCustomer, 'first' | 'last'>): string =>
  last === null ? first : `${first} ${last}`

export const toNameFields = ({ first, last }: SeedCustomer): object => ({ firstName: first, lastName: last })

export const makeCustomer = (customer: SeedCustomer, updated: number): Made => {
  const { id, email, birth, since, seed } = customer
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
    rows: [
      {
        table: 'customers',
        row: {
          source_id: id,
          source_updated: updated,
          time_basis: 'utc',
          name: nameOf(customer),
          email,
          city: 'Napa',
          state: 'CA',
          country: 'US',
          postal_code: '94558',
          birth,
          since,
          lifetime_value_seed: seed,
          currency: 'USD',
        },
      },
    ],
  }
}

interface SeedHold {
  readonly id: string
  /** local day */
  readonly start: string
  readonly end: string | null
}

export interface SeedMembership {
  readonly id: string
  readonly club: { readonly id: string; readonly title: string }
  readonly customer: SeedCustomer
  readonly status: readonly [raw: string, code: MembershipStatus]
  readonly signup: number
  readonly cancelled: number | null
  readonly reason: string | null
  readonly holds: readonly SeedHold[]
}

export const MEMBERSHIP_STATES = {
  active: ['Active', 'active'],
  onHold: ['On Hold', 'on_hold'],
  cancelled: ['Cancelled', 'cancelled'],
  planning: ['Planning', 'other'],
} as const satisfies Record<string, SeedMembership['status']>

export const makeMembership = (membership: SeedMembership, updated: number): Made => {
  const { id, club, customer, status, signup, cancelled, reason, holds } = membership
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
      {
        table: 'memberships',
        row: {
          source_id: id,
          source_updated: updated,
          time_basis: 'utc',
          club_source_id: club.id,
          club_name: club.title,
          customer_source_id: customer.id,
          customer_name: nameOf(customer),
          status: status[1],
          status_raw: status[0],
          signup,
          cancelled,
          cancellation_reason: reason,
          acquisition_channel: 'POS',
          team_member: 'Ana P.',
          team_member_source_id: 'acc-1',
          delivery_method: 'pickup',
        },
      },
      ...holds.map((hold) => ({
        table: 'membership_holds' as const,
        row: {
          source_id: `${id}/${hold.id}`,
          source_updated: updated,
          time_basis: 'utc' as const,
          membership_source_id: id,
          start: hold.start,
          end: hold.end,
          reason: 'Away from home',
        },
      })),
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

export const makeReservation = (reservation: SeedReservation, updated: number): Made => ({
  id: reservation.id,
  wire: {
    ...RESERVATION,
    id: reservation.id,
    externalReservationVendor: reservation.vendor,
    customerId: reservation.customer.id,
    customer: { ...GUEST, id: reservation.customer.id, ...toNameFields(reservation.customer) },
    reservationDate: at(reservation.at),
    guestCount: reservation.guests,
    status: reservation.status[0],
    orderId: reservation.orderId,
  },
  rows: [
    {
      table: 'reservations',
      row: {
        source_id: reservation.id,
        source_updated: updated,
        time_basis: 'utc',
        reserved: reservation.at,
        experience: 'Estate Tasting',
        status: reservation.status[1],
        status_raw: reservation.status[0],
        channel: 'web',
        guests: reservation.guests,
        trade_guests: null,
        customer_source_id: reservation.customer.id,
        team_member: null,
        team_member_source_id: null,
        order_source_id: reservation.orderId,
        external_vendor: reservation.vendor,
      },
    },
  ],
})
