import { MEMBERSHIP_STATUSES } from '#domain/commerce.ts'
import {
  coded,
  countAll,
  dimension,
  flag,
  groupValue,
  id,
  middle,
  ofEach,
  ofMany,
  ratio,
  readFacts,
  readValues,
  texts,
} from '../columns.ts'
import { daysFrom, parseMonth, plusDays } from '../days.ts'
import { isActiveBefore } from '../definitions.ts'
import {
  hasUnknownEnd,
  isMemberBefore,
  isOnHoldBefore,
  memberTenure,
  type ReferenceMembership,
} from '../derived-members.ts'
import { type Grain, periodStart } from '../periods.ts'
import type { Answer, Context, ReferenceMeasure, ReferenceRecord, ReferenceReportType } from '../report-type.ts'
import { isWeekend, monthOfYear, timestampColumns, timestampValues } from '../time-parts.ts'
import { exactSum, orNull, type Value } from '../value.ts'
import type { Timestamp } from '../winery.ts'
import { readZipArea } from '../zip-area.ts'

const isWithin = (timestamp: Timestamp | null, { window }: Context): boolean =>
  timestamp !== null && (window.from === null || timestamp.day >= window.from) && timestamp.day < window.until

const standingOf = (membership: ReferenceMembership, until: string): string => {
  if (isOnHoldBefore(membership, until)) return 'on_hold'
  return isMemberBefore(membership, until) ? 'active' : 'cancelled'
}

const countMemberDays = (membership: ReferenceMembership, today: string): number | null => {
  const tenure = memberTenure(membership)
  return tenure === null ? null : daysFrom(tenure.from, tenure.until ?? today)
}

const computeMeasures = (membership: ReferenceMembership, context: Context) => {
  const { until } = context.window
  return {
    memberCount: 1,
    activeMembers: Number(isActiveBefore(membership, until, context)),
    onHold: Number(isOnHoldBefore(membership, until)),
    signups: Number(isWithin(membership.signup, context)),
    cancellations: Number(isWithin(membership.cancelled, context)),
    tenureDays: countMemberDays(membership, context.settings.today),
  }
}

/** The day of each service's first order. */
const firstOrderDays = ({ books }: Context): ReadonlyMap<string, string> => {
  const days = new Map<string, string>()
  for (const { service, ordered } of books.orders) {
    const known = days.get(service)
    if (known === undefined || ordered.day < known) days.set(service, ordered.day)
  }
  return days
}

const toRecord =
  (context: Context, firstOrders: ReadonlyMap<string, string>) =>
  (membership: ReferenceMembership): ReferenceRecord => {
    const { given, service, signup, cancelled } = membership
    const { settings, window, books } = context
    const person = books.findPerson(service, given.customer_source_id)
    const customer = books
      .tableRows('customers')
      .find((one) => one.service === person?.service && one.source_id === person.id)
    return {
      values: {
        membershipId: given.source_id,
        clubName: orNull(given.club_name),
        clubId: orNull(given.club_source_id),
        customerId: person?.id ?? null,
        customerName: orNull(given.customer_name),
        state: orNull(customer?.state),
        country: orNull(customer?.country),
        zip3: readZipArea(customer),
        status: orNull(given.status),
        statusRaw: orNull(given.status_raw),
        standing: standingOf(membership, window.until),
        cancellationReason: orNull(given.cancellation_reason),
        teamMember: orNull(given.team_member),
        teamMemberId: orNull(given.team_member_source_id),
        asOfMonth: plusDays(window.until, -1).slice(0, 7),
        isWeekend: isWeekend(signup.day),
        ...timestampValues('signup', signup, settings),
        signupMonthOfYear: parseMonth(signup.day),
        ...timestampValues('cancelled', cancelled, settings),
        ...computeMeasures(membership, context),
      },
      days: { signupDate: signup.day, cancelledDate: cancelled?.day ?? null },
      facts: {
        customer: books.personKey(service, given.customer_source_id),
        isMemberAtStart: Number(window.from !== null && isMemberBefore(membership, window.from)),
        hasUnknownEnd: hasUnknownEnd(membership),
        isOnRecord: signup.day >= (firstOrders.get(service) ?? ''),
      },
      service,
      key: [given.source_id, service],
    }
  }

