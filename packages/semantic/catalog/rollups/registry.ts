import type { ReportType } from '../report-type.ts'
import { customerRollups } from './customer-rollups.ts'
import { lineRollups } from './line-rollups.ts'
import { orderRollups } from './order-rollups.ts'
import { productRollups } from './product-rollup.ts'
import { releaseRollups } from './release-rollup.ts'
import type { RollupType } from './rollup.ts'

const ROLLUPS: Readonly<Record<string, readonly RollupType[]>> = {
  Orders: orderRollups,
  OrderLines: lineRollups,
  Products: productRollups,
  Customers: customerRollups,
  ClubReleases: releaseRollups,
}

/** The rollups of a report type, the smallest first. */
export const rollupsOf = ({ reportType }: ReportType): readonly RollupType[] => ROLLUPS[reportType] ?? []
