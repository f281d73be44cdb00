import { SHIPPED_MONTHS } from '../definitions/definitions.ts'
import {
  clubId,
  customerId,
  dimension,
  joinedField,
  measure,
  personal,
  recordCount,
  stored,
  teamMemberId,
  textDimension,
  withSynonyms,
} from './build-column.ts'
import type { Dimension, Measure } from './column.ts'
import { monthOfCount, monthOfYearColumn, timestampColumns, weekendDimension } from './date-columns.ts'
import type { SurvivalBound } from './dialect.ts'
import { type Aggregate, buildMedian, type Field } from './formula.ts'
import { joinedCustomer, ofPerson, recordKey, withinService } from './joined-table.ts'
import type { Join, ReportType } from './report-type.ts'
import { zipArea } from './zip-area.ts'

/** Member at the end of the day before `day`. A canceled membership without a date does not count. */
const isMemberBefore =
  (day: (scope: Parameters<Field>[0]) => string): Field =>
  (scope) => {
    const cancelled = scope.col('cancelled_local')
    return `(${scope.col('signup_local')} < ${day(scope)} AND (${cancelled} >= ${day(scope)} OR (${cancelled} IS NULL AND ${scope.col('status')} <> 'cancelled')))`
  }

const isMemberAtEnd = isMemberBefore((scope) => scope.until())
const isMemberAtStart = isMemberBefore((scope) => scope.from())
const isWithin =
  (name: string): Field =>
  (scope) =>
    `(${scope.col(name)} >= ${scope.from()} AND ${scope.col(name)} < ${scope.until()})`

/** A hold covers the last day of the window, or the membership has the status on hold without any dated hold. */
const isOnHold: Field = (scope) =>
  `(${isMemberAtEnd(scope)} AND (COALESCE(${holds(scope, 'covers')}, FALSE) OR (${scope.col('status')} = 'on_hold' AND ${holds(scope, 'covers')} IS NULL)))`

const holds = (scope: Parameters<Field>[0], name: string): string => scope.joined('holds', name)

/** Whether the membership is active under the account's definitions. */
const isActiveAtEnd: Field = (scope) => {
  const { activeMember } = scope.definitions
  if (activeMember === 'onHoldExcluded') return `(${isMemberAtEnd(scope)} AND NOT ${isOnHold(scope)})`
  if (activeMember === 'shipped')
    return `(${isMemberAtEnd(scope)} AND COALESCE(${scope.joined('shipments', 'shipments')}, 0) > 0)`
  return isMemberAtEnd(scope)
}

const ofCustomerRecord = (name: string): Field => joinedField('customers', name)

const cancellations: Aggregate = { kind: 'count', where: isWithin('cancelled_local'), ownDates: true }
const membersAtStart: Aggregate = { kind: 'count', where: isMemberAtStart, ownDates: true }

const tenure: Field = (scope) => {
  const { dialect } = scope
  const end = `COALESCE(${dialect.toDate(scope.col('cancelled_local'))}, ${scope.today()})`
  const days = dialect.daysBetween(dialect.toDate(scope.col('signup_local')), end)
  return `CASE WHEN ${scope.col('status')} <> 'cancelled' OR ${scope.col('cancelled_local')} IS NOT NULL THEN ${days} END`
}

/** The first order of each service: of those who joined before it, only the members who stayed may be on record. */
const records: Join = {
  relation: (scope) =>
    `(SELECT service_id, ${scope.dialect.min('ordered_local', null)} AS first_order FROM ${scope.table('orders')} GROUP BY service_id)`,
  on: [['service_id', 'service_id']],
}

const isOnRecord: Field = (scope) => {
  const [signup, first] = [scope.col('signup_local'), scope.joined('records', 'first_order')].map(scope.dialect.toDate)
  return `(${first} IS NULL OR ${signup} >= ${first})`
}

const observedTenure: Field = (scope) =>
  `CASE WHEN ${isOnRecord(scope)} THEN 2 * ${tenure(scope)} + CASE WHEN ${scope.col('cancelled_local')} IS NULL THEN 1 ELSE 0 END END`

