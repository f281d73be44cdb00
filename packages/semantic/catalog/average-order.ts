import { stored } from './build-column.ts'
import type { Aggregate, Field, Ratio } from './formula.ts'

const isCounted = stored('is_counted')

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
      ? ['Net sales of counted non-club orders', 'Non-club orders']
      : ['Net sales of counted orders', 'Orders'],
}
