import type { CustomField } from '#domain/custom-fields.ts'
import { findReportType } from '#semantic/catalog/catalog.ts'
import type { ReportType } from '#semantic/catalog/report-type.ts'
import { NOUNS } from '../language/nouns.ts'
import type { Slots } from '../slots/slots.ts'

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
  'MembershipMonths',
  'CustomerMonths',
  'SegmentMembers',
]

/** Report types preferred because of what the rows are. */
const preferredTypes = ({ measures, groups, list, range }: Slots): string[] => {
  if (list !== null) return [NOUNS[list.noun].list?.reportType ?? '']
  const grouped = groups.find((group) => group.kind === 'noun')
  const type = grouped?.kind === 'noun' ? NOUNS[grouped.noun].type : undefined
  if (type !== undefined) return [type]
  const [only, ...more] = measures
  return only?.noun === 'customer' && more.length === 0 && range === null && only.dividedBy === undefined
    ? ['Customers']
    : []
}

/** Candidate report types, most preferred first. */
export const candidateTypes = (slots: Slots, customFields: readonly CustomField[]): ReportType[] => {
  const first = preferredTypes(slots)
  const names = slots.list !== null ? first : [...first, ...TYPE_PREFERENCE.filter((name) => !first.includes(name))]
  return names.flatMap((name) => findReportType(name, customFields) ?? [])
}
