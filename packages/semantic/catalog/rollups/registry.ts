import { lookupTable } from '#domain/lookup-table.ts'
import { clubReleases } from '../club-releases.catalog.ts'
import type { Join, ReportType } from '../report-type.ts'
import { customerRollups } from './customer-rollups.ts'
import { lineRollups } from './line-rollups.ts'
import { orderRollups } from './order-rollups.ts'
import { productRollups } from './product-rollup.ts'
import type { RollupType } from './rollup.ts'

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
