import { stored } from '../build-column.ts'
import type { Column } from '../column.ts'
import { ofFact } from '../fact-columns.ts'
import type { Aggregate } from '../formula.ts'
import { products } from '../products.catalog.ts'
import { orderDays, type RollupType } from './rollup.ts'

const aggregates: Readonly<Record<string, Aggregate>> = {
  netSales: { kind: 'sum', of: stored('net_sales') },
  unitsSold: { kind: 'sumDecimal', of: stored('paid_quantity') },
  orderCount: { kind: 'sum', of: stored('counted') },
}

const days = new Map(orderDays().map((column) => [column.columnId, column]))

/** Products whose sales are summed by day; everything else of them stays. */
const withSummedSales = (column: Column): Column[] => {
  if (column.kind === 'dimension') {
    if (column.fact === undefined) return [column]
    const ofDay = days.get(column.columnId)
    return ofDay ? [{ ...ofDay, fact: column.fact }] : []
  }
  const { formula } = column
  if (formula.kind === 'ratio' || formula.fact === undefined) return [column]
  const aggregate = aggregates[column.columnId]
  if (!aggregate) return []
  const summed = ofFact(formula.fact, aggregate)
  return [{ ...column, formula: summed, record: (scope) => scope.perRecord(summed.fact, summed) }]
}

const { sales } = products.facts ?? {}
const { sold } = products.joins

export const productRollups: readonly RollupType[] =
  sales && sold
    ? [
        {
          type: {
            ...products,
            facts: { sales: { ...sales, table: 'lines_by_product', recordCount: 'lines' } },
            joins: {
              sold: {
                ...sold,
                relation: (scope) =>
                  `(SELECT service_id, product_source_id, ${scope.dialect.max('day', 'sold_lines > 0')} AS last_sold FROM ${scope.table('lines_by_product')} WHERE product_source_id IS NOT NULL GROUP BY service_id, product_source_id)`,
              },
            },
            columns: products.columns.flatMap(withSummedSales),
          },
          distinct: { orderCount: ['productId'] },
          hasRecords: true,
          hasClubApart: true,
        },
      ]
    : []
