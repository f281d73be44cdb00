import { dimension, measure, personal, recordCount, stored, textDimension, withSynonyms } from './build-column.ts'
import { dayColumn, dayColumns, weekendDimension } from './date-columns.ts'
import type { Field } from './formula.ts'
import { joinedMember, memberColumns, ofMember, personOfMember, recordKey } from './joined-table.ts'
import type { ReportType } from './report-type.ts'

/** The hold covers today, and its membership was not canceled by then. */
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
  recordColumns: ['membershipId', 'customerId', 'customerName', 'clubName', 'holdStart', 'holdEnd', 'holdReason'],
  history: {
    person: personOfMember,
    events: {
      key: recordKey,
      words: { did: 'put a membership on hold', didNot: 'didn’t put a membership on hold', event: 'hold' },
      kinds: [
        {
          columnId: 'isCurrent',
          comparison: 'IsTrue',
          value: null,
          words: { did: 'are on hold', didNot: 'aren’t on hold', event: 'hold' },
        },
      ],
    },
  },
  columns: [
    personal(dimension('holdId', 'Hold ID', { field: stored('source_id'), isId: true })),
    ...memberColumns,
    withSynonyms(
      textDimension('holdReason', 'Reason', 'reason', 'Why the membership was put on hold'),
      'reason, hold reason, reason for hold',
    ),
    dimension('isCurrent', 'On hold now', {
      type: 'boolean',
      description:
        'The hold has started by today, has no end or ends after today, and its membership is not canceled; a canceled membership without a date counts as canceled, and a hold without a known membership counts as on hold',
      field: isCurrent,
    }),
    ...dayColumns({ prefix: 'holdStart', columnId: 'holdStart', displayName: 'Hold start', day: stored('start') }),
    ...dayColumns({
      prefix: 'holdEnd',
      columnId: 'holdEnd',
      displayName: 'Hold end',
      description: 'First day after the hold; blank while it is open',
      day: stored('end'),
    }),
    {
      ...dayColumn(
        'heldOn',
        'Dates on hold',
        stored('start'),
        'Any day of the hold, from its start to the day before its end',
      ),
      span: { start: stored('start'), end: stored('end') },
    },
    weekendDimension(stored('start'), 'First day of the hold'),
    recordCount('holdCount', 'Holds', 'Number of holds, counting each time a membership was put on hold', 'down'),
    measure('holdDays', 'Days on hold', 'number', {
      synonyms: 'days on hold, hold days, hold length, length of holds',
      description:
        'Days from the start of a hold to its end, even in the future, or to today if it has none (0 if it has not started); average over holds',
      record: holdDays,
      formula: { kind: 'average', of: holdDays },
      goodDirection: 'neutral',
    }),
  ],
}
