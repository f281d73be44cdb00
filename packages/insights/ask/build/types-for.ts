import { findReportType } from '#semantic/catalog/catalog.ts'
import type { ReportType } from '#semantic/catalog/report-type.ts'
import { entityOf } from './roles.ts'
import type { Want } from './want.ts'

/** Where several report types can answer, the first does. */
const ORDER = [
  'Orders',
  'OrderLines',
  'Memberships',
  'Reservations',
  'ClubReleases',
  'MembershipHolds',
  'Inventory',
  'Customers',
  'Products',
]

/** What rows are decides before the order does. */
const firstFor = ({ measures, groups, list, days }: Want): string[] => {
  if (list !== null) return [entityOf(list.entity).list?.reportType ?? '']
  if (measures.some(({ entity }) => entity === 'newCustomer')) return ['Customers']
  const grouped = groups.find((group) => group.kind === 'entity')
  if (grouped?.kind === 'entity' && grouped.entity === 'customer') return ['Customers']
  if (grouped?.kind === 'entity' && grouped.entity === 'product') return ['Products']
  if (grouped?.kind === 'entity' && grouped.entity === 'release') return ['ClubReleases']
  const isOnlyCustomers = measures.length === 1 && measures[0]?.entity === 'customer'
  if (isOnlyCustomers && days === null) return ['Customers']
  return []
}

/** A list is of one type; so are customers by when they came. */
const isBound = ({ measures, list }: Want): boolean =>
  list !== null || measures.some(({ entity }) => entity === 'newCustomer')

/** Report types that may answer, the preferred first. */
export const typesFor = (want: Want): ReportType[] => {
  const first = firstFor(want)
  const names = isBound(want) ? first : [...first, ...ORDER.filter((name) => !first.includes(name))]
  return names.flatMap((name) => findReportType(name) ?? [])
}
