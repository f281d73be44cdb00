import { RESERVATION_STATUSES } from '#domain/commerce.ts'
import {
  coded,
  countAll,
  flag,
  id,
  integerMeasure,
  money,
  ofMany,
  ratio,
  readFacts,
  readValues,
  texts,
} from '../columns.ts'
import type { ReferenceReservation } from '../derived-visits.ts'
import type { Context, ReferenceRecord, ReferenceReportType } from '../report-type.ts'
import { isWeekend, timestampColumns, timestampValues } from '../time-parts.ts'
import { exactSum, orNull } from '../value.ts'

const toRecord =
  ({ settings, books }: Context) =>
  (one: ReferenceReservation): ReferenceRecord => {
    const { given, service, reserved, isVisit } = one
    return {
      values: {
        reservationId: given.source_id,
        experience: orNull(given.experience),
        status: orNull(given.status),
        statusRaw: orNull(given.status_raw),
        channel: orNull(given.channel),
        customerId: books.findPerson(service, given.customer_source_id)?.id ?? null,
        teamMember: orNull(given.team_member),
        teamMemberId: orNull(given.team_member_source_id),
        ...timestampValues('reservation', reserved, settings),
        isWeekend: isWeekend(reserved.day),
        ...timestampValues('heldOn', isVisit ? reserved : null, settings, 'heldOn'),
        guests: isVisit ? given.guests : 0,
        bookedGuests: given.status === 'cancelled' || given.status === 'no_show' ? 0 : given.guests,
        tasters: one.tasters,
        bottlePurchases: one.bottleGuests,
        clubSignups: one.signups,
        // a visit paid for in another currency had guests all the same: only its money is left out
        revenue: one.currency === settings.currency ? one.revenue : 0,
        reservationCount: 1,
      },
      days: { reservationDate: reserved.day, heldOn: isVisit ? reserved.day : null },
      facts: {
        customer: books.personKey(service, given.customer_source_id),
        isNoShow: given.status === 'no_show' ? 1 : 0,
        isOver: isVisit || given.status === 'no_show' ? 1 : 0,
        withoutTrade: isVisit ? Math.max(given.guests - (given.trade_guests ?? 0), 0) : 0,
      },
      service,
      key: [given.source_id, service],
    }
  }

const sum = (records: readonly ReferenceRecord[], columnId: string): number => exactSum(readValues(records, columnId))

export const reservations: ReferenceReportType = {
  name: 'Reservations',
  dateColumn: 'reservationDate',
  columns: {
    reservationId: id,
    customerId: id,
    teamMemberId: id,
    status: coded(RESERVATION_STATUSES),
    ...texts('experience', 'statusRaw', 'channel', 'teamMember'),
    ...timestampColumns('reservation'),
    isWeekend: flag,
    ...timestampColumns('heldOn', 'heldOn'),
    guests: integerMeasure('guests'),
    bookedGuests: integerMeasure('bookedGuests'),
    tasters: integerMeasure('tasters'),
    bottlePurchases: integerMeasure('bottlePurchases'),
    bottleConversion: ofMany('percent', (records) =>
      ratio(sum(records, 'bottlePurchases'), exactSum(readFacts(records, 'withoutTrade'))),
    ),
    clubSignups: integerMeasure('clubSignups'),
    signupConversion: ofMany('percent', (records, { settings }) =>
      ratio(
        sum(records, 'clubSignups'),
        sum(records, settings.definitions?.signupConversion === 'guests' ? 'guests' : 'tasters'),
      ),
    ),
    revenue: money('revenue'),
    revenuePerGuest: ofMany('currency', (records) => ratio(sum(records, 'revenue'), sum(records, 'guests'))),
    noShowRate: ofMany('percent', (records) =>
      ratio(exactSum(readFacts(records, 'isNoShow')), exactSum(readFacts(records, 'isOver'))),
    ),
    reservationCount: countAll,
  },
  records: (context) => context.books.reservations.map(toRecord(context)),
}
