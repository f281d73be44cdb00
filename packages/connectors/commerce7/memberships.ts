import { z } from 'zod'
import type { CanonicalRow } from '../kit/connector.ts'
import { RecordProblem } from '../kit/read-records.ts'
import { DELIVERY_METHODS, lookUpCode, MEMBERSHIP_STATUSES } from './codes.ts'
import {
  DayText,
  fullName,
  Id,
  lenientList,
  OptionalInstant,
  Reference,
  SalesAssociate,
  Text,
  toLocalDay,
} from './fields.ts'

const Hold = z.object({ id: Reference, startDate: DayText, endDate: DayText, holdReason: Text })

export const Membership = z.object({
  id: Id,
  status: Text,
  clubId: Reference,
  customerId: Reference,
  customer: z
    .object({ firstName: Text, lastName: Text })
    .nullish()
    .transform((customer) => customer && fullName(customer.firstName, customer.lastName)),
  club: z
    .object({ id: Reference, title: Text })
    .nullish()
    .transform((club) => club ?? null),
  orderDeliveryMethod: Text,
  signupDate: OptionalInstant,
  cancelDate: OptionalInstant,
  cancellationReason: Text,
  acquisitionChannel: Text,
  salesAssociate: SalesAssociate,
  onHolds: lenientList(Hold),
  createdAt: OptionalInstant,
  updatedAt: OptionalInstant,
})
export type Membership = z.output<typeof Membership>

const holdRow = (
  { id, updatedAt }: Membership,
  hold: z.output<typeof Hold>,
  index: number,
  timeZone: string,
): CanonicalRow => {
  const start = toLocalDay(hold.startDate, timeZone)
  const field = `onHolds[${index}].startDate`
  if (start === null) throw new RecordProblem(field, `${field} isn’t a day`)
  return {
    table: 'membership_holds',
    row: {
      source_id: `${id}/${hold.id ?? index + 1}`,
      source_updated: updatedAt,
      time_basis: 'utc',
      membership_source_id: id,
      start,
      end: toLocalDay(hold.endDate, timeZone),
      reason: hold.holdReason,
    },
  }
}

/**
 * A membership and its holds. A cancelled one may have no date; its status still says that it ended. Throws `RecordProblem`.
 */
export const membershipRows = (membership: Membership, timeZone: string): CanonicalRow[] => {
  const signup = membership.signupDate ?? membership.createdAt
  if (signup === null) throw new RecordProblem('signupDate', 'signupDate is missing')
  return [
    {
      table: 'memberships',
      row: {
        source_id: membership.id,
        source_updated: membership.updatedAt,
        time_basis: 'utc',
        club_source_id: membership.clubId ?? membership.club?.id ?? null,
        club_name: membership.club?.title ?? null,
        customer_source_id: membership.customerId,
        customer_name: membership.customer ?? null,
        status: lookUpCode(MEMBERSHIP_STATUSES, membership.status),
        status_raw: membership.status,
        signup,
        cancelled: membership.cancelDate,
        cancellation_reason: membership.cancellationReason,
        acquisition_channel: membership.acquisitionChannel,
        team_member: membership.salesAssociate?.name ?? null,
        team_member_source_id: membership.salesAssociate?.accountId ?? null,
        delivery_method: membership.orderDeliveryMethod && lookUpCode(DELIVERY_METHODS, membership.orderDeliveryMethod),
      },
    },
    ...membership.onHolds.map((hold, index) => holdRow(membership, hold, index, timeZone)),
  ]
}
