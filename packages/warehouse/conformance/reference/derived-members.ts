import type { CanonicalRecord } from '#domain/canonical/record.ts'
import { timestampOrNull, toTimestamp } from './wall-clock.ts'
import type { ServiceRows, Timestamp } from './winery.ts'

export interface ReferenceMembership {
  readonly service: string
  readonly given: CanonicalRecord<'memberships'>
  readonly signup: Timestamp
  readonly cancelled: Timestamp | null
  readonly holds: readonly CanonicalRecord<'membership_holds'>[]
}

export const deriveMemberships = (service: string, rows: ServiceRows, timeZone: string): ReferenceMembership[] =>
  (rows.memberships ?? []).map((given) => ({
    service,
    given,
    signup: toTimestamp(given.signup, given.time_basis, timeZone),
    cancelled: timestampOrNull(given.cancelled, given.time_basis, timeZone),
    holds: (rows.membership_holds ?? []).filter((hold) => hold.membership_source_id === given.source_id),
  }))

/** Canceled without a date: it never counts as a member. */
export const hasUnknownEnd = ({ given, cancelled }: ReferenceMembership): boolean =>
  given.status === 'cancelled' && cancelled === null

/** A member when the day before `day` ends. */
export const isMemberBefore = (membership: ReferenceMembership, day: string): boolean => {
  const { signup, cancelled } = membership
  if (signup.day >= day || hasUnknownEnd(membership)) return false
  return cancelled === null || cancelled.day >= day
}

/** Active on hold: one of its holds covers the day before `day`, or its status is on hold and it has no holds. */
export const isOnHoldBefore = (membership: ReferenceMembership, day: string): boolean => {
  if (!isMemberBefore(membership, day)) return false
  const { holds, given } = membership
  if (holds.length === 0) return given.status === 'on_hold'
  return holds.some(({ start, end }) => start < day && (end === null || end >= day))
}

/** Days that it has lasted; null where its end is not known. */
export const memberTenure = (membership: ReferenceMembership): { from: string; until: string | null } | null =>
  hasUnknownEnd(membership)
    ? null
    : { from: membership.signup.day, until: membership.cancelled === null ? null : membership.cancelled.day }
