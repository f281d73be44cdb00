import { buildMeasure, dimension, stored, withSynonyms } from './build-column.ts'
import type { Dimension, Measure } from './column.ts'
import { dayColumns } from './date-columns.ts'
import { factMeasure, formulaOfFact } from './fact-columns.ts'
import { type Aggregate, buildMedian, type Field } from './formula.ts'
import { ONE_PER_EMAIL } from './joined-table.ts'

/** The customer had no counted order before this one; also of refunds of such an order. */
const isFirst: Field = (scope) => `(${scope.col('prior_orders')} = 0)`
const isRepeat: Field = (scope) => `(${scope.col('prior_orders')} > 0)`

const isCountedAnd =
  (condition: Field): Field =>
  (scope) =>
    `(${scope.col('is_counted')} AND ${condition(scope)})`

const hasCustomer: Field = (scope) => `(${scope.col('customer_id')} IS NOT NULL)`

const CUSTOMER: readonly Field[] = [stored('customer_service_id'), stored('customer_id')]

/** A customer has one first order, so these orders are as many as their customers. */
const newCustomers: Aggregate = { kind: 'count', where: isCountedAnd(isFirst) }
const returningCustomers: Aggregate = { kind: 'countDistinct', of: CUSTOMER, where: isCountedAnd(isRepeat) }
const orderingCustomers: Aggregate = { kind: 'countDistinct', of: CUSTOMER, where: isCountedAnd(hasCustomer) }
const salesWhere = (where: Field): Aggregate => ({ kind: 'sum', of: stored('net_sales'), where })
const daysBetween = stored('days_since_order')

const valueIf =
  (condition: Field, value: Field): Field =>
  (scope) =>
    `CASE WHEN ${condition(scope)} THEN ${value(scope)} ELSE 0 END`

/** Day of the first order, with its parts for cohorts. */
export const firstOrderDates = (day: Field): Dimension[] =>
  dayColumns({ prefix: 'firstOrder', displayName: 'First order', day }).map((column) =>
    column.columnId === 'firstOrderDate'
      ? {
          ...column,
          description: 'Day of the customer’s first order, all time (paid, net sales above zero, excluding refunds)',
          synonyms: 'first order date, date of the first order, first purchase, first purchase date',
        }
      : withCohortSynonyms(column),
  )

const withCohortSynonyms = (column: Dimension): Dimension => {
  const grain = column.part?.grain
  return grain === 'month' || grain === 'quarter' || grain === 'year'
    ? withSynonyms(
        column,
        `first order ${grain}, ${grain} of first order, ${grain} of first purchase, first purchase ${grain}, ${grain} cohort${grain === 'month' ? ', cohort, monthly cohort, acquisition month' : ''}`,
      )
    : column
}

/** From the number of orders that the customer had before. */
export const customerType = (priorOrders: Field): Dimension =>
  dimension('customerType', 'Customer type', {
    type: 'enum',
    synonyms: `
    customer type, type of customer, new vs returning, new versus returning, returning vs new, new and returning,
    new or returning, first time vs returning, first time versus returning, first time and returning,
    first time vs repeat, first time versus repeat, new vs repeat, new versus repeat, new and repeat`,
    description:
      'New: the customer’s first order ever, or its refund. Returning: any later order. Unknown: no customer on the order',
    field: (scope) => {
      const prior = priorOrders(scope)
      return `CASE WHEN ${prior} = 0 THEN 'new' WHEN ${prior} > 0 THEN 'returning' ELSE 'unknown' END`
    },
  })

/** A measure of orders whose formula may move to the orders of a customer. */
type HistoryMeasure = Parameters<typeof buildMeasure>[0]

const MEASURES: readonly HistoryMeasure[] = [
  {
    columnId: 'newCustomers',
    displayName: 'New customers',
    type: 'integer',
    description: `Customers whose first order ever is among these orders. ${ONE_PER_EMAIL}`,
    record: valueIf(isCountedAnd(isFirst), () => '1'),
    formula: newCustomers,
  },
  {
    columnId: 'returningCustomers',
    displayName: 'Returning customers',
    type: 'integer',
    synonyms: `
      returning customers, returning customer, repeat customers, repeat customer, repeat buyers, repeat buyer,
      returning buyers, number of returning customers`,
    description:
      'Customers with an order after their first. A customer whose first and second orders are both in the period counts as new and returning',
    formula: returningCustomers,
  },
  {
    columnId: 'newCustomerSales',
    displayName: 'New-customer sales',
    type: 'currency',
    synonyms: `
      new customer sales, sales to new customers, sales from new customers, new customer revenue,
      revenue from new customers, first time customer sales, sales from first time customers,
      sales to first time customers, first order sales`,
    description: 'Net sales of customers’ first orders, less refunds of these orders',
    record: valueIf(isFirst, stored('net_sales')),
    formula: salesWhere(isFirst),
  },
  {
    columnId: 'returningCustomerSales',
    displayName: 'Returning-customer sales',
    type: 'currency',
    synonyms: `
      returning customer sales, sales to returning customers, sales from returning customers,
      returning customer revenue, repeat customer sales, sales from repeat customers, sales to repeat customers,
      repeat sales, repeat purchases revenue, revenue from returning customers`,
    description:
      'Net sales of known customers after their first order; together with new-customer sales and sales without a customer, these are net sales',
    record: valueIf(isRepeat, stored('net_sales')),
    formula: salesWhere(isRepeat),
  },
  {
    columnId: 'repeatRate',
    displayName: 'Repeat rate',
    type: 'percent',
    synonyms: `
      repeat rate, repeat purchase rate, repeat customer rate, returning customer rate, reorder rate,
      rate of repeat customers, share of returning customers, percentage of returning customers, retention, retention rate,
      customer retention, customer retention rate, customer repeat rate, repeat business, share of customers come back, share of customers who come back, rebuy rate`,
    description:
      'Returning customers ÷ customers who ordered; over all time, customers with two or more orders ÷ customers who ordered',
    formula: {
      kind: 'ratio',
      numerator: returningCustomers,
      denominator: orderingCustomers,
      names: ['Returning customers', 'Customers who ordered'],
    },
  },
  {
    columnId: 'daysBetweenOrders',
    displayName: 'Days between orders',
    type: 'number',
    synonyms: `
      days between orders, average days between orders, time between orders, days between purchases,
      average time between orders, average time between purchases, order interval, order frequency in days, how often customers order, how often do customers buy, how often people buy,
      how often do people order, purchase frequency, order frequency, how often customers come back, how often do customers order`,
    description: 'Average days from a customer’s previous order to this one; first orders have no previous one',
    record: daysBetween,
    formula: { kind: 'average', of: daysBetween },
    goodDirection: 'down',
  },
  {
    columnId: 'medianDaysBetweenOrders',
    displayName: 'Median days between orders',
    type: 'number',
    synonyms: 'median days between orders, median time between orders, median days between purchases',
    description: 'Median days from a customer’s previous order to this one; first orders have no previous one',
    record: daysBetween,
    formula: buildMedian(daysBetween),
    goodDirection: 'down',
  },
]

/** Measures of new and returning customers, for report types whose records are orders. */
export const historyMeasures: readonly Measure[] = MEASURES.map(buildMeasure)

/** The same over the orders of customers. */
export const buildHistoryMeasures = (fact: string): Measure[] =>
  MEASURES.map(({ record: _ofOrder, ...options }) =>
    factMeasure({ ...options, fact, formula: formulaOfFact(options.formula, fact) }),
  )
