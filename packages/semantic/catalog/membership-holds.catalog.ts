import { dimension, measure, stored, textDimension, withSynonyms } from './build-column.ts'
import { dayColumns } from './date-columns.ts'
import type { Field } from './formula.ts'
import { joinedMember, memberColumns, ofMember } from './joined-table.ts'
import { weekendDimension } from './order-columns.ts'
import type { ReportType } from './report-type.ts'

/** The hold covers today, and its membership was not cancelled by then. */
const isCurrent: Field = (scope) => {
  const [start, end, today] = [scope.col('start'), scope.col('end'), scope.today()]
  const [status, cancelled] = [ofMember('status')(scope), ofMember('cancelled_local')(scope)]
  const isMember = `(${status} IS NULL OR (${status} <> 'cancelled' AND ${cancelled} IS NULL) OR COALESCE(${cancelled} >= ${scope.dialect.addDays(today, 1)}, FALSE))`
  return `(${start} <= ${today} AND (${end} IS NULL OR ${end} > ${today}) AND ${isMember})`
}

const holdDays: Field = (scope) => {
  const [start, end, today] = [scope.col('start'), scope.col('end'), scope.today()]
  const days = scope.dialect.daysBetween(start, `COALESCE(${end}, ${today})`)
  return `CASE WHEN ${end} IS NOT NULL OR ${start} <= ${today} THEN ${days} ELSE 0 END`
}

export const membershipHolds: ReportType = {
  reportType: 'MembershipHolds',
  title: 'Membership holds',
  table: 'membership_holds',
  joins: joinedMember,
  dateColumn: 'holdStart',
  currencyColumn: null,
  channelColumn: null,
  recordKey: ['source_id', 'service_id'],
  recordColumns: ['membershipId', 'customerName', 'clubName', 'holdStart', 'holdEnd', 'holdReason'],
  columns: [
    dimension({ columnId: 'holdId', displayName: 'Hold ID', field: stored('source_id'), isId: true }),
    ...memberColumns,
    withSynonyms(textDimension('holdReason', 'Reason', 'reason', 'Why the membership was put on hold'), [
      'reason',
      'hold reason',
      'reason for hold',
    ]),
    dimension({
      columnId: 'isCurrent',
      displayName: 'On hold now',
      type: 'boolean',
      description:
        'The hold began by today and has no end or one after today, and its membership is not cancelled by today; a cancelled membership without a date is cancelled, and a hold of no known membership counts',
      field: isCurrent,
    }),
    ...dayColumns({ prefix: 'holdStart', columnId: 'holdStart', displayName: 'Hold start', day: stored('start') }),
    ...dayColumns({ prefix: 'holdEnd', columnId: 'holdEnd', displayName: 'Hold end', day: stored('end') }).map(
      (column) =>
        column.columnId === 'holdEnd'
          ? { ...column, description: 'First day after the hold; null while it is open' }
          : column,
    ),
    weekendDimension(stored('start'), 'The day the hold starts'),
    measure({
      columnId: 'holdCount',
      displayName: 'Holds',
      type: 'integer',
      description: 'Holds, each time a membership was put on hold',
      record: () => '1',
      formula: { kind: 'count' },
      goodDirection: 'down',
    }),
    measure({
      columnId: 'holdDays',
      synonyms: ['days on hold', 'hold days', 'hold length', 'length of holds'],
      displayName: 'Days on hold',
      type: 'number',
      description:
        'Days from the start of a hold to its end, be it in the future, or to today while it has none (0 if it is still to begin); the mean of several holds',
      record: holdDays,
      formula: { kind: 'average', of: holdDays },
      goodDirection: 'neutral',
    }),
  ],
}
