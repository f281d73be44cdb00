import { dimension, measure, personal, stored, textDimension } from './build-column.ts'
import { type Aggregate, type Field, proportion, ratio, type Scope } from './formula.ts'
import { ONE_PER_EMAIL } from './joined-table.ts'
import { eachMonthSince, monthsColumn, salesToDate, salesUntilMonth } from './months-since.ts'
import { firstOrderDates } from './order-history.ts'
import type { ReportType } from './report-type.ts'

const orderNumber = (scope: Scope, prior: number): string =>
  `(SELECT customer_service_id, customer_id, ordered_local, first_order, channel FROM ${scope.table('orders')} AS o WHERE is_counted AND prior_orders = ${prior} AND customer_id IS NOT NULL)`

/** Every customer with an order once for each month since the first one. */
const months = (scope: Scope): string => {
  const { dialect } = scope
  const [first, second] = ['f.ordered_local', 's.ordered_local'].map((local) => dialect.toDate(local))
  const returned = dialect.wholeMonths(first ?? '', second ?? '')
  const on = (alias: string) => `${alias}.customer_service_id = c.service_id AND ${alias}.customer_id = c.source_id`
  return `(SELECT c.*, f.first_order AS first_order, f.channel AS first_channel, ${returned} AS month_returned, ${eachMonthSince(scope, 'f.ordered_local')} FROM ${scope.table('customers')} AS c INNER JOIN ${orderNumber(scope, 0)} AS f ON ${on('f')} LEFT JOIN ${orderNumber(scope, 1)} AS s ON ${on('s')})`
}

const hasReturned: Field = (scope) => `(COALESCE(${scope.col('month_returned')} < ${scope.col('months')}, FALSE))`

const sales: Aggregate = { kind: 'sum', of: salesUntilMonth }

/** Customers by month since their first order, for cohorts: who had come back by then, and what they had bought. */
export const customerMonths: ReportType = {
  reportType: 'CustomerMonths',
  title: 'Customers by month since first order',
  table: 'customers',
  rows: months,
  joins: {
    sales: salesToDate(
      (scope) =>
        `(SELECT customer_service_id AS service_id, customer_id AS source_id, customer_service_id AS person_service_id, customer_id AS person_id, ordered_local AS start_local FROM ${orderNumber(scope, 0)} AS n)`,
    ),
  },
  dateColumn: 'firstOrderDate',
  currencyColumn: null,
  channelColumn: null,
  recordKey: ['source_id', 'service_id', 'months'],
  recordColumns: ['customerId', 'customerName', 'firstOrderDate'],
  history: { person: [stored('service_id'), stored('source_id')] },
  columns: [
    personal(dimension('customerId', 'Customer ID', { field: stored('source_id'), isId: true })),
    dimension('customerName', 'Customer', { field: stored('name'), identifiedBy: 'customerId', isPersonal: true }),
    textDimension('state', 'State', 'state'),
    textDimension('country', 'Country', 'country'),
    dimension('firstChannel', 'First order channel', {
      type: 'enum',
      description: 'Sales channel of the customer’s first order',
      field: stored('first_channel'),
    }),
    ...firstOrderDates(stored('first_order')),
    monthsColumn('monthsSinceFirstOrder', 'Months since first order', 'months since first order'),
    dimension('hasReturned', 'Has ordered again', {
      type: 'boolean',
      description: 'Ordered again in the months since the first order',
      field: hasReturned,
    }),
    measure('cohortSize', 'Customers in cohort', 'integer', {
      description: `Customers whose first order was at least so many months ago. ${ONE_PER_EMAIL}`,
      formula: { kind: 'count' },
      additive: false,
      goodDirection: 'neutral',
    }),
    measure('returnedCustomers', 'Reordering customers', 'integer', {
      description: 'Those who ordered again in the months since their first order',
      formula: { kind: 'count', where: hasReturned },
      additive: false,
    }),
    measure('returnRate', 'Reorder rate by month', 'percent', {
      description: 'Reordering customers ÷ cohort size: recent customers do not count before their months have passed',
      formula: proportion('customers', { kind: 'count', where: hasReturned }, { kind: 'count' }, [
        'Reordering customers',
        'Customers in cohort',
      ]),
    }),
    measure('salesToDate', 'Customer cohort sales', 'currency', {
      description: 'Net sales to the customers from their first order until the months have passed',
      record: salesUntilMonth,
      formula: sales,
      additive: false,
    }),
    measure('salesPerCustomer', 'Cohort sales per customer', 'currency', {
      description: 'Sales since first order ÷ cohort size',
      formula: ratio(sales, { kind: 'count' }, ['Sales since first order', 'Customers in cohort']),
    }),
  ],
}
