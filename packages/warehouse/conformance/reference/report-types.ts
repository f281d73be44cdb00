import { withCustomFields } from './custom-fields.ts'
import type { ReferenceColumn, ReferenceReportType } from './report-type.ts'
import { clubReleases } from './types/club-releases.ts'
import { customerMonths } from './types/customer-months.ts'
import { customers } from './types/customers.ts'
import { inventory } from './types/inventory.ts'
import { membershipHolds } from './types/membership-holds.ts'
import { membershipMonths } from './types/membership-months.ts'
import { memberships } from './types/memberships.ts'
import { orderLines } from './types/order-lines.ts'
import { orders } from './types/orders.ts'
import { products } from './types/products.ts'
import { releaseMembers } from './types/release-members.ts'
import { reservations } from './types/reservations.ts'
import { segmentMembers } from './types/segment-members.ts'

export const REFERENCE_TYPES: readonly ReferenceReportType[] = [
  orders,
  orderLines,
  products,
  customers,
  customerMonths,
  inventory,
  memberships,
  membershipMonths,
  membershipHolds,
  clubReleases,
  releaseMembers,
  reservations,
  segmentMembers,
].map(withCustomFields)

const isSame = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase()

export const typeNamed = (name: string): ReferenceReportType | undefined =>
  REFERENCE_TYPES.find((type) => isSame(type.name, name))

/** Names are matched in any case; a columnName is the columnId in PascalCase. */
export const columnNamed = (
  type: ReferenceReportType,
  name: string,
): [columnId: string, column: ReferenceColumn] | undefined =>
  Object.entries(type.columns).find(([columnId]) => isSame(columnId, name))
