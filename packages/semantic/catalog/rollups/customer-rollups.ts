import { averageOrder } from '../average-order.ts'
import { stored } from '../build-column.ts'
import type { Column } from '../column.ts'
import { customers, isCustomer } from '../customers.catalog.ts'
import { factMeasure, ofFact } from '../fact-columns.ts'
import type { Aggregate, Formula } from '../formula.ts'
import type { Join, ReportType } from '../report-type.ts'
import type { RollupType } from './rollup.ts'

const TABLE = 'orders_by_customer'

/** Of one currency, so that a customer has one row: nothing is left to group. */
const lifetime: Join['relation'] = (scope) => {
  const [paid, sales] = scope.withoutClubOrders
    ? ['paid - club_paid', 'net_sales - club_net_sales']
    : ['paid', 'net_sales']
  const conditions = [`currency = ${scope.currency()}`, `${paid} > 0`, ...isCustomer(scope)]
  return `(SELECT service_id, customer_source_id, ${sales} AS net_sales FROM ${scope.table(TABLE)} WHERE ${conditions.join(' AND ')})`
}

const ordered: Join['relation'] = (scope) =>
  `(SELECT service_id, customer_source_id, ${scope.dialect.max('last_order', null)} AS last_order FROM ${scope.table(TABLE)} WHERE ${isCustomer(scope).join(' AND ')} GROUP BY service_id, customer_source_id)`

const { lifetime: ofLife, ordered: ofOrders, ...otherJoins } = customers.joins
const { sales } = customers.facts ?? {}

const counted: Aggregate = { kind: 'sum', of: stored('counted') }

const formulas: Readonly<Record<string, Formula>> = {
  netSales: ofFact('sales', { kind: 'sum', of: stored('net_sales') }),
  orderCount: ofFact('sales', counted),
  averageOrder: {
    ...averageOrder,
    numerator: ofFact('sales', { kind: 'sum', of: stored('counted_net_sales') }),
    denominator: ofFact('sales', counted),
  },
}

/** The sales of all time are in the sums; those of a range are not, and so the order's date is no column. */
const ofAllTime = (column: Column): Column[] => {
  if (column.kind === 'dimension') return column.fact === undefined ? [column] : []
  const formula = formulas[column.columnId]
  return [formula ? factMeasure({ ...column, fact: 'sales', formula }) : column]
}

const rollupsOfCustomers = (): readonly RollupType[] => {
  if (ofLife === undefined || ofOrders === undefined || sales === undefined) return []
  const withSums: ReportType = {
    ...customers,
    joins: { ...otherJoins, lifetime: { ...ofLife, relation: lifetime }, ordered: { ...ofOrders, relation: ordered } },
  }
  const allTime: ReportType = {
    ...withSums,
    facts: { sales: { ...sales, table: TABLE, recordCount: 'orders', channelColumn: null } },
    columns: customers.columns.flatMap(ofAllTime),
  }
  return [
    { type: allTime, distinct: {}, hasRecords: true, hasClubApart: false },
    { type: withSums, distinct: {}, hasRecords: true, hasClubApart: true },
  ]
}

/** Customers whose sales of all time are summed: also where only those of a range are asked for, since lifetimes have none. */
export const customerRollups: readonly RollupType[] = rollupsOfCustomers()
