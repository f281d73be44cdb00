import { SEGMENT_MEMBERS } from '#domain/segments.ts'
import { dimension, joinedField, measure, personal, stored } from './build-column.ts'
import { dayColumns, parseMonth } from './date-columns.ts'
import type { Field } from './formula.ts'
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
    record: (scope) => `CASE WHEN ${where(scope)} THEN 1 ELSE 0 END`,
    formula: { kind: 'count', where, ownDates: true },
    goodDirection: 'neutral',
  })

/** Customers by the days that they were in a segment: a record for each time. */
export const segmentMembers: ReportType = {
  reportType: 'SegmentMembers',
  title: 'Segment members',
  table: SEGMENT_MEMBERS,
  joins: { customers: joinedTable('customers', 'person_id', withinService('person_id', 'source_id')) },
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
    dimension('asOfMonth', 'Month', {
      description: 'Month at whose end the segment is counted',
      field: (scope) => scope.dialect.truncate('month', scope.dialect.addDays(scope.until(), -1), scope.calendar),
      present: (sql, scope) => scope.dialect.monthText(sql),
      parse: parseMonth,
      part: { of: 'asOfMonth', grain: 'month' },
    }),
    countOf('segmentSize', 'Segment size', 'Customers in the segment on the last day', isInAtEnd),
    countOf('segmentEntered', 'Entered', 'Customers who entered the segment in the period', isWithin(came)),
    countOf('segmentLeft', 'Left', 'Customers who left the segment in the period', isWithin(left)),
  ],
}
