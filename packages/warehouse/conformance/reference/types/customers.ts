import { coded, countAll, day, dimension, flag, id, mean, middle, ofEach, readValues, texts } from '../columns.ts'
import { parseMonth, parseYear, plusDays } from '../days.ts'
import { isMemberBefore, type ReferenceMembership } from '../derived-members.ts'
import type { ReferenceOrder } from '../derived-orders.ts'
import type { Context, ReferenceMeasure, ReferenceRecord, ReferenceReportType } from '../report-type.ts'
import { askedSales, coveredSales, NO_ANSWER, ofSales, ownerSales, saleDates } from '../sold.ts'
import { dayParts, dayPartValues, monthOfYear, timestampColumns, timestampValues } from '../time-parts.ts'
import { exactSum, orNull, type Value } from '../value.ts'
import { timestampOrNull } from '../wall-clock.ts'
import type { Placed } from '../winery.ts'
import { readZipArea } from '../zip-area.ts'
import { costMeasures } from './cost-columns.ts'
import { RFM_SEGMENTS, rfmSegment, scoresOf } from './customer-scores.ts'
import { firstOrderColumns, firstOrderValues, historyMeasures } from './order-history-columns.ts'
import { orders } from './orders.ts'

type Customer = Placed<'customers'>

/** Whether an order is of a customer. */
export const isOwnOrder =
  (customer: Pick<Customer, 'service' | 'source_id'>) =>
  ({ person }: ReferenceOrder): boolean =>
    person?.service === customer.service && person.id === customer.source_id

/** Null for those who never had a paid order in the account's currency. */
const lifetimeOf = (customer: Customer, { books, settings, withoutClubOrders }: Context): number | null => {
  const own = books.orders
    .filter(isOwnOrder(customer))
    .filter(({ isPaid, given }) => isPaid && given.currency === settings.currency)
    .filter(({ given }) => !(withoutClubOrders && given.channel === 'club'))
  if (own.length === 0) return null
  const isOwnSeed = customer.currency === null || customer.currency === settings.currency
  return exactSum(own.map(({ net }) => net)) + (isOwnSeed ? (customer.lifetime_value_seed ?? 0) : 0)
}

/** Of all time and any currency: paid and no refund. */
const lastOrderOf = (customer: Customer, { books }: Context): string | null =>
  books.orders
    .filter(isOwnOrder(customer))
    .filter(({ isPaid, given }) => isPaid && !given.is_refund)
    .map(({ ordered }) => ordered.day)
    .toSorted()
    .at(-1) ?? null

/** Counted orders of all time, in any currency. */
const countedOrdersOf = (customer: Customer, { books }: Context): ReferenceOrder[] =>
  books.orders.filter(isOwnOrder(customer)).filter(({ isCounted }) => isCounted)

/** Memberships of the customer that had begun when today ends. */
const membershipsOf = (customer: Customer, { books, settings }: Context): ReferenceMembership[] =>
  books.memberships.filter(({ service, given, signup }) => {
    const person = books.findPerson(service, given.customer_source_id)
    return person?.service === customer.service && person.id === customer.source_id && signup.day <= settings.today
  })

const isMember = (memberships: readonly ReferenceMembership[], { settings }: Context): boolean =>
  memberships.some((membership) => isMemberBefore(membership, plusDays(settings.today, 1)))

const segmentOf = (memberships: readonly ReferenceMembership[], context: Context): string => {
  if (memberships.length === 0) return 'never'
  return isMember(memberships, context) ? 'member' : 'former_member'
}

/** Whole years: one less before the birthday of the year. */
const ageOf = (birth: string, today: string): number =>
  parseYear(today) - parseYear(birth) - (birth.slice(5) > today.slice(5) ? 1 : 0)

const BRACKETS: readonly (readonly [until: number, name: string])[] = [
  [21, 'Unknown'],
  [30, '21-29'],
  [40, '30-39'],
  [50, '40-49'],
  [60, '50-59'],
  [70, '60-69'],
  [101, '70+'],
]

/** A birth date that gives an age below 21 or above 100 is invalid. */
const bracketOf = (birth: string | null, today: string): string => {
  const age = birth === null ? Infinity : ageOf(birth, today)
  return BRACKETS.find(([until]) => age < until)?.[1] ?? 'Unknown'
}

const ordersIn = (context: Context): ReferenceRecord[] => coveredSales(orders.records(context), context)

const ofOrders = (columnId: string, isAdditive: boolean): ReferenceMeasure => {
  const measure = orders.columns[columnId]
  if (measure?.kind !== 'measure') throw new Error(`${columnId} is no measure of orders`)
  const { type, fold } = measure
  return ofSales({ type, owner: 'customer', salesIn: ordersIn, fold, isAdditive })
}

