import { stored } from './build-column.ts'
import type { Field } from './field.ts'
import type { Aggregate, Ratio } from './formula.ts'

const isCounted = stored('is_counted')

/** That the order counts in the average order, as the account's definitions say. */
export const isAveraged: Field = (scope) =>
  scope.definitions.averageOrder === 'withoutClub'
    ? `(${isCounted(scope)} AND ${scope.col('channel')} <> 'club')`
    : isCounted(scope)

/** Over records that are orders. */
export const averageOrder: Ratio & { readonly numerator: Aggregate; readonly denominator: Aggregate } = {
  kind: 'ratio',
  numerator: { kind: 'sum', of: stored('net_sales'), where: isAveraged },
  denominator: { kind: 'count', where: isAveraged },
  names: ({ averageOrder: way }) =>
    way === 'withoutClub'
      ? ['Net sales of the counted orders outside the club', 'Orders outside the club']
      : ['Net sales of the counted orders', 'Orders'],
}
