import {
  buildSum,
  dimension,
  joinedField,
  measure,
  personal,
  recordCount,
  stored,
  textDimension,
  withSynonyms,
} from './build-column.ts'
import { buildCostMeasures } from './costs.ts'
import { scoreColumns, scores } from './customer-scores.ts'
import { dayColumns, monthOfYearColumn, timestampColumns } from './date-columns.ts'
import { factMeasure, factOrderDates, isPaid, ofFact } from './fact-columns.ts'
import { buildMedian, type Field, type Scope } from './formula.ts'
import { ONE_PER_EMAIL, ofCustomer } from './joined-table.ts'
import { buildHistoryMeasures, firstOrderDates } from './order-history.ts'
import { averageOrder } from './order-ratios.ts'
import { orderCosts } from './orders.catalog.ts'
import type { Join, ReportType } from './report-type.ts'
import { zipArea } from './zip-area.ts'

const everOrdered = joinedField('lifetime', 'net_sales')

/** Sales before the platform's own records; in another currency they cannot be added. */
const earlierSales: Field = (scope) => {
  const currency = scope.col('currency')
  const isOwn = `(${currency} IS NULL OR ${currency} = ${scope.currency()})`
  return `CASE WHEN ${isOwn} THEN COALESCE(${scope.col('lifetime_value_seed')}, 0) ELSE 0 END`
}

/** All sales of the customer since the first order; null for customers without orders. */
const lifetimeValue: Field = (scope) => `(${everOrdered(scope)} + ${earlierSales(scope)})`

const tomorrow: Field = ({ dialect, today }) => dialect.addDays(today(), 1)

/** Conditions that limit an inner relation to the page's customers. */
export const isCustomer = (scope: Scope): string[] => [
  'customer_id IS NOT NULL',
  ...scope.pageCondition('customer_id', 'source_id'),
]

const nthOrder = (which: string, name: string): Join => ({
  relation: (scope) =>
    `(SELECT customer_service_id, customer_id, ${name} FROM ${scope.table('orders')} WHERE ${['is_counted', which, ...isCustomer(scope)].join(' AND ')})`,
  on: ofCustomer,
})

const birthDates = [
  ...dayColumns({ prefix: 'birth', displayName: 'Birth date', day: stored('birth') }),
  monthOfYearColumn('birth', 'Birthday month', stored('birth')),
]

const SALES = 'sales'

const isCounted = stored('is_counted')
const orderCount = ofFact(SALES, { kind: 'count', where: isCounted })

/** A birth date of a buyer younger than 21 or older than 100 is considered invalid. */
const ageBracket: Field = (scope) => {
  const birth = scope.col('birth')
  // compares with constant days, which is cheaper than computing each age
  const isYounger = (years: number) => `${birth} > ${scope.dialect.addMonths(scope.today(), -12 * years)}`
  const decades = [30, 40, 50, 60, 70].map(
    (end) => `WHEN ${isYounger(end)} THEN '${Math.max(end - 10, 21)}-${end - 1}'`,
  )
  return `CASE WHEN ${birth} IS NULL OR ${isYounger(21)} OR NOT ${isYounger(101)} THEN 'Unknown' ${decades.join(' ')} ELSE '70+' END`
}

const segment: Field = (scope) => {
  const isMember = scope.joined('clubs', 'is_member')
  return `CASE WHEN ${isMember} THEN 'member' WHEN ${isMember} IS NOT NULL THEN 'former_member' ELSE 'never' END`
}

