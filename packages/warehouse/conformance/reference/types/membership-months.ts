import { dimension, flag, id, ofEach, ofMany, ratio, readValues, texts } from '../columns.ts'
import { memberTenure, type ReferenceMembership } from '../derived-members.ts'
import type { Context, ReferenceRecord, ReferenceReportType } from '../report-type.ts'
import { timestampColumns, timestampValues } from '../time-parts.ts'
import { exactSum, orNull } from '../value.ts'
import { monthsUntil, salesUntil, wholeMonths } from './months-since.ts'

const toRecords =
  (context: Context) =>
  (membership: ReferenceMembership): ReferenceRecord[] => {
    const { given, service, signup, cancelled } = membership
    const { books, settings } = context
    const tenure = memberTenure(membership)
    if (tenure === null) return []
    const lasted = wholeMonths(signup.day, tenure.until ?? settings.today)
    const person = books.findPerson(service, given.customer_source_id)
    return monthsUntil(signup.day, settings.today).map((month) => ({
      values: {
        membershipId: given.source_id,
        clubName: orNull(given.club_name),
        clubId: orNull(given.club_source_id),
        customerId: person?.id ?? null,
        customerName: orNull(given.customer_name),
        acquisitionChannel: orNull(given.acquisition_channel),
        cancellationReason: orNull(given.cancellation_reason),
        teamMember: orNull(given.team_member),
        teamMemberId: orNull(given.team_member_source_id),
        ...timestampValues('signup', signup, settings),
        ...timestampValues('cancelled', cancelled, settings),
        monthsSinceSignup: month,
        isStillMember: lasted >= month,
        cohortSize: 1,
        membersRetained: Number(lasted >= month),
        salesToDate: salesUntil(person, signup.day, month, context),
      },
      days: { signupDate: signup.day, cancelledDate: cancelled?.day ?? null },
      facts: { customer: books.personKey(service, given.customer_source_id) },
      service,
      key: [given.source_id, service, month],
    }))
  }

const retained = (records: readonly ReferenceRecord[]): number =>
  records.filter(({ values }) => values.isStillMember === true).length

const salesOf = (records: readonly ReferenceRecord[]): number => exactSum(readValues(records, 'salesToDate'))

export const membershipMonths: ReferenceReportType = {
  name: 'MembershipMonths',
  dateColumn: 'signupDate',
  columns: {
    membershipId: id,
    clubId: id,
    customerId: id,
    teamMemberId: id,
    ...texts('clubName', 'customerName', 'acquisitionChannel', 'cancellationReason', 'teamMember'),
    ...timestampColumns('signup'),
    ...timestampColumns('cancelled'),
    monthsSinceSignup: dimension('integer'),
    isStillMember: flag,
    cohortSize: ofEach('integer', (records) => records.length),
    membersRetained: ofEach('integer', retained),
    memberRetention: ofMany('percent', (records) => ratio(retained(records), records.length), {
      trials: (records) => records.length,
    }),
    salesToDate: ofEach('currency', salesOf),
    salesPerMember: ofMany('currency', (records) => ratio(salesOf(records), records.length)),
  },
  records: (context) => context.books.memberships.flatMap(toRecords(context)),
}
