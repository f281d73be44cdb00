import { tables } from './0001-tables.ts'
import { rollupsByDay } from './0002-rollups-by-day.ts'
import { wineCount } from './0003-wine-count.ts'
import { visitRules } from './0004-visit-rules.ts'
import { rollupByCustomer } from './0005-rollup-by-customer.ts'
import { denormalizedColumns } from './0006-denormalized-columns.ts'
import { missingColumns } from './0007-missing-columns.ts'
import { derivedValues } from './0008-derived-values.ts'
import { rollups } from './0009-rollups.ts'
import { accountKey } from './0010-account-key.ts'
import { paidSums } from './0011-paid-sums.ts'
import { orderHistory } from './0012-order-history.ts'
import { sourceOrders } from './0013-source-orders.ts'
import { customFields } from './0014-custom-fields.ts'
import { codeRules } from './0015-code-rules.ts'
import { costOfGoods } from './0016-cost-of-goods.ts'
import { customerGroup } from './0017-customer-group.ts'
import { teamMemberId } from './0018-team-member-id.ts'
import { campaigns } from './0019-campaigns.ts'
import { people } from './0020-people.ts'
import { location } from './0021-location.ts'
import type { AccountMigration } from './account-migration.ts'

/** In the order in which they are applied. Append only: `checksums.json` pins each. */
export const ACCOUNT_MIGRATIONS: readonly AccountMigration[] = [
  tables,
  rollupsByDay,
  wineCount,
  visitRules,
  rollupByCustomer,
  denormalizedColumns,
  missingColumns,
  derivedValues,
  rollups,
  accountKey,
  paidSums,
  orderHistory,
  sourceOrders,
  customFields,
  codeRules,
  costOfGoods,
  customerGroup,
  teamMemberId,
  campaigns,
  people,
  location,
]
