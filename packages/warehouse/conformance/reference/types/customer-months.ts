import { dimension, flag, id, ofEach, ofMany, ratio, readValues, texts } from '../columns.ts'
import type { Context, ReferenceRecord, ReferenceReportType } from '../report-type.ts'
import { exactSum, orNull } from '../value.ts'
import type { Placed } from '../winery.ts'
import { monthsUntil, salesUntil, wholeMonths } from './months-since.ts'
import { firstOrderColumns, firstOrderValues } from './order-history-columns.ts'

const toRecords =
  (context: Context) =>
  (customer: Placed<'customers'>): ReferenceRecord[] => {
    const { service, source_id } = customer
    const { books, settings } = context
    const person = books.findPerson(service, source_id)
    if (person?.service !== service || person.id !== source_id) return []
    const [first, second] = books.orders
      .filter((order) => order.person?.service === service && order.person.id === source_id && order.isCounted)
      .toSorted((a, b) => Number(a.history.before) - Number(b.history.before))
    if (first === undefined) return []
    const start = first.ordered.day
    const returned = second === undefined ? Infinity : wholeMonths(start, second.ordered.day)
    return monthsUntil(start, settings.today).map((month) => ({
      values: {
        customerId: source_id,
        customerName: orNull(customer.name),
        state: orNull(customer.state),
        country: orNull(customer.country),
        firstChannel: orNull(first.given.channel),
        ...firstOrderValues(start, settings),
        monthsSinceFirstOrder: month,
        hasReturned: returned < month,
        cohortSize: 1,
        returnedCustomers: Number(returned < month),
        salesToDate: salesUntil(person, start, month, context),
      },
      days: {},
      facts: { customer: JSON.stringify([service, source_id]) },
      service,
      key: [source_id, service, month],
    }))
  }

const returned = (records: readonly ReferenceRecord[]): number =>
  records.filter(({ values }) => values.hasReturned === true).length

const salesOf = (records: readonly ReferenceRecord[]): number => exactSum(readValues(records, 'salesToDate'))

export const customerMonths: ReferenceReportType = {
  name: 'CustomerMonths',
  dateColumn: 'firstOrderDate',
  columns: {
    customerId: id,
    ...texts('customerName', 'state', 'country', 'firstChannel'),
    ...firstOrderColumns,
    monthsSinceFirstOrder: dimension('integer'),
    hasReturned: flag,
    cohortSize: ofEach('integer', (records) => records.length),
    returnedCustomers: ofEach('integer', returned),
    returnRate: ofMany('percent', (records) => ratio(returned(records), records.length), {
      trials: (records) => records.length,
    }),
    salesToDate: ofEach('currency', salesOf),
    salesPerCustomer: ofMany('currency', (records) => ratio(salesOf(records), records.length)),
  },
  records: (context) => context.books.tableRows('customers').flatMap(toRecords(context)),
}
