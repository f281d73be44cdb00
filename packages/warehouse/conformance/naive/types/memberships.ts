import { countAll, dimension, id, middle, ofEach, ofMany, ratio, texts, valuesOf } from '../columns.ts'
import { daysFrom, plusDays } from '../days.ts'
import { isMemberBefore, isOnHoldBefore, type NaiveMembership, tenureOf } from '../derived-members.ts'
import type { Context, NaiveMeasure, NaiveRecord, NaiveReportType } from '../report-type.ts'
import { momentColumns, momentValues } from '../time-parts.ts'
import { exactSum, orNull } from '../value.ts'
import type { Moment } from '../winery.ts'

const isWithin = (moment: Moment | null, { window }: Context): boolean =>
  moment !== null && (window.from === null || moment.day >= window.from) && moment.day < window.until

const standingOf = (membership: NaiveMembership, until: string): string => {
  if (isOnHoldBefore(membership, until)) return 'on_hold'
  return isMemberBefore(membership, until) ? 'active' : 'cancelled'
}

const daysOf = (membership: NaiveMembership, today: string): number | null => {
  const tenure = tenureOf(membership)
  return tenure === null ? null : daysFrom(tenure.from, tenure.until ?? today)
}

const measuresOf = (membership: NaiveMembership, context: Context) => {
  const { until, from } = context.window
  return {
    memberCount: 1,
    activeMembers: Number(isMemberBefore(membership, until)),
    onHold: Number(isOnHoldBefore(membership, until)),
    signups: Number(isWithin(membership.signup, context)),
    cancellations: Number(isWithin(membership.cancelled, context)),
    tenureDays: daysOf(membership, context.settings.today),
    membersAtStart: Number(from !== null && isMemberBefore(membership, from)),
  }
}

const recordOf =
  (context: Context) =>
  (membership: NaiveMembership): NaiveRecord => {
    const { given, service, signup, cancelled } = membership
    const { settings, window } = context
    const { membersAtStart, ...measures } = measuresOf(membership, context)
    return {
      values: {
        membershipId: given.source_id,
        clubName: orNull(given.club_name),
        customerId: orNull(given.customer_source_id),
        customerName: orNull(given.customer_name),
        status: orNull(given.status),
        standing: standingOf(membership, window.until),
        cancellationReason: orNull(given.cancellation_reason),
        teamMember: orNull(given.team_member),
        asOfMonth: plusDays(window.until, -1).slice(0, 7),
        ...momentValues('signup', signup, settings),
        ...momentValues('cancelled', cancelled, settings),
        ...measures,
      },
      days: { signupDate: signup.day, cancelledDate: cancelled?.day ?? null },
      facts: { membersAtStart },
      service,
      key: [given.source_id, service],
    }
  }

/** Counts memberships by dates of their own, whatever the range limits. */
const ownCount = (columnId: string): NaiveMeasure => {
  const count = (records: readonly NaiveRecord[]) => exactSum(valuesOf(records, columnId))
  return ofEach('integer', count, { isAdditive: true, ownCounts: (records) => [count(records)] })
}

const cancelledAndStart = (records: readonly NaiveRecord[]): [cancellations: number, atStart: number] => [
  exactSum(valuesOf(records, 'cancellations')),
  exactSum(records.map(({ facts }) => facts.membersAtStart ?? null)),
]

export const memberships: NaiveReportType = {
  name: 'Memberships',
  dateColumn: 'signupDate',
  columns: {
    membershipId: id,
    customerId: id,
    ...texts('clubName', 'customerName', 'status', 'standing', 'cancellationReason', 'teamMember'),
    ...momentColumns('signup'),
    ...momentColumns('cancelled'),
    asOfMonth: dimension('month'),
    memberCount: countAll,
    activeMembers: ownCount('activeMembers'),
    onHold: ownCount('onHold'),
    signups: ownCount('signups'),
    cancellations: ownCount('cancellations'),
    attritionRate: ofMany('percent', (records) => ratio(...cancelledAndStart(records)), {
      ownCounts: cancelledAndStart,
    }),
    tenureDays: ofEach('number', (records) => middle(valuesOf(records, 'tenureDays'))),
  },
  records: (context) => context.books.memberships.map(recordOf(context)),
}
