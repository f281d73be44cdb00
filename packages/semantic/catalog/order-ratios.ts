import { buildSum, measure, stored } from './build-column.ts'
import type { Measure } from './column.ts'
import { isPaid } from './fact-columns.ts'
import { type Aggregate, type Field, type Ratio, ratio } from './formula.ts'

const isCounted = stored('is_counted')

const netSales: Aggregate = { ...buildSum('net_sales'), where: isPaid }
const tips: Aggregate = { ...buildSum('tip'), where: isPaid }
const orders: Aggregate = { kind: 'count', where: isCounted }

/** Local days with at least one counted order. */
const salesDays: Aggregate = {
  kind: 'countDistinct',
  of: [(scope) => scope.dialect.toDate(scope.col('ordered_local'))],
  where: isCounted,
}

/** Measures that exist for groups of orders only. */
export const orderRatios: readonly Measure[] = [
  measure('share', 'Share of net sales', 'percent', {
    synonyms: 'share, sales mix, sales share, revenue mix, channel mix',
    description: 'Net sales ÷ net sales of the whole report; blank if that’s zero',
    formula: {
      kind: 'ratio',
      numerator: netSales,
      denominator: { kind: 'coarser', of: netSales, across: 'all' },
      names: ['Net sales', 'Net sales of the whole report'],
      money: [true, true],
    },
    goodDirection: 'neutral',
  }),
  measure('averageDay', 'Average day', 'currency', {
    synonyms: `
      average day, average daily sales, average sales per day, daily average, average sales a day,
      sales on an average day, average sales a day, typical daily sales, sales per day on average, daily average sales, average day of sales, average per day`,
    description:
      'Net sales ÷ number of days with at least one order (paid, net sales above zero, excluding refunds); blank if there are none',
    formula: ratio(netSales, salesDays, ['Net sales', 'Days with an order']),
  }),
  measure('tipsPerOrder', 'Tips per order', 'currency', {
    synonyms: 'tips per order, average tip, tip per order',
    description:
      'Tips (negative on refunds) ÷ paid orders with net sales above zero, excluding refunds; blank if there are none',
    formula: ratio(tips, orders, ['Tips', 'Orders']),
  }),
  measure('tipRate', 'Tip rate', 'percent', {
    synonyms: 'tip rate, tip percentage, tip percent, tip %, tips %, tips as a percentage of sales',
    description: 'Tips (negative on refunds) ÷ net sales; blank if that’s zero',
    formula: {
      kind: 'ratio',
      numerator: tips,
      denominator: netSales,
      names: ['Tips', 'Net sales'],
      money: [true, true],
    },
  }),
]

/** Whether the order counts toward the average order under the account's definitions. */
export const isAveraged: Field = (scope) =>
  scope.definitions.averageOrder === 'withoutClub'
    ? `(${isCounted(scope)} AND ${scope.col('channel')} <> 'club')`
    : isCounted(scope)

/** For report types whose records are orders. */
export const averageOrder: Ratio & { readonly numerator: Aggregate; readonly denominator: Aggregate } = {
  kind: 'ratio',
  numerator: { kind: 'sum', of: stored('net_sales'), where: isAveraged },
  denominator: { kind: 'count', where: isAveraged },
  names: ({ averageOrder: option }) =>
    option === 'withoutClub'
      ? ['Non-club net sales excluding refunds', 'Non-club orders']
      : ['Net sales excluding refunds', 'Orders'],
}
