import type { Rollup } from '#domain/canonical/rollups.ts'
import { lookupTable } from '#domain/lookup-table.ts'
import { buildDecimalSum, buildSum, stored } from '../build-column.ts'
import { clubReleases } from '../club-releases.catalog.ts'
import type { Field, Formula } from '../formula.ts'
import { orderLines } from '../order-lines.catalog.ts'
import type { Join, ReportType } from '../report-type.ts'
import { customerRollups } from './customer-rollups.ts'
import { orderRollups } from './order-rollups.ts'
import { productRollups } from './product-rollup.ts'
import { buildRollupType, type RollupType } from './rollup.ts'

const formulas: Readonly<Record<string, Formula>> = lookupTable({
  netSales: buildSum('net_sales'),
  unitsSold: buildDecimalSum('paid_quantity'),
  orderCount: buildSum('counted'),
  lineCount: buildSum('lines'),
  quantity: buildDecimalSum('paid_quantity'),
  lineDiscount: buildSum('discount'),
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

const lineRollups: readonly RollupType[] = [
  linesBy('lines_by_day', {}),
  linesBy('lines_by_brand', { brand: stored('brand') }),
  linesBy('lines_by_category', { category: stored('category') }),
]

/** Of one currency, so that a release has one row: nothing is left to group. */
const orderSums: Join['relation'] = (scope) =>
  `(SELECT service_id, release_source_id, subtotal AS gross, discount AS discounted, net_sales AS net, counted_net_sales AS counted_net, wine AS bottles, counted, shipped, picked_up, open AS open_orders FROM ${scope.table('orders_by_release')} WHERE currency = ${scope.currency()})`

const { sales, ...joins } = clubReleases.joins

/** Releases whose orders are summed; everything else of them stays. */
const releaseRollups: readonly RollupType[] = sales
  ? [
      {
        type: { ...clubReleases, joins: { ...joins, sales: { ...sales, relation: orderSums } } },
        distinct: {},
        hasRecords: true,
        separatesClub: true,
      },
    ]
  : []

const ROLLUPS: Readonly<Record<string, readonly RollupType[]>> = lookupTable({
  Orders: orderRollups,
  OrderLines: lineRollups,
  Products: productRollups,
  Customers: customerRollups,
  ClubReleases: releaseRollups,
})

/** The rollups of a report type, the smallest first. */
export const findRollups = ({ reportType }: ReportType): readonly RollupType[] => ROLLUPS[reportType] ?? []
