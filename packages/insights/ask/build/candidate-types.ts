import type { CustomField } from '#domain/custom-fields.ts'
import { findReportType } from '#semantic/catalog/catalog.ts'
import type { ReportType } from '#semantic/catalog/report-type.ts'
import type { ParsedQuestion } from './parsed-question.ts'
import { entityOf } from './roles.ts'

/** Preference among report types that can answer. */
const TYPE_PREFERENCE = [
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

/** Report types preferred because of what the rows are. */
const preferredTypes = ({ measures, groups, list, days }: ParsedQuestion): string[] => {
  if (list !== null) return [entityOf(list.entity).list?.reportType ?? '']
  const grouped = groups.find((group) => group.kind === 'entity')
  if (grouped?.kind === 'entity' && grouped.entity === 'customer') return ['Customers']
  if (grouped?.kind === 'entity' && grouped.entity === 'product') return ['Products']
  if (grouped?.kind === 'entity' && grouped.entity === 'release') return ['ClubReleases']
  const isOnlyCustomers = measures.length === 1 && measures[0]?.entity === 'customer'
  if (isOnlyCustomers && days === null) return ['Customers']
  return []
}

/** Candidate report types, most preferred first. */
export const candidateTypes = (parsed: ParsedQuestion, customFields: readonly CustomField[]): ReportType[] => {
  const first = preferredTypes(parsed)
  const names = parsed.list !== null ? first : [...first, ...TYPE_PREFERENCE.filter((name) => !first.includes(name))]
  return names.flatMap((name) => findReportType(name, customFields) ?? [])
}
