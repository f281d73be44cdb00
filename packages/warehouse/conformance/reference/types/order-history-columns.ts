import { day, integerMeasure, mean, middle, money, ofEach, ofMany, ratio, readValues, where } from '../columns.ts'
import type { ReferenceOrder } from '../derived-orders.ts'
import type { ReferenceColumn, ReferenceMeasure, ReferenceRecord } from '../report-type.ts'
import { dayParts, dayPartValues } from '../time-parts.ts'
import { isPresent, type Value } from '../value.ts'
import type { ReferenceSettings } from '../winery.ts'

const customersOf = (records: readonly ReferenceRecord[]): number =>
  new Set(records.map(({ facts }) => facts.customer ?? null).filter(isPresent)).size

/** Customers with a counted order that had one before. */
const returning = (records: readonly ReferenceRecord[]): number =>
  customersOf(where(records, 'isCounted').filter(({ facts }) => Number(facts.ordersBefore) > 0))

export const historyMeasures = {
  newCustomers: integerMeasure('newCustomers'),
  returningCustomers: ofMany('integer', returning),
  newCustomerSales: money('newCustomerSales'),
  returningCustomerSales: money('returningCustomerSales'),
  repeatRate: ofMany('percent', (records) => ratio(returning(records), customersOf(where(records, 'isCounted')))),
  daysBetweenOrders: ofEach('number', (records) => mean(readValues(records, 'daysBetweenOrders'))),
  medianDaysBetweenOrders: ofEach('number', (records) => middle(readValues(records, 'medianDaysBetweenOrders'))),
} satisfies Record<string, ReferenceMeasure>

/** The customer's first order, with its parts. */
export const firstOrderColumns: Record<string, ReferenceColumn> = {
  firstOrderDate: day,
  ...dayParts('firstOrder', 'firstOrderDate'),
}

export const historyColumns: Record<string, ReferenceColumn> = {
  ...firstOrderColumns,
  ...historyMeasures,
}

export const firstOrderValues = (firstDay: string | null, settings: ReferenceSettings): Record<string, Value> => ({
  firstOrderDate: firstDay,
  ...dayPartValues('firstOrder', firstDay, settings),
})

export const historyValues = (
  { net, isCounted, history: { before, firstDay, days } }: ReferenceOrder,
  settings: ReferenceSettings,
): Record<string, Value> => ({
  ...firstOrderValues(firstDay, settings),
  newCustomers: isCounted && before === 0 ? 1 : 0,
  newCustomerSales: before === 0 ? net : 0,
  returningCustomerSales: before !== null && before > 0 ? net : 0,
  daysBetweenOrders: days,
  medianDaysBetweenOrders: days,
})
