import { MEMBERSHIP_STATUSES } from '#domain/commerce.ts'
import {
  coded,
  countAll,
  dimension,
  factsOf,
  flag,
  groupValue,
  id,
  middle,
  ofEach,
  ofMany,
  ratio,
  texts,
  valuesOf,
} from '../columns.ts'
import { daysFrom, plusDays } from '../days.ts'
import { isActiveBefore } from '../definitions.ts'
import {
  hasUnknownEnd,
  isMemberBefore,
  isOnHoldBefore,
  type ReferenceMembership,
  tenureOf,
} from '../derived-members.ts'
import { type Grain, startOf } from '../periods.ts'
import type { Answer, Context, ReferenceMeasure, ReferenceRecord, ReferenceReportType } from '../report-type.ts'
import { isWeekend, timestampColumns, timestampValues } from '../time-parts.ts'
import { exactSum, orNull, type Value } from '../value.ts'
import type { Timestamp } from '../winery.ts'

const isWithin = (timestamp: Timestamp | null, { window }: Context): boolean =>
  timestamp !== null && (window.from === null || timestamp.day >= window.from) && timestamp.day < window.until

const standingOf = (membership: ReferenceMembership, until: string): string => {
  if (isOnHoldBefore(membership, until)) return 'on_hold'
  return isMemberBefore(membership, until) ? 'active' : 'cancelled'
}

const daysOf = (membership: ReferenceMembership, today: string): number | null => {
  const tenure = tenureOf(membership)
  return tenure === null ? null : daysFrom(tenure.from, tenure.until ?? today)
}

const measuresOf = (membership: ReferenceMembership, context: Context) => {
  const { until } = context.window
  return {
    memberCount: 1,
    activeMembers: Number(isActiveBefore(membership, until, context)),
    onHold: Number(isOnHoldBefore(membership, until)),
    signups: Number(isWithin(membership.signup, context)),
    cancellations: Number(isWithin(membership.cancelled, context)),
    tenureDays: daysOf(membership, context.settings.today),
  }
}

const recordOf =
  (context: Context) =>
  (membership: ReferenceMembership): ReferenceRecord => {
    const { given, service, signup, cancelled } = membership
    const { settings, window } = context
    return {
      values: {
        membershipId: given.source_id,
        clubName: orNull(given.club_name),
        clubId: orNull(given.club_source_id),
        customerId: orNull(given.customer_source_id),
        customerName: orNull(given.customer_name),
        status: orNull(given.status),
        statusRaw: orNull(given.status_raw),
        standing: standingOf(membership, window.until),
        cancellationReason: orNull(given.cancellation_reason),
        teamMember: orNull(given.team_member),
        teamMemberId: orNull(given.team_member_source_id),
        asOfMonth: plusDays(window.until, -1).slice(0, 7),
        isWeekend: isWeekend(signup.day),
        ...timestampValues('signup', signup, settings),
        ...timestampValues('cancelled', cancelled, settings),
        ...measuresOf(membership, context),
      },
      days: { signupDate: signup.day, cancelledDate: cancelled?.day ?? null },
      facts: {
        isMemberAtStart: Number(window.from !== null && isMemberBefore(membership, window.from)),
        hasUnknownEnd: hasUnknownEnd(membership),
      },
      service,
      key: [given.source_id, service],
    }
  }

/** Counts memberships by dates of their own, whatever the range limits. */
const ownCount = (columnId: string): ReferenceMeasure => {
  const count = (records: readonly ReferenceRecord[]) => exactSum(valuesOf(records, columnId))
  return ofEach('integer', count, { isAdditive: true, ownCounts: (records) => [count(records)] })
}

const CANCELLED_PARTS = timestampColumns('cancelled')

/** Columns that split cancellations, but not the members who could have canceled. */
const isOfCancelling = (columnId: string): boolean =>
  columnId === 'cancellationReason' || columnId === 'cancelledDate' || columnId in CANCELLED_PARTS

