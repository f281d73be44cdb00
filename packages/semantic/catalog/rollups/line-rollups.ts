import type { Rollup } from '#domain/canonical/rollups.ts'
import { lookupTable } from '#domain/lookup-table.ts'
import { stored, sumDecimalOf, sumOf } from '../build-column.ts'
import type { Field, Formula } from '../formula.ts'
import { orderLines } from '../order-lines.catalog.ts'
import { buildRollupType, type RollupType } from './rollup.ts'

const formulas: Readonly<Record<string, Formula>> = lookupTable({
  netSales: sumOf('net_sales'),
  unitsSold: sumDecimalOf('paid_quantity'),
  orderCount: sumOf('counted'),
  lineCount: sumOf('lines'),
  quantity: sumDecimalOf('paid_quantity'),
  lineDiscount: sumOf('discount'),
})

/** `by`: the columns in which the lines of one order differ. */
const linesBy = (table: Rollup, by: Readonly<Record<string, Field>>): RollupType => ({
  type: buildRollupType({
    of: orderLines,
    table,
    dimensions: { ...by, channel: stored('channel'), isClubOrder: (scope) => `(${scope.col('channel')} = 'club')` },
    formulas,
    recordCount: 'lines',
  }),
  distinct: { orderCount: Object.keys(by) },
  hasRecords: false,
  separatesClub: true,
})

export const lineRollups: readonly RollupType[] = [
  linesBy('lines_by_day', {}),
  linesBy('lines_by_brand', { brand: stored('brand') }),
  linesBy('lines_by_category', { category: stored('category') }),
]