/** Counts memberships by dates of their own, whatever the range limits. */
const ownCount = (columnId: string): ReferenceMeasure => {
  const count = (records: readonly ReferenceRecord[]) => exactSum(readValues(records, columnId))
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
  groupBy.every((columnId, index) => isOfCancelling(columnId) || groupValue(record, columnId) === key[index])

/** Members with the group's values, and with those of one of the groups that the report shows. */
const couldHaveCanceled = ({ all, groupBy, key, among }: Answer): readonly ReferenceRecord[] =>
  all
    .filter((record) => key === null || couldBeIn(record, groupBy, key))
    .filter((record) => among === null || among.keys.some((one) => couldBeIn(record, among.groupBy, one)))

/** Whether the groups, or those that are shown, split cancellations. */
const isSplit = ({ groupBy, among }: Answer): boolean => [...groupBy, ...(among?.groupBy ?? [])].some(isOfCancelling)

/** Members at the start of the group's period, or of the range; null where the period has no start. */
const membersAtStart = (records: readonly ReferenceRecord[], { settings }: Context, answer: Answer): number | null => {
  if (!isSplit(answer)) return exactSum(readFacts(records, 'isMemberAtStart'))
  const able = couldHaveCanceled(answer)
  const grain = answer.key === null ? undefined : periodIn(answer.groupBy)
  if (grain === undefined) return exactSum(readFacts(able, 'isMemberAtStart'))
  const day = records.find(({ days }) => days.cancelledDate)?.days.cancelledDate
  if (!day) return null
  const start = periodStart(day, grain, settings)
  return able.filter((record) => isMemberAt(record, start)).length
}

const cancellationsOf = (records: readonly ReferenceRecord[]): number => exactSum(readValues(records, 'cancellations'))

/** A group without cancellations shows its members only where they are its own. */
const attritionCounts: NonNullable<ReferenceMeasure['ownCounts']> = (records, context, answer) => [
  cancellationsOf(records),
  isSplit(answer) ? 0 : (membersAtStart(records, context, answer) ?? 0),
]

/** The first day by whose end, of the share of members who stay, the curve or an end of its interval is at most a half. */
const estimateTenure = (records: readonly ReferenceRecord[], side: -1 | 0 | 1): number | null => {
  const observed = records.flatMap(({ values, days, facts }) =>
    facts.isOnRecord && typeof values.tenureDays === 'number'
      ? [{ day: values.tenureDays, hasLeft: Boolean(days.cancelledDate) }]
      : [],
  )
  let share = 1
  let variance = 0
  for (const day of [...new Set(observed.map((one) => one.day))].toSorted((a, b) => a - b)) {
    const atRisk = observed.filter((one) => one.day >= day).length
    const left = observed.filter((one) => one.day === day && one.hasLeft).length
    share *= (atRisk - left) / atRisk
    if (left === atRisk) return day
    variance += left / (atRisk * (atRisk - left))
    const end = share ** Math.exp((side * 1.959964 * Math.sqrt(variance)) / -Math.log(share))
    if (share < 1 && end <= 0.5 * (1 + 1e-9)) return day
  }
  return null
}

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
    ...texts('clubName', 'customerName', 'state', 'country', 'zip3', 'statusRaw', 'cancellationReason', 'teamMember'),
    ...timestampColumns('signup'),
    signupMonthOfYear: monthOfYear('signupDate'),
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
    tenureDays: ofEach('number', (records) => middle(readValues(records, 'tenureDays'))),
    tenureEstimate: ofMany('number', (records) => estimateTenure(records, 0)),
    tenureEstimateLow: ofMany('number', (records) => estimateTenure(records, 1)),
    tenureEstimateHigh: ofMany('number', (records) => estimateTenure(records, -1)),
  },
  records: (context) => context.books.memberships.map(toRecord(context, firstOrderDays(context))),
}
