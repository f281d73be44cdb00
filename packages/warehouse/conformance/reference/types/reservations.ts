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
import { personKey } from '../people.ts'
import type { Context, ReferenceMeasure, ReferenceRecord, ReferenceReportType } from '../report-type.ts'
import { dayPart, dayPartAt, isWeekend, timestampColumns, timestampValues } from '../time-parts.ts'
import { exactSum, orNull } from '../value.ts'

/** Services that say of any visit whose it was. */
const servicesNamingGuests = ({ reservations, findPerson }: Context['books']): Set<string> =>
  new Set(
    reservations.flatMap(({ service, isVisit, given }) =>
      isVisit && findPerson(service, given.customer_source_id) !== null ? [service] : [],
    ),
  )

/** The customer that a record counts for. */
const findCustomers = ({ tableRows, findPerson }: Context['books']) => {
  const customers = new Map(tableRows('customers').map((one) => [personKey({ ...one, id: one.source_id }), one]))
  return ({ service, given }: ReferenceReservation) => {
    const person = findPerson(service, given.customer_source_id)
    return person === null ? undefined : customers.get(personKey(person))
  }
}

const toRecord = ({ settings, books }: Context) => {
  const naming = servicesNamingGuests(books)
  const customerOf = findCustomers(books)
  return (one: ReferenceReservation): ReferenceRecord => {
    const { given, service, reserved, isVisit } = one
    const customer = customerOf(one)
    return {
      values: {
        reservationId: given.source_id,
        experience: orNull(given.experience),
        status: orNull(given.status),
        statusRaw: orNull(given.status_raw),
        channel: orNull(given.channel),
        customerId: books.findPerson(service, given.customer_source_id)?.id ?? null,
        customerName: orNull(customer?.name),
        teamMember: orNull(given.team_member),
        teamMemberId: orNull(given.team_member_source_id),
        ...timestampValues('reservation', reserved, settings),
        isWeekend: isWeekend(reserved.day),
        dayPart: dayPartAt(reserved),
        ...timestampValues('heldOn', isVisit ? reserved : null, settings, 'heldOn'),
        guests: isVisit ? given.guests : 0,
        bookedGuests: given.status === 'cancelled' || given.status === 'no_show' ? 0 : given.guests,
        tasters: one.tasters,
        bottlePurchases: one.bottleGuests,
        clubSignups: one.signups,
        contacts: isVisit && customer?.email ? 1 : 0,
        // a visit paid for in another currency had guests all the same: only its money is left out
        revenue: one.currency === settings.currency ? one.revenue : 0,
        reservationCount: 1,
      },
      days: { reservationDate: reserved.day, heldOn: isVisit ? reserved.day : null },
      facts: {
        customer: books.personKey(service, given.customer_source_id),
        isNoShow: given.status === 'no_show' ? 1 : 0,
        isOver: isVisit || given.status === 'no_show' ? 1 : 0,
        isOfNaming: isVisit && naming.has(service) ? 1 : 0,
        withoutTrade: isVisit ? Math.max(given.guests - (given.trade_guests ?? 0), 0) : 0,
      },
      service,
      key: [given.source_id, service],
    }
  }
}

/** A part of as many as `trials` counts. */
const proportion = (
  part: (records: readonly ReferenceRecord[]) => number,
  trials: NonNullable<ReferenceMeasure['trials']>,
): ReferenceMeasure =>
  ofMany('percent', (records, context) => ratio(part(records), trials(records, context)), { trials })

const sum = (records: readonly ReferenceRecord[], columnId: string): number => exactSum(readValues(records, columnId))

export const reservations: ReferenceReportType = {
  name: 'Reservations',
  dateColumn: 'reservationDate',
  columns: {
    reservationId: id,
    customerId: id,
    teamMemberId: id,
    status: coded(RESERVATION_STATUSES),
    ...texts('experience', 'statusRaw', 'channel', 'customerName', 'teamMember'),
    ...timestampColumns('reservation'),
    isWeekend: flag,
    dayPart,
    ...timestampColumns('heldOn', 'heldOn'),
    guests: integerMeasure('guests'),
    bookedGuests: integerMeasure('bookedGuests'),
    tasters: integerMeasure('tasters'),
    bottlePurchases: integerMeasure('bottlePurchases'),
    bottleConversion: proportion(
      (records) => sum(records, 'bottlePurchases'),
      (records) => exactSum(readFacts(records, 'withoutTrade')),
    ),
    clubSignups: integerMeasure('clubSignups'),
    signupConversion: proportion(
      (records) => sum(records, 'clubSignups'),
      (records, { settings }) =>
        sum(records, settings.definitions?.signupConversion === 'guests' ? 'guests' : 'tasters'),
    ),
    contacts: integerMeasure('contacts'),
    captureRate: proportion(
      (records) => sum(records, 'contacts'),
      (records) => exactSum(readFacts(records, 'isOfNaming')),
    ),
    revenue: money('revenue'),
    revenuePerGuest: ofMany('currency', (records) => ratio(sum(records, 'revenue'), sum(records, 'guests'))),
    noShowRate: proportion(
      (records) => exactSum(readFacts(records, 'isNoShow')),
      (records) => exactSum(readFacts(records, 'isOver')),
    ),
    reservationCount: countAll,
  },
  records: (context) => context.books.reservations.map(toRecord(context)),
}