export const customers: ReportType = {
  reportType: 'Customers',
  title: 'Customers',
  table: 'customers',
  joins: {
    lifetime: {
      relation: (scope) => {
        const conditions = [
          `currency = ${scope.currency()}`,
          `payment_status = 'paid'`,
          ...(scope.withoutClubOrders ? [`channel <> 'club'`] : []),
          ...isCustomer(scope),
        ]
        return `(SELECT customer_service_id, customer_id, ${scope.dialect.sumInteger('net_sales', null)} AS net_sales FROM ${scope.table('orders')} WHERE ${conditions.join(' AND ')} GROUP BY customer_service_id, customer_id)`
      },
      on: ofCustomer,
    },
    ordered: {
      relation: (scope) =>
        `(SELECT customer_service_id, customer_id, ${scope.dialect.max('ordered_local', `payment_status = 'paid' AND NOT is_refund`)} AS last_order FROM ${scope.table('orders')} WHERE ${isCustomer(scope).join(' AND ')} GROUP BY customer_service_id, customer_id)`,
      on: ofCustomer,
    },
    // one row per customer with counted orders: the first, and the second
    first: nthOrder('prior_orders = 0', 'first_order'),
    second: nthOrder('prior_orders = 1', 'source_id'),
    scores,
    clubs: {
      // never null, to distinguish former members from customers who never were members
      relation: (scope) =>
        `(SELECT customer_service_id, customer_id, ${scope.dialect.anyTrue(`CASE WHEN cancelled_local IS NULL THEN status <> 'cancelled' ELSE cancelled_local >= ${tomorrow(scope)} END`)} AS is_member FROM ${scope.table('memberships')} WHERE ${[`signup_local < ${tomorrow(scope)}`, ...isCustomer(scope)].join(' AND ')} GROUP BY customer_service_id, customer_id)`,
      on: ofCustomer,
    },
  },
  dateColumn: 'orderDate',
  currencyColumn: null,
  channelColumn: null,
  recordKey: ['source_id', 'service_id'],
  recordColumns: ['customerId', 'customerName', 'email', 'city', 'state'],
  history: { person: [stored('service_id'), stored('source_id')] },
  facts: {
    [SALES]: {
      recordType: 'Orders',
      table: 'orders',
      on: ofCustomer,
      denormalized: {
        hasBase: 'has_customer',
        columns: { service_id: 'customer_service_id', source_id: 'customer_id', birth: 'customer_birth' },
      },
      currencyColumn: 'currency',
      channelColumn: 'channel',
    },
  },
  columns: [
    personal(dimension('customerId', 'Customer ID', { field: stored('source_id'), isId: true })),
    dimension('customerName', 'Customer', { field: stored('name'), identifiedBy: 'customerId', isPersonal: true }),
    personal(textDimension('email', 'Email', 'email')),
    personal(withSynonyms(textDimension('city', 'City', 'city'), 'city, town')),
    textDimension('state', 'State', 'state'),
    textDimension('country', 'Country', 'country'),
    personal(textDimension('postalCode', 'Postal code', 'postal_code')),
    zipArea(stored),
    dimension('customerGroup', 'Customer group', {
      synonyms: 'customer group, customer groups, customer tier, customer tiers',
      description: 'Segment, tier, or group that the source gives the customer',
      field: stored('customer_group'),
    }),
    ...birthDates.map(personal),
    ...timestampColumns({
      prefix: 'customerSince',
      columnId: 'customerSince',
      displayName: 'Customer since',
      name: 'since',
    }),
    dimension('segment', 'Segment', {
      synonyms: 'segment, customer segment, segments, customer segments',
      type: 'enum',
      description: 'Current club member, former member, or never a member',
      field: segment,
    }),
    dimension('ageBracket', 'Age', {
      synonyms:
        'age, age group, age bracket, customer age, age range, generation, ages, age groups, age brackets, generations, demographic, demographics, how old',
      type: 'enum',
      description: 'Age today, in brackets; Unknown without a valid birth date for an age of 21 to 100',
      field: ageBracket,
    }),
    dimension('isClubMember', 'Club member', {
      synonyms: `
        members vs non members, members versus non members, member vs non member, members and non members, members or non members,
        club members vs non members, club members versus non members, club members and non members, club members or non members`,
      type: 'boolean',
      description: 'Currently a member of a club',
      field: (scope) => `COALESCE(${scope.joined('clubs', 'is_member')}, FALSE)`,
    }),
    ...dayColumns({
      prefix: 'lastOrder',
      displayName: 'Last order',
      description: 'Day of the last paid order, excluding refunds, all time',
      day: (scope) => scope.dialect.toDate(scope.joined('ordered', 'last_order')),
    }),
    ...firstOrderDates(joinedField('first', 'first_order')),
    dimension('isRepeatCustomer', 'Repeat customer', {
      synonyms: 'one time vs repeat customers, one time customers vs repeat customers, repeat vs one time customers',
      type: 'boolean',
      description: 'Two or more orders, all time',
      field: (scope) => `(${scope.joined('second', 'source_id')} IS NOT NULL)`,
    }),
    ...scoreColumns,
    ...factOrderDates(SALES),
    recordCount('customerCount', 'Customers', `Customers on record. ${ONE_PER_EMAIL}`, 'up'),
    factMeasure({
      fact: SALES,
      columnId: 'netSales',
      displayName: 'Customer net sales',
      type: 'currency',
      description:
        'Paid orders of customers on record after discounts, before tax, shipping, tips, and deposits; refunds are negative, gift cards are excluded. Orders without a customer are not included',
      formula: ofFact(SALES, { ...buildSum('net_sales'), where: isPaid }),
    }),
    factMeasure({
      fact: SALES,
      columnId: 'orderCount',
      displayName: 'Customer orders',
      type: 'integer',
      description:
        'Paid orders of customers on record with net sales above zero, excluding refunds. Orders without a customer are not included',
      formula: orderCount,
    }),
    factMeasure({
      fact: SALES,
      columnId: 'averageOrder',
      displayName: 'Customer average order',
      type: 'currency',
      description: 'Net sales excluding refunds ÷ orders',
      formula: {
        ...averageOrder,
        numerator: ofFact(SALES, averageOrder.numerator),
        denominator: ofFact(SALES, averageOrder.denominator),
      },
    }),
    ...buildHistoryMeasures(SALES),
    ...buildCostMeasures(SALES, 'Customer', orderCosts),
    measure('lifetimeValue', 'Lifetime value', 'currency', {
      synonyms: `
        lifetime value, ltv, clv, customer lifetime value, average lifetime value, average customer lifetime value,
        lifetime, lifetime spend, lifetime sales, worth to us, worth, lifetime total, all time spend, customer value, average ltv, lifetime revenue, value of a customer`,
      description: `Net sales of a customer since the first order; average over customers who have ordered. ${ONE_PER_EMAIL}`,
      record: lifetimeValue,
      formula: { kind: 'average', of: lifetimeValue },
    }),
    measure('medianLifetimeValue', 'Median lifetime value', 'currency', {
      synonyms: 'median lifetime value, median ltv',
      description: 'Net sales of a customer since the first order; median over customers who have ordered',
      record: lifetimeValue,
      formula: buildMedian(lifetimeValue),
    }),
  ],
}
