import type { Rollup } from '#domain/canonical/rollups.ts'
import { lookupTable } from '#domain/lookup-table.ts'
import { buildDecimalSum, buildSum, stored } from '../build-column.ts'
import type { Aggregate, Field, Formula } from '../formula.ts'
import { orders } from '../orders.catalog.ts'
import { buildRollupType, type RollupType } from './rollup.ts'

const netSales = buildSum('net_sales')
const counted = buildSum('counted')
const tips = buildSum('tip')

const salesDays: Aggregate = {
  kind: 'countDistinct',
  of: [stored('day')],
  where: (scope) => `(${scope.col('counted')} > 0)`,
}

/** The names of a ratio's parts are those of the orders' own formula. */
const ratio = (columnId: string, numerator: Aggregate, denominator: Aggregate): Formula => {
  const own = orders.columns.find((column) => column.columnId === columnId)
  if (own?.kind !== 'measure' || own.formula.kind !== 'ratio') throw new Error(`${columnId} is no ratio of orders`)
  const isWider = own.formula.denominator.kind === 'coarser'
  return {
    ...own.formula,
    numerator,
    denominator: isWider ? { kind: 'coarser', of: denominator, across: 'all' } : denominator,
  }
}

const formulas: Readonly<Record<string, Formula>> = lookupTable({
  netSales,
  orderCount: counted,
  averageOrder: ratio('averageOrder', buildSum('counted_net_sales'), counted),
  share: ratio('share', netSales, netSales),
  averageDay: ratio('averageDay', netSales, salesDays),
  tipsPerOrder: ratio('tipsPerOrder', tips, counted),
  tipRate: ratio('tipRate', tips, netSales),
  itemCount: buildDecimalSum('paid_items'),
  unitsSold: buildDecimalSum('paid_items'),
  unitsPerOrder: ratio('unitsPerOrder', buildDecimalSum('counted_items'), counted),
  refundCount: buildSum('refunds'),
  refundRate: ratio('refundRate', buildSum('refunds'), counted),
  subtotal: buildSum('subtotal'),
  discount: buildSum('discount'),
  shipping: buildSum('shipping'),
  tax: buildSum('tax'),
  tip: tips,
  total: buildSum('total'),
  openOrders: buildSum('open'),
  openOrderValue: buildSum('open_total'),
  canceledOrders: buildSum('canceled'),
  canceledValue: buildSum('canceled_total'),
})

const channel: Readonly<Record<string, Field>> = lookupTable({
  channel: stored('channel'),
  isClubOrder: (scope) => `(${scope.col('channel')} = 'club')`,
})

const ordersBy = (table: Rollup, dimensions: Readonly<Record<string, Field>>): RollupType => ({
  type: buildRollupType({
    of: orders,
    table,
    dimensions: { ...channel, ...dimensions },
    formulas,
    recordCount: 'orders',
  }),
  distinct: {},
  hasRecords: false,
  separatesClub: true,
})

export const orderRollups: readonly RollupType[] = [
  ordersBy('orders_by_day', { orderType: stored('order_type'), isRefund: stored('is_refund') }),
  ordersBy('orders_by_team_member', { teamMember: stored('team_member') }),
  ordersBy('orders_by_place', { state: stored('state'), country: stored('country') }),
]
