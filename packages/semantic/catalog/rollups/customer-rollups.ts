import { lookupTable } from '#domain/lookup-table.ts'
import { buildSum } from '../build-column.ts'
import type { Column } from '../column.ts'
import { customers, isCustomer } from '../customers.catalog.ts'
import { factMeasure, ofFact } from '../fact-columns.ts'
import { type Aggregate, buildMedian, type Field, type Formula, listLeaves, type MeasureFormula } from '../formula.ts'
import { withinService } from '../joined-table.ts'
import { averageOrder } from '../order-ratios.ts'
import type { DenormalizedColumns, Fact, Join, ReportType } from '../report-type.ts'
import type { RollupType } from './rollup.ts'

const TABLE = 'orders_by_customer'

const ordered: Join['relation'] = (scope) =>
  `(SELECT service_id, customer_id, ${scope.dialect.max('last_order', null)} AS last_order FROM ${scope.table(TABLE)} WHERE ${isCustomer(scope).join(' AND ')} GROUP BY service_id, customer_id)`

const { lifetime: _records, ordered: ofOrders, ...otherJoins } = customers.joins
const { sales } = customers.facts ?? {}

/** Each row's service is that of its customer. */
const ROLLUP_KEYS = withinService('source_id', 'customer_id')

const DENORMALIZED: DenormalizedColumns = {
  hasBase: 'has_customer',
  columns: { service_id: 'service_id', source_id: 'customer_id' },
}

const counted: Aggregate = buildSum('counted')

const formulas: Readonly<Record<string, Formula>> = lookupTable({
  netSales: ofFact('sales', buildSum('net_sales')),
  orderCount: ofFact('sales', counted),
  averageOrder: {
    ...averageOrder,
    numerator: ofFact('sales', buildSum('counted_net_sales')),
    denominator: ofFact('sales', counted),
  },
})

const withoutClubPart =
  (sum: string): Field =>
  (scope) =>
    scope.withoutClubOrders ? `(${scope.col(sum)} - ${scope.col(`club_${sum}`)})` : scope.col(sum)

const LIFETIME = 'lifetime'

const lifetime: Field = (scope) => `(${withoutClubPart('net_sales')(scope)} + ${scope.col('earlier_sales')})`
const hasLifetime: Field = (scope) => `(${withoutClubPart('paid')(scope)} > 0)`

/** A customer has one row in the account's currency, so aggregates of the rows are aggregates of customers. */
const lifetimes: Readonly<Record<string, Formula>> = lookupTable({
  lifetimeValue: ofFact(LIFETIME, { kind: 'average', of: lifetime, where: hasLifetime }),
  medianLifetimeValue: ofFact(LIFETIME, { ...buildMedian(lifetime), where: hasLifetime }),
})

const withFormulas =
  (fact: string, formulas: Readonly<Record<string, Formula>>) =>
  (column: Column): Column => {
    const formula = formulas[column.columnId]
    return column.kind === 'measure' && formula ? factMeasure({ ...column, fact, formula }) : column
  }

const isOfSales = (formula: MeasureFormula): boolean =>
  listLeaves(formula).some((leaf) => (leaf.kind === 'coarser' ? leaf.of : leaf).fact === 'sales')

/** Some sales of all time are in the sums; those of a range are not, and so the order's date is no column. */
const isInSums = (column: Column): boolean =>
  column.kind === 'measure'
    ? Object.hasOwn(formulas, column.columnId) || !isOfSales(column.formula)
    : column.fact === undefined

const rollupsOfCustomers = (): readonly RollupType[] => {
  if (ofOrders === undefined || sales === undefined) return []
  const sums: Fact = {
    ...sales,
    table: TABLE,
    on: ROLLUP_KEYS,
    denormalized: DENORMALIZED,
    recordCount: 'orders',
    channelColumn: null,
  }
  const withSums: ReportType = {
    ...customers,
    joins: { ...otherJoins, ordered: { relation: ordered, on: ROLLUP_KEYS } },
    facts: { sales, [LIFETIME]: sums },
    columns: customers.columns.map(withFormulas(LIFETIME, lifetimes)),
  }
  const allTime: ReportType = {
    ...withSums,
    facts: { sales: sums, [LIFETIME]: sums },
    columns: withSums.columns.filter(isInSums).map(withFormulas('sales', formulas)),
  }
  return [
    { type: allTime, distinct: {}, hasRecords: true, separatesClub: false },
    { type: withSums, distinct: {}, hasRecords: true, separatesClub: true },
  ]
}

/** Customers whose sales of all time are summed: also where only those of a range are asked for, since lifetimes have none. */
export const customerRollups: readonly RollupType[] = rollupsOfCustomers()
