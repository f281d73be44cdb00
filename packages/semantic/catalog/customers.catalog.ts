import { dimension, joinedField, measure, stored, textDimension } from './build-column.ts'
import { dayColumn, momentColumns } from './date-columns.ts'
import type { Field } from './field.ts'
import type { ReportType } from './report-type.ts'

const everOrdered = joinedField('lifetime', 'net_sales')

/** All sales of the customer since the first order; null for those who never ordered. */
const lifetimeValue: Field = (scope) => `(${everOrdered(scope)} + COALESCE(${scope.col('lifetime_value_seed')}, 0))`

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
        const channels = scope.withoutClubOrders ? " AND channel <> 'club'" : ''
        return `(SELECT service_id, customer_source_id, ${scope.dialect.sumInteger('net_sales', null)} AS net_sales FROM ${scope.table('orders')} WHERE currency = ${scope.currency()} AND payment_status = 'paid' AND customer_source_id IS NOT NULL${channels} GROUP BY service_id, customer_source_id)`
      },
      on: [
        ['service_id', 'service_id'],
        ['source_id', 'customer_source_id'],
      ],
    },
    clubs: {
      relation: (scope) =>
        `(SELECT service_id, customer_source_id, ${scope.dialect.anyTrue(`status <> 'cancelled' AND (cancelled_local IS NULL OR cancelled_local >= ${scope.until()})`)} AS is_member FROM ${scope.table('memberships')} WHERE signup_local < ${scope.until()} GROUP BY service_id, customer_source_id)`,
      on: [
        ['service_id', 'service_id'],
        ['source_id', 'customer_source_id'],
      ],
    },
  },
  dateColumn: null,
  currencyColumn: null,
  channelColumn: null,
  recordKey: ['source_id', 'service_id'],
  columns: [
    dimension({ columnId: 'customerId', displayName: 'Customer ID', field: stored('source_id'), isId: true }),
    textDimension('customerName', 'Customer', 'name'),
    textDimension('email', 'E-mail', 'email'),
    textDimension('city', 'City', 'city'),
    textDimension('state', 'State', 'state'),
    textDimension('country', 'Country', 'country'),
    dayColumn('birthDate', 'Birth date', stored('birth')),
    ...momentColumns({
      prefix: 'customerSince',
      displayName: 'Customer since',
      local: stored('since_local'),
      utc: stored('since_utc'),
    }).map((column) => (column.columnId === 'customerSinceDate' ? { ...column, columnId: 'customerSince' } : column)),
    dimension({
      columnId: 'segment',
      displayName: 'Segment',
      type: 'enum',
      description: 'Club member today, former member, or never one',
      field: segment,
    }),
    measure({
      columnId: 'customerCount',
      displayName: 'Customers',
      type: 'integer',
      description: 'Customers on record',
      record: () => '1',
      formula: { kind: 'count' },
    }),
    measure({
      columnId: 'lifetimeValue',
      displayName: 'Lifetime value',
      type: 'currency',
      description: 'Net sales of a customer since the first order; the mean of those who ever ordered',
      record: lifetimeValue,
      formula: { kind: 'average', of: lifetimeValue },
    }),
    measure({
      columnId: 'medianLifetimeValue',
      displayName: 'Median lifetime value',
      type: 'currency',
      description: 'Net sales of a customer since the first order; the median of those who ever ordered',
      record: lifetimeValue,
      formula: { kind: 'median', of: lifetimeValue },
    }),
  ],
}
