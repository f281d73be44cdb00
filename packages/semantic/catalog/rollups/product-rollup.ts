import { lookupTable } from '#domain/lookup-table.ts'
import { buildDecimalSum, buildSum } from '../build-column.ts'
import type { Column } from '../column.ts'
import { ofFact } from '../fact-columns.ts'
import { type Aggregate, listLeaves } from '../formula.ts'
import { products } from '../products.catalog.ts'
import type { ReportType } from '../report-type.ts'
import { orderDays, type RollupType } from './rollup.ts'

const SALES = 'sales'

const aggregates: Readonly<Record<string, Aggregate>> = lookupTable({
  netSales: buildSum('net_sales'),
  unitsSold: buildDecimalSum('paid_quantity'),
  orderCount: buildSum('counted'),
})

const days = new Map(orderDays().map((column) => [column.columnId, column]))

const isOfSales = (column: Column): boolean =>
  column.kind === 'dimension'
    ? column.fact !== undefined
    : listLeaves(column.formula).some((leaf) => leaf.kind !== 'coarser' && leaf.fact !== undefined)

/** Products whose sales are summed by day; everything else of them stays. */
const withSummedSales = (column: Column): Column[] => {
  if (column.kind === 'dimension') {
    if (column.fact === undefined) return [column]
    const ofDay = days.get(column.columnId)
    return ofDay ? [{ ...ofDay, fact: column.fact }] : []
  }
  if (!isOfSales(column)) return [column]
  const aggregate = aggregates[column.columnId]
  if (!aggregate) return []
  const summed = ofFact(SALES, aggregate)
  return [{ ...column, formula: summed, record: (scope) => scope.perRecord(summed.fact, summed) }]
}

const { sales } = products.facts ?? {}
const { sold } = products.joins

const rollupsOfProducts = (): readonly RollupType[] => {
  if (sales === undefined || sold === undefined) return []
  const columns = products.columns.flatMap(withSummedSales)
  const { denormalized: _ofLines, ...rest } = sales
  const sums = { ...rest, recordCount: 'lines' }
  const byProduct: ReportType = {
    ...products,
    facts: { sales: { ...sums, table: 'lines_by_product' } },
    joins: {
      sold: {
        ...sold,
        relation: (scope) =>
          `(SELECT service_id, product_source_id, ${scope.dialect.max('day', 'sold_lines > 0')} AS last_sold FROM ${scope.table('lines_by_product')} WHERE product_source_id IS NOT NULL GROUP BY service_id, product_source_id)`,
      },
    },
    columns,
  }
  const together: ReportType = {
    ...products,
    facts: {
      sales: {
        ...sums,
        table: 'lines_of_products',
        denormalized: { hasBase: null, columns: { service_id: 'service_id' } },
      },
    },
    joins: {},
    columns: columns.filter(isOfSales),
  }
  return [
    { type: together, distinct: {}, hasRecords: false, separatesClub: true },
    { type: byProduct, distinct: { orderCount: ['productId'] }, hasRecords: true, separatesClub: true },
  ]
}

/** The sales of all products together, in which an order counts once, and those of each. */
export const productRollups: readonly RollupType[] = rollupsOfProducts()