const SALES = {
  netSales: ofOrders('netSales', true),
  orderCount: ofOrders('orderCount', true),
  averageOrder: ofOrders('averageOrder', false),
  ...Object.fromEntries(
    Object.entries({ ...historyMeasures, ...costMeasures('isPaid') }).map(([columnId, { isAdditive }]) => [
      columnId,
      ofOrders(columnId, isAdditive),
    ]),
  ),
}

const plainValues = (customer: Customer, context: Context): Record<string, Value> => {
  const { settings } = context
  const own = membershipsOf(customer, context)
  const lifetime = lifetimeOf(customer, context)
  const counted = countedOrdersOf(customer, context)
  const lastOrder = lastOrderOf(customer, context)
  const scores = scoresOf(customer, context)
  return {
    customerId: customer.source_id,
    customerName: orNull(customer.name),
    email: orNull(customer.email),
    city: orNull(customer.city),
    state: orNull(customer.state),
    country: orNull(customer.country),
    postalCode: orNull(customer.postal_code),
    zip3: readZipArea(customer),
    customerGroup: orNull(customer.customer_group),
    birthDate: customer.birth,
    ...dayPartValues('birth', customer.birth, settings),
    birthMonthOfYear: customer.birth && parseMonth(customer.birth),
    ageBracket: bracketOf(customer.birth, settings.today),
    lastOrderDate: lastOrder,
    ...dayPartValues('lastOrder', lastOrder, settings),
    ...firstOrderValues(counted[0]?.history.firstDay ?? null, settings),
    isRepeatCustomer: counted.length > 1,
    segment: segmentOf(own, context),
    isClubMember: isMember(own, context),
    recencyScore: scores?.recency ?? null,
    frequencyScore: scores?.frequency ?? null,
    monetaryScore: scores?.monetary ?? null,
    rfmSegment: scores && rfmSegment(scores),
    customerCount: 1,
    lifetimeValue: lifetime,
    medianLifetimeValue: lifetime,
  }
}

const toRecord =
  (context: Context, sales: readonly ReferenceRecord[]) =>
  (customer: Customer): ReferenceRecord => {
    const { service, source_id } = customer
    const since = timestampOrNull(customer.since, customer.time_basis, context.settings.timeZone)
    const record: ReferenceRecord = {
      values: {
        ...plainValues(customer, context),
        ...timestampValues('customerSince', since, context.settings, 'customerSince'),
      },
      days: { customerSince: since?.day ?? null },
      facts: { customer: JSON.stringify([service, source_id]) },
      service,
      key: [source_id, service],
    }
    const own = ownerSales([record], sales, 'customer')
    const measured = Object.keys(SALES).map((columnId) => {
      const measure = orders.columns[columnId]
      return [columnId, measure?.kind === 'measure' ? measure.fold(own, context, NO_ANSWER) : null]
    })
    return { ...record, values: { ...record.values, ...Object.fromEntries(measured) } }
  }

export const customers: ReferenceReportType = {
  name: 'Customers',
  dateColumn: 'orderDate',
  columns: {
    customerId: id,
    ...texts('customerName', 'email', 'city', 'state', 'country', 'postalCode', 'zip3', 'customerGroup', 'ageBracket'),
    birthDate: day,
    ...dayParts('birth', 'birthDate'),
    birthMonthOfYear: monthOfYear('birthDate'),
    lastOrderDate: day,
    ...dayParts('lastOrder', 'lastOrderDate'),
    ...firstOrderColumns,
    isRepeatCustomer: flag,
    ...timestampColumns('customerSince', 'customerSince'),
    segment: coded(['member', 'former_member', 'never']),
    isClubMember: flag,
    recencyScore: dimension('integer'),
    frequencyScore: dimension('integer'),
    monetaryScore: dimension('integer'),
    rfmSegment: coded(RFM_SEGMENTS),
    ...saleDates,
    customerCount: countAll,
    ...SALES,
    lifetimeValue: ofEach('currency', (records) => mean(readValues(records, 'lifetimeValue'))),
    medianLifetimeValue: ofEach('currency', (records) => middle(readValues(records, 'medianLifetimeValue'))),
  },
  records: (context) => {
    const sales = ordersIn(context)
    const { tableRows, findPerson } = context.books
    const isPerson = ({ service, source_id }: Customer) => {
      const person = findPerson(service, source_id)
      return person?.service === service && person.id === source_id
    }
    return tableRows('customers').filter(isPerson).map(toRecord(context, sales))
  },
  sales: (records, context) => ownerSales(records, askedSales(orders.records(context), context), 'customer'),
}