const tenureEstimate = (columnId: string, displayName: string, bound: SurvivalBound, description: string): Measure =>
  measure(columnId, displayName, 'number', {
    description: `${description}, by Kaplan–Meier: those who are still members count for the days so far, and those who joined before the first order on record don’t count. Blank while more than half stay`,
    formula: { kind: 'survival', of: observedTenure, bound },
  })

/** Whose membership it is, and of which club. */
export const membershipColumns: readonly Dimension[] = [
  personal(dimension('membershipId', 'Membership ID', { field: stored('source_id'), isId: true })),
  textDimension('clubName', 'Club', 'club_name'),
  clubId(stored('club_source_id')),
  customerId,
  dimension('customerName', 'Customer', {
    field: stored('customer_name'),
    identifiedBy: 'customerId',
    isPersonal: true,
  }),
]

export const memberships: ReportType = {
  reportType: 'Memberships',
  title: 'Club memberships',
  table: 'memberships',
  joins: {
    customers: joinedCustomer,
    records,
    holds: {
      // per membership: does any of its holds cover the last day of the window
      relation: (scope) => {
        const [start, end] = [scope.dialect.quote('start'), scope.dialect.quote('end')]
        const covers = scope.dialect.anyTrue(
          `${start} < ${scope.until()} AND (${end} IS NULL OR ${end} >= ${scope.until()})`,
        )
        const keys = `service_id, membership_source_id${scope.perDay.key}`
        return `(SELECT ${keys}, ${covers} AS covers FROM ${scope.table('membership_holds')} AS h${scope.perDay.join()} GROUP BY ${keys})`
      },
      isPerDay: true,
      on: withinService('source_id', 'membership_source_id'),
    },
    shipments: {
      // per customer: paid club orders of the months before the end of the window
      relation: (scope) => {
        const { dialect } = scope
        const since = dialect.addMonths(scope.until(), -SHIPPED_MONTHS)
        const keys = `service_id, customer_source_id${scope.perDay.key}`
        return `(SELECT ${keys}, ${dialect.countWhere(null)} AS shipments FROM ${scope.table('orders')} AS o${scope.perDay.join()} WHERE channel = 'club' AND is_counted AND customer_source_id IS NOT NULL AND ordered_local >= ${since} AND ordered_local < ${scope.until()} GROUP BY ${keys})`
      },
      isPerDay: true,
      on: withinService('customer_source_id', 'customer_source_id'),
    },
  },
  dateColumn: 'signupDate',
  currencyColumn: null,
  channelColumn: null,
  recordKey: ['source_id', 'service_id'],
  recordColumns: ['membershipId', 'customerId', 'customerName', 'clubName', 'status', 'signupDate', 'cancelledDate'],
  history: {
    person: ofPerson,
    events: {
      key: recordKey,
      words: { did: 'joined a club', didNot: 'didn’t join a club', event: 'membership' },
      kinds: [
        {
          columnId: 'cancelledDate',
          comparison: 'IsNotNull',
          value: null,
          day: 'cancelledDate',
          words: { did: 'canceled a membership', didNot: 'didn’t cancel a membership', event: 'cancellation' },
        },
        {
          columnId: 'standing',
          comparison: 'NotEqual',
          value: 'cancelled',
          words: { did: 'are in a club', didNot: 'aren’t in a club', event: 'membership' },
        },
      ],
    },
  },
  columns: [
    ...membershipColumns,
    dimension('state', 'State', { description: 'State of the customer’s address', field: ofCustomerRecord('state') }),
    dimension('country', 'Country', {
      description: 'Country of the customer’s address',
      field: ofCustomerRecord('country'),
    }),
    zipArea(ofCustomerRecord),
    dimension('status', 'Status', { type: 'enum', field: stored('status') }),
    textDimension('statusRaw', 'Status (as in source)', 'status_raw'),
    dimension('standing', 'Standing', {
      synonyms: 'standing, membership status, member status',
      type: 'enum',
      description: 'Active or on hold on the last day, otherwise canceled',
      field: (scope) =>
        `CASE WHEN ${isOnHold(scope)} THEN 'on_hold' WHEN ${isMemberAtEnd(scope)} THEN 'active' ELSE 'cancelled' END`,
    }),
    withSynonyms(
      textDimension('cancellationReason', 'Cancellation reason', 'cancellation_reason'),
      'reason, cancellation reason, reason for cancellation, reason for cancelling, reason for leaving, cancel reason, reasons for cancelling, reasons for leaving, reasons, cancellation reasons, reasons members leave, cancel reasons',
    ),
    personal(textDimension('teamMember', 'Team member', 'team_member')),
    teamMemberId(stored('team_member_source_id')),
    ...timestampColumns({ prefix: 'signup', displayName: 'Signup date', name: 'signup' }),
    monthOfYearColumn('signup', 'Anniversary month', stored('signup_local')),
    weekendDimension(stored('signup_local'), 'Day of the signup'),
    ...timestampColumns({ prefix: 'cancelled', displayName: 'Cancellation date', name: 'cancelled' }),
    monthOfCount('members are'),
    recordCount('memberCount', 'Memberships', 'Memberships of any status'),
    measure('activeMembers', 'Active members', 'integer', {
      description: 'Memberships signed up and not canceled by the last day, including those on hold',
      formula: { kind: 'count', where: isActiveAtEnd, ownDates: true },
    }),
    measure('onHold', 'On hold', 'integer', {
      synonyms: 'on hold',
      description: 'Active memberships on hold on the last day',
      formula: { kind: 'count', where: isOnHold, ownDates: true },
      goodDirection: 'down',
    }),
    measure('signups', 'Signups', 'integer', {
      description: 'Memberships started in the period',
      formula: { kind: 'count', where: isWithin('signup_local'), ownDates: true },
    }),
    measure('cancellations', 'Cancellations', 'integer', {
      description: 'Memberships canceled in the period',
      formula: cancellations,
      goodDirection: 'down',
    }),
    measure('attritionRate', 'Attrition', 'percent', {
      synonyms:
        'attrition, attrition rate, churn, churn rate, cancellation rate, club attrition, club churn, loss rate, cancel rate, dropout rate, member churn, percentage of members who cancelled, member attrition, turnover of members, retention loss',
      description:
        'Cancellations ÷ members active at the start of the period. Grouped by cancellation date: ÷ members at the start of each period. Grouped or filtered by reason: still ÷ all members',
      formula: {
        kind: 'ratio',
        numerator: cancellations,
        denominator: {
          kind: 'coarser',
          of: membersAtStart,
          across: ['cancellationReason', 'cancelledDate'],
          periodOf: 'cancelledDate',
        },
        names: ({ activeMember }) => [
          'Cancellations',
          activeMember === 'onHoldIncluded'
            ? 'Active members at the start'
            : 'Members at the start, including those on hold',
        ],
      },
      goodDirection: 'down',
    }),
    measure('tenureDays', 'Tenure in days', 'number', {
      synonyms:
        'tenure, membership length, length of membership, median tenure, member tenure, how long members stay, how long do members stay, how long people stay, how long do people stay, how long does a member stay, how long does the average member stay, average tenure, average membership length, how long members last, how long do members last, time in club, length of stay, member lifespan, average length of membership, how long do members stick around, how long they stay, stay',
      description: 'Days from signup to cancellation, or to today; median over memberships',
      record: tenure,
      formula: buildMedian(tenure),
    }),
    tenureEstimate('tenureEstimate', 'Tenure estimate', 'estimate', 'Days until half of the members have left'),
    tenureEstimate('tenureEstimateLow', 'Tenure estimate low end', 'low', 'Lower end of the estimate’s 95% interval'),
    tenureEstimate(
      'tenureEstimateHigh',
      'Tenure estimate high end',
      'high',
      'Upper end of the estimate’s 95% interval',
    ),
  ],
}
