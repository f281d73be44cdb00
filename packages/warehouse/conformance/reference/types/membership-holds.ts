import { countAll, day, flag, id, mean, ofEach, readValues, texts } from '../columns.ts'
import { daysFrom, plusDays } from '../days.ts'
import { hasUnknownEnd, type ReferenceMembership } from '../derived-members.ts'
import type { Context, ReferenceRecord, ReferenceReportType } from '../report-type.ts'
import { dayParts, dayPartValues, isWeekend } from '../time-parts.ts'
import { orNull } from '../value.ts'
import type { Placed } from '../winery.ts'

type Hold = Placed<'membership_holds'>

const memberOf = ({ service, membership_source_id }: Hold, { books }: Context): ReferenceMembership | null =>
  books.memberships.find((one) => one.service === service && one.given.source_id === membership_source_id) ?? null

/** Canceled by today; without a date, whenever that was. */
const isCanceled = (member: ReferenceMembership, today: string): boolean =>
  hasUnknownEnd(member) || (member.cancelled !== null && member.cancelled.day < plusDays(today, 1))

/** It has begun, has not ended by today, and its member, where one is known, is still one. */
const isCurrent = ({ start, end }: Hold, member: ReferenceMembership | null, today: string): boolean =>
  start <= today && (end === null || end > today) && !(member && isCanceled(member, today))

/** To its end, or to today while it has none; nothing of one without an end that is still to begin. */
const countHoldDays = ({ start, end }: Hold, today: string): number =>
  end === null && start > today ? 0 : daysFrom(start, end ?? today)

const toRecord =
  (context: Context) =>
  (hold: Hold): ReferenceRecord => {
    const { settings } = context
    const { start, end, service, source_id } = hold
    const member = memberOf(hold, context)
    return {
      values: {
        holdId: source_id,
        membershipId: hold.membership_source_id,
        customerId: context.books.findPerson(service, member?.given.customer_source_id ?? null)?.id ?? null,
        customerName: orNull(member?.given.customer_name),
        clubName: orNull(member?.given.club_name),
        clubId: orNull(member?.given.club_source_id),
        holdReason: orNull(hold.reason),
        isCurrent: isCurrent(hold, member, settings.today),
        holdStart: start,
        ...dayPartValues('holdStart', start, settings),
        holdEnd: end,
        ...dayPartValues('holdEnd', end, settings),
        heldOn: start,
        isWeekend: isWeekend(start),
        holdCount: 1,
        holdDays: countHoldDays(hold, settings.today),
      },
      days: {},
      spans: { heldOn: [start, end] },
      facts: { customer: context.books.personKey(service, member?.given.customer_source_id ?? null) },
      service,
      key: [source_id, service],
    }
  }

export const membershipHolds: ReferenceReportType = {
  name: 'MembershipHolds',
  dateColumn: 'holdStart',
  columns: {
    holdId: id,
    membershipId: id,
    customerId: id,
    clubId: id,
    ...texts('customerName', 'clubName', 'holdReason'),
    isCurrent: flag,
    holdStart: day,
    ...dayParts('holdStart', 'holdStart'),
    holdEnd: day,
    ...dayParts('holdEnd', 'holdEnd'),
    heldOn: { ...day, ofSpan: true },
    isWeekend: flag,
    holdCount: countAll,
    holdDays: ofEach('number', (records) => mean(readValues(records, 'holdDays'))),
  },
  records: (context) => context.books.tableRows('membership_holds').map(toRecord(context)),
}