const FINEST_FIRST = ['day', 'week', 'month', 'quarter', 'year'] as const

/** The finest period of cancellation that is grouped by. */
const periodIn = (groupBy: readonly string[]): Grain | undefined =>
  FINEST_FIRST.find((grain) => groupBy.some((columnId) => CANCELLED_PARTS[columnId]?.part?.grain === grain))

const isMemberAt = ({ days, facts }: ReferenceRecord, day: string): boolean => {
  const { signupDate, cancelledDate } = days
  if (!signupDate || signupDate >= day || facts.hasUnknownEnd === true) return false
  return !cancelledDate || cancelledDate >= day
}

/** Whether a record has a group's values, except those of columns that split cancellations. */
const couldBeIn = (record: ReferenceRecord, groupBy: readonly string[], key: readonly Value[]): boolean =>
  groupBy.every((columnId, place) => isOfCancelling(columnId) || groupValue(record, columnId) === key[place])

/** Members with the group's values, and with those of one of the groups that the report shows. */
const couldHaveCanceled = ({ all, groupBy, key, among }: Answer): readonly ReferenceRecord[] =>
  all
    .filter((record) => key === null || couldBeIn(record, groupBy, key))
    .filter((record) => among === null || among.keys.some((one) => couldBeIn(record, among.groupBy, one)))

/** Whether the groups, or those that are shown, split cancellations. */
const isSplit = ({ groupBy, among }: Answer): boolean => [...groupBy, ...(among?.groupBy ?? [])].some(isOfCancelling)

/** Members at the start of the group's period, or of the range; null where the period has no start. */
const membersAtStart = (records: readonly ReferenceRecord[], { settings }: Context, answer: Answer): number | null => {
  if (!isSplit(answer)) return exactSum(factsOf(records, 'isMemberAtStart'))
  const able = couldHaveCanceled(answer)
  const grain = answer.key === null ? undefined : periodIn(answer.groupBy)
  if (grain === undefined) return exactSum(factsOf(able, 'isMemberAtStart'))
  const day = records.find(({ days }) => days.cancelledDate)?.days.cancelledDate
  if (!day) return null
  const start = startOf(day, grain, settings)
  return able.filter((record) => isMemberAt(record, start)).length
}

const cancellationsOf = (records: readonly ReferenceRecord[]): number => exactSum(valuesOf(records, 'cancellations'))

/** A group without cancellations shows its members only where they are its own. */
const attritionCounts: NonNullable<ReferenceMeasure['ownCounts']> = (records, context, answer) => [
  cancellationsOf(records),
  isSplit(answer) ? 0 : (membersAtStart(records, context, answer) ?? 0),
]

export const memberships: ReferenceReportType = {
  name: 'Memberships',
  dateColumn: 'signupDate',
  columns: {
    membershipId: id,
    customerId: id,
    clubId: id,
    teamMemberId: id,
    status: coded(MEMBERSHIP_STATUSES),
    standing: coded(MEMBERSHIP_STATUSES),
    ...texts('clubName', 'customerName', 'statusRaw', 'cancellationReason', 'teamMember'),
    ...timestampColumns('signup'),
    ...CANCELLED_PARTS,
    asOfMonth: dimension('month', { part: { of: 'asOfMonth', grain: 'month' } }),
    isWeekend: flag,
    memberCount: countAll,
    activeMembers: ownCount('activeMembers'),
    onHold: ownCount('onHold'),
    signups: ownCount('signups'),
    cancellations: ownCount('cancellations'),
    attritionRate: ofMany(
      'percent',
      (records, context, answer) => ratio(cancellationsOf(records), membersAtStart(records, context, answer)),
      { ownCounts: attritionCounts },
    ),
    tenureDays: ofEach('number', (records) => middle(valuesOf(records, 'tenureDays'))),
  },
  records: (context) => context.books.memberships.map(recordOf(context)),
}
