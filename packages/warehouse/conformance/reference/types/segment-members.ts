import { dimension, flag, id, money, ofEach, readValues, texts } from '../columns.ts'
import { plusDays } from '../days.ts'
import { personKey } from '../people.ts'
import type { Context, ReferenceMeasure, ReferenceRecord, ReferenceReportType } from '../report-type.ts'
import { type ReferenceStay, referenceStays, SEGMENT_COLUMNS } from '../segments.ts'
import { dayParts, dayPartValues } from '../time-parts.ts'
import { exactSum, orNull } from '../value.ts'
import { isOwnOrder } from './customers.ts'

const nameOf = (segment: string): string =>
  SEGMENT_COLUMNS.find(({ key }) => key.endsWith(segment))?.label.slice('In '.length) ?? segment

/** Of the last 365 days, today included. */
const yearOfSales = ({ customer }: ReferenceStay, { books, settings: { today, currency } }: Context): number => {
  const own = books.orders.filter(isOwnOrder(customer)).filter(({ isPaid, given, ordered }) => {
    return isPaid && given.currency === currency && ordered.day > plusDays(today, -365) && ordered.day <= today
  })
  return exactSum(own.map(({ net }) => net))
}

const toRecord =
  (context: Context) =>
  (stay: ReferenceStay): ReferenceRecord => {
    const { settings, window } = context
    const { segment, customer, since, until, isFromStart } = stay
    const entered = isFromStart ? null : since
    const isWithin = (day: string | null) =>
      day !== null && (window.from === null || day >= window.from) && day < window.until
    return {
      values: {
        segmentId: segment,
        segmentName: nameOf(segment),
        customerId: customer.source_id,
        customerName: orNull(customer.name),
        isCurrent: until === null,
        enteredDate: entered,
        ...dayPartValues('entered', entered, settings),
        leftDate: until,
        ...dayPartValues('left', until, settings),
        asOfMonth: plusDays(window.until, -1).slice(0, 7),
        segmentSize: Number(since < window.until && (until === null || until >= window.until)),
        segmentEntered: Number(isWithin(entered)),
        segmentSales: until === null ? yearOfSales(stay, context) : 0,
        segmentLeft: Number(isWithin(until)),
      },
      days: {},
      facts: { customer: personKey({ service: customer.service, id: customer.source_id }) },
      service: customer.service,
      key: [`${segment}:${since}:${customer.source_id}`, customer.service],
    }
  }

const ownCount = (columnId: string): ReferenceMeasure => {
  const count = (records: readonly ReferenceRecord[]) => exactSum(readValues(records, columnId))
  return ofEach('integer', count, { isAdditive: true, ownCounts: (records) => [count(records)] })
}

export const segmentMembers: ReferenceReportType = {
  name: 'SegmentMembers',
  dateColumn: 'enteredDate',
  columns: {
    segmentId: id,
    customerId: id,
    ...texts('segmentName', 'customerName'),
    isCurrent: flag,
    enteredDate: dimension('day'),
    ...dayParts('entered', 'enteredDate'),
    leftDate: dimension('day'),
    ...dayParts('left', 'leftDate'),
    asOfMonth: dimension('month', { part: { of: 'asOfMonth', grain: 'month' } }),
    segmentSize: ownCount('segmentSize'),
    segmentEntered: ownCount('segmentEntered'),
    segmentLeft: ownCount('segmentLeft'),
    segmentSales: money('segmentSales'),
  },
  records: (context) => referenceStays(context.books).map(toRecord(context)),
}
