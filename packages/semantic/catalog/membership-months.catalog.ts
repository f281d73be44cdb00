import { dimension, measure, personal, stored, teamMemberId, textDimension } from './build-column.ts'
import { timestampColumns } from './date-columns.ts'
import { type Aggregate, type Field, proportion, ratio, type Scope } from './formula.ts'
import { ofPerson } from './joined-table.ts'
import { membershipColumns } from './memberships.catalog.ts'
import { eachMonthSince, monthsColumn, salesToDate, salesUntilMonth } from './months-since.ts'
import type { ReportType } from './report-type.ts'

/** How long a membership canceled without a date lasted is not known. */
const HAS_KNOWN_END = `(m.status <> 'cancelled' OR m.cancelled_local IS NOT NULL)`

/** Every membership once for each month since its signup, whether it lasted until then or not. */
const months = (scope: Scope): string => {
  const { dialect } = scope
  const end = `COALESCE(${dialect.toDate('m.cancelled_local')}, ${scope.today()})`
  const lasted = dialect.wholeMonths(dialect.toDate('m.signup_local'), end)
  return `(SELECT m.*, ${eachMonthSince(scope, 'm.signup_local')}, ${lasted} AS months_lasted FROM ${scope.table('memberships')} AS m WHERE ${HAS_KNOWN_END})`
}

const isStillMember: Field = (scope) => `(${scope.col('months_lasted')} >= ${scope.col('months')})`

const sales: Aggregate = { kind: 'sum', of: salesUntilMonth }

/** Club members by month since their signup, for cohorts: who was still a member then, and what they had bought. */
export const membershipMonths: ReportType = {
  reportType: 'MembershipMonths',
  title: 'Members by month since signup',
  table: 'memberships',
  rows: months,
  joins: {
    sales: salesToDate(
      (scope) =>
        `(SELECT service_id, source_id, customer_service_id AS person_service_id, customer_id AS person_id, signup_local AS start_local FROM ${scope.table('memberships')} AS s)`,
    ),
  },
  dateColumn: 'signupDate',
  currencyColumn: null,
  channelColumn: null,
  recordKey: ['source_id', 'service_id', 'months'],
  recordColumns: ['membershipId', 'customerId', 'customerName', 'clubName', 'signupDate', 'cancelledDate'],
  history: { person: ofPerson },
  columns: [
    ...membershipColumns,
    textDimension('acquisitionChannel', 'Signup channel', 'acquisition_channel'),
    textDimension('cancellationReason', 'Cancellation reason', 'cancellation_reason'),
    personal(textDimension('teamMember', 'Team member', 'team_member')),
    teamMemberId(stored('team_member_source_id')),
    ...timestampColumns({ prefix: 'signup', displayName: 'Signup date', name: 'signup' }),
    ...timestampColumns({ prefix: 'cancelled', displayName: 'Cancellation date', name: 'cancelled' }),
    monthsColumn('monthsSinceSignup', 'Months since signup', 'months since signup, months after joining'),
    dimension('isStillMember', 'Still a member', {
      type: 'boolean',
      description: 'Not canceled in the months since signup',
      field: isStillMember,
    }),
    measure('cohortSize', 'Members in cohort', 'integer', {
      description: 'Memberships whose signup was at least so many months ago, whether canceled since or not',
      formula: { kind: 'count' },
      additive: false,
      goodDirection: 'neutral',
    }),
    measure('membersRetained', 'Members retained', 'integer', {
      description: 'Those not canceled in the months since signup',
      formula: { kind: 'count', where: isStillMember },
      additive: false,
    }),
    measure('memberRetention', 'Member retention', 'percent', {
      description: 'Members retained ÷ cohort size: recent signups do not count before their months have passed',
      synonyms: 'member retention, club retention, retention of members, cohort retention, membership retention',
      formula: proportion('members', { kind: 'count', where: isStillMember }, { kind: 'count' }, [
        'Members retained',
        'Members in cohort',
      ]),
    }),
    measure('salesToDate', 'Member cohort sales', 'currency', {
      description:
        'Net sales to the members from signup until the months have passed, club orders included. A customer with two memberships counts for both',
      record: salesUntilMonth,
      formula: sales,
      additive: false,
    }),
    measure('salesPerMember', 'Cohort sales per member', 'currency', {
      description: 'Sales since signup ÷ cohort size, canceled members included',
      formula: ratio(sales, { kind: 'count' }, ['Sales since signup', 'Members in cohort']),
    }),
  ],
}
