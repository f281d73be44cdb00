import type { BridgeValue, Field, Scope } from './formula.ts'
import { withinService } from './joined-table.ts'
import type { Join } from './report-type.ts'

const HALF_A_UNIT = 0.5

/**
 * What rounding took from a line that was given by price and quantity. A larger difference is no rounding: the source gave the
 * amount itself.
 */
const roundingOfLine = (col: (name: string) => string, { minorUnits }: Pick<Scope, 'minorUnits'>): string => {
  const lost = `(${col('unit_price')} * ${col('quantity')} * ${minorUnits} - ${col('discount')} - ${col('amount')})`
  return `CASE WHEN ${col('unit_price')} IS NOT NULL AND ABS(${lost}) <= ${HALF_A_UNIT} THEN ${lost} ELSE 0 END`
}

export const lineGoods: BridgeValue = {
  value: (scope) => scope.col('amount'),
  rounding: (scope) => roundingOfLine(scope.col, scope),
}

/** Lines of an order, summed from the lines themselves and not from what the loader derived. */
export const goodsJoin: Join = {
  relation: (scope) => {
    const { dialect } = scope
    const isGift = `item_kind = 'gift_card'`
    const sums = [
      `${dialect.sumInteger('amount', null)} AS amount`,
      `${dialect.sumInteger('amount', isGift)} AS gift_cards`,
      `${dialect.sumInteger('cost_of_goods', `NOT (${isGift})`)} AS cost`,
      `${dialect.sumInteger('amount', `NOT (${isGift}) AND cost_of_goods IS NULL`)} AS uncosted`,
      `${dialect.sumDecimal(
        roundingOfLine((name) => name, scope),
        `NOT (${isGift})`,
      )} AS rounding`,
    ]
    return `(SELECT service_id, order_source_id, ${sums.join(', ')} FROM ${scope.table('order_lines')} GROUP BY service_id, order_source_id)`
  },
  on: withinService('source_id', 'order_source_id'),
}

/** What the lines of an order add up to. */
export const ofGoods =
  (name: 'amount' | 'gift_cards' | 'cost' | 'uncosted' | 'rounding'): Field =>
  (scope) =>
    `COALESCE(${scope.joined('goods', name)}, 0)`

const ADDED = {
  goods: [],
  withShipping: ['shipping'],
  withTax: ['tax'],
  withShippingAndTax: ['shipping', 'tax'],
} as const
const LABELS = { shipping: 'Shipping on these orders', tax: 'Tax on these orders' } as const

export const orderGoods: BridgeValue = {
  value: ofGoods('amount'),
  rounding: ofGoods('rounding'),
  adjustments: ({ netSales }) => [
    { label: 'Gift cards on these orders', value: (scope) => `(- ${ofGoods('gift_cards')(scope)})` },
    ...ADDED[netSales].map((name) => ({ label: LABELS[name], value: (scope: Scope) => scope.col(name) })),
  ],
}
