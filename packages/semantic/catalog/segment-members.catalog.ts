import { SEGMENT_MEMBERS } from '#domain/segments.ts'
import { dimension, joinedField, measure, personal, stored } from './build-column.ts'
import { dayColumns, monthOfCount } from './date-columns.ts'
import type { Field, Scope } from './formula.ts'
import { joinedTable, withinService } from './joined-table.ts'
import type { ReportType } from './report-type.ts'

/** Null for those who were in it from its start: nobody knows since when. */
const came: Field = (scope) => `CASE WHEN ${scope.col('from_start')} THEN NULL ELSE ${scope.col('since')} END`
const left = stored('until')

const isInAtEnd: Field = (scope) =>
  `(${scope.col('since')} < ${scope.until()} AND (${left(scope)} IS NULL OR ${left(scope)} >= ${scope.until()}))`

const isWithin =
  (day: Field): Field =>
  (scope) =>
    `COALESCE(${day(scope)} >= ${scope.from()} AND ${day(scope)} < ${scope.until()}, FALSE)`

const countOf = (columnId: string, displayName: string, description: string, where: Field) =>
  measure(columnId, displayName, 'integer', {
    description: `${description}. Somebody in two segments counts in both`,
    formula: { kind: 'count', where, ownDates: true },
    goodDirection: 'neutral',
  })

const SALES_DAYS = 365

/** Paid net sales to each customer, today included. */
const yearOfSales = (scope: Scope): string => {
  const { dialect } = scope
  const day = dialect.toDate('ordered_local')
  const since = dialect.addDays(scope.today(), -SALES_DAYS)
  const conditions = `payment_status = 'paid' AND currency = ${scope.currency()} AND customer_id IS NOT NULL AND ${day} > ${since} AND ${day} <= ${scope.today()}`
  return `(SELECT customer_service_id, customer_id, ${dialect.sumInteger('net_sales', null)} AS net_sales FROM ${scope.table('orders')} AS o WHERE ${conditions} GROUP BY customer_service_id, customer_id)`
}

const salesIn: Field = (scope) =>
  `CASE WHEN ${left(scope)} IS NULL THEN COALESCE(${scope.joined('sales', 'net_sales')}, 0) ELSE 0 END`

/** Customers by the days that they were in a segment: a record for each time. */
export const segmentMembers: ReportType = {
  reportType: 'SegmentMembers',
  title: 'Segment members',
  table: SEGMENT_MEMBERS,
  joins: {
    customers: joinedTable('customers', 'person_id', withinService('person_id', 'source_id')),
    sales: {
      relation: yearOfSales,
      on: [
        ['service_id', 'customer_service_id'],
        ['person_id', 'customer_id'],
      ],
    },
  },
  dateColumn: 'enteredDate',
  currencyColumn: null,
  channelColumn: null,
  recordKey: ['source_id', 'service_id'],
  recordColumns: ['segmentName', 'customerId', 'customerName', 'enteredDate', 'leftDate'],
  history: { person: [stored('service_id'), stored('person_id')] },
  columns: [
    dimension('segmentId', 'Segment ID', { field: stored('segment_id'), isId: true }),
    dimension('segmentName', 'Segment name', { field: stored('segment_id'), identifiedBy: 'segmentId' }),
    personal(dimension('customerId', 'Customer ID', { field: stored('person_id'), isId: true })),
    dimension('customerName', 'Customer', {
      field: joinedField('customers', 'name'),
      identifiedBy: 'customerId',
      isPersonal: true,
    }),
    dimension('isCurrent', 'In segment now', {
      type: 'boolean',
      description: 'The customer meets the segment’s conditions today',
      field: (scope) => `(${left(scope)} IS NULL)`,
    }),
    ...dayColumns({
      prefix: 'entered',
      displayName: 'Entered segment',
      description:
        'Day on which the customer first met the conditions; blank for those who did when the segment was saved',
      day: came,
    }),
    ...dayColumns({
      prefix: 'left',
      displayName: 'Left segment',
      description: 'First day on which the customer no longer met the conditions; blank while in the segment',
      day: left,
    }),
    monthOfCount('the segment is'),
    countOf('segmentSize', 'Segment size', 'Customers in the segment on the last day', isInAtEnd),
    countOf('segmentEntered', 'Entered', 'Customers who entered the segment in the period', isWithin(came)),
    measure('segmentSales', `Sales in ${SALES_DAYS} days`, 'currency', {
      description: `Net sales of the last ${SALES_DAYS} days to customers who are in the segment today. Somebody in two segments counts in both`,
      record: salesIn,
      formula: { kind: 'sum', of: salesIn },
    }),
    countOf('segmentLeft', 'Left', 'Customers who left the segment in the period', isWithin(left)),
  ],
}
