import { z } from 'zod'
import type { CanonicalRow } from '../kit/connector.ts'
import { each, Instant, OptionalText, optional, optionalList } from '../kit/fields.ts'
import { RecordProblem } from '../kit/read-records.ts'
import { utcRow } from '../kit/rows.ts'
import { CHANNELS, DELIVERY_METHODS, MEMBERSHIP_STATUSES, RESERVATION_STATUSES } from './codes.ts'
import {
  fullName,
  Id,
  OptionalCents,
  OptionalInstant,
  PersonName,
  Reference,
  SalesAssociate,
  toLocalDay,
} from './fields.ts'
import type { AccountingSettings } from './order-rows.ts'

export const Customer = z.object({
  id: Id,
  ...each(OptionalText, 'firstName', 'lastName', 'city', 'stateCode', 'zipCode', 'countryCode'),
  birthDate: optional(z.string()),
  emails: optionalList(z.object({ email: OptionalText })),
  orderInformation: optional(z.object({ lifetimeValueSeedAmount: OptionalCents })),
  createdAt: OptionalInstant,
  updatedAt: OptionalInstant,
})
export type Customer = z.output<typeof Customer>

/** The first email is the one that Commerce7 uses. */
export const customerRows = (customer: Customer, { currency, timeZone }: AccountingSettings): CanonicalRow[] => [
  utcRow('customers', {
    id: customer.id,
    updated: customer.updatedAt,
    name: fullName(customer),
    email: customer.emails[0]?.email ?? null,
    city: customer.city,
    state: customer.stateCode,
    country: customer.countryCode,
    postal_code: customer.zipCode,
    birth: toLocalDay(customer.birthDate, timeZone),
    since: customer.createdAt,
    lifetime_value_seed: customer.orderInformation?.lifetimeValueSeedAmount ?? null,
    currency,
  }),
]

const Hold = z.object({
  id: Reference,
  startDate: optional(z.string()),
  endDate: optional(z.string()),
  holdReason: OptionalText,
})

export const Membership = z.object({
  id: Id,
  ...each(OptionalText, 'status', 'orderDeliveryMethod', 'cancellationReason', 'acquisitionChannel'),
  clubId: Reference,
  customerId: Reference,
  customer: PersonName,
  club: optional(z.object({ id: Reference, title: OptionalText })),
  ...each(OptionalInstant, 'signupDate', 'cancelDate', 'createdAt', 'updatedAt'),
  salesAssociate: SalesAssociate,
  onHolds: optionalList(Hold),
})
export type Membership = z.output<typeof Membership>

const holdRows = ({ id, updatedAt, onHolds }: Membership, timeZone: string): CanonicalRow[] =>
  onHolds.map((hold, index) => {
    const start = toLocalDay(hold.startDate, timeZone)
    const field = `onHolds[${index}].startDate`
    if (start === null) throw new RecordProblem(field, `${field} isn’t a day`)
    return utcRow('membership_holds', {
      id: `${id}/${hold.id ?? index + 1}`,
      updated: updatedAt,
      membership_source_id: id,
      start,
      end: toLocalDay(hold.endDate, timeZone),
      reason: hold.holdReason,
    })
  })

/** A membership and its holds. A cancelled one may have no date; its status still says that it ended. Throws `RecordProblem`. */
export const membershipRows = (membership: Membership, timeZone: string): CanonicalRow[] => {
  const { club, salesAssociate, orderDeliveryMethod: delivery } = membership
  const signup = membership.signupDate ?? membership.createdAt
  if (signup === null) throw new RecordProblem('signupDate', 'signupDate is missing')
  return [
    utcRow('memberships', {
      id: membership.id,
      updated: membership.updatedAt,
      club_source_id: membership.clubId ?? club?.id ?? null,
      club_name: club?.title ?? null,
      customer_source_id: membership.customerId,
      customer_name: fullName(membership.customer),
      status: MEMBERSHIP_STATUSES.read(membership.status),
      status_raw: membership.status,
      signup,
      cancelled: membership.cancelDate,
      cancellation_reason: membership.cancellationReason,
      acquisition_channel: membership.acquisitionChannel,
      team_member: salesAssociate?.name ?? null,
      team_member_source_id: salesAssociate?.accountId ?? null,
      delivery_method: delivery && DELIVERY_METHODS.read(delivery),
    }),
    ...holdRows(membership, timeZone),
  ]
}

export const Reservation = z.object({
  id: Id,
  reservationNumber: z.unknown().optional(),
  ...each(OptionalText, 'status', 'channel', 'externalReservationVendor'),
  customerId: Reference,
  reservationDate: Instant,
  guestCount: optional(z.number().int().nonnegative()),
  orderId: Reference,
  reservationType: optional(z.object({ title: OptionalText })),
  updatedAt: OptionalInstant,
})
export type Reservation = z.output<typeof Reservation>

/** The API does not distinguish trade guests from others, and no page shows what a host's record holds. */
export const reservationRows = (reservation: Reservation): CanonicalRow[] => [
  utcRow('reservations', {
    id: reservation.id,
    updated: reservation.updatedAt,
    reserved: reservation.reservationDate,
    experience: reservation.reservationType?.title ?? null,
    status: RESERVATION_STATUSES.read(reservation.status),
    status_raw: reservation.status,
    channel: reservation.channel && CHANNELS.read(reservation.channel),
    guests: reservation.guestCount ?? 0,
    trade_guests: null,
    customer_source_id: reservation.customerId,
    team_member: null,
    team_member_source_id: null,
    order_source_id: reservation.orderId,
    external_vendor: reservation.externalReservationVendor,
  }),
]
