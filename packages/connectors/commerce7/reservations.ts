import { z } from 'zod'
import type { CanonicalRow } from '../kit/connector.ts'
import { CHANNELS, lookUpCode, RESERVATION_STATUSES } from './codes.ts'
import { Id, Instant, OptionalInstant, Reference, Text } from './fields.ts'

export const Reservation = z.object({
  id: Id,
  status: Text,
  channel: Text,
  externalReservationVendor: Text,
  customerId: Reference,
  reservationDate: Instant,
  guestCount: z
    .number()
    .int()
    .nonnegative()
    .nullish()
    .transform((guests) => guests ?? 0),
  orderId: Reference,
  reservationType: z
    .object({ title: Text })
    .nullish()
    .transform((type) => type?.title ?? null),
  updatedAt: OptionalInstant,
})
export type Reservation = z.output<typeof Reservation>

/** The API does not distinguish trade guests from others, and no page shows what a host's record holds. */
export const reservationRows = (reservation: Reservation): CanonicalRow[] => [
  {
    table: 'reservations',
    row: {
      source_id: reservation.id,
      source_updated: reservation.updatedAt,
      time_basis: 'utc',
      reserved: reservation.reservationDate,
      experience: reservation.reservationType,
      status: lookUpCode(RESERVATION_STATUSES, reservation.status),
      status_raw: reservation.status,
      channel: reservation.channel && lookUpCode(CHANNELS, reservation.channel),
      guests: reservation.guestCount,
      trade_guests: null,
      customer_source_id: reservation.customerId,
      team_member: null,
      team_member_source_id: null,
      order_source_id: reservation.orderId,
      external_vendor: reservation.externalReservationVendor,
    },
  },
]
