import { lookupTable } from './lookup-table.ts'
import type { FilterLevel } from './report-terms.ts'
import { inSentence, upperFirst } from './text.ts'

/** Plural of a report type's records. */
const RECORD_NOUNS: Readonly<Record<string, string>> = lookupTable({
  Orders: 'orders',
  OrderLines: 'lines',
  Products: 'products',
  Customers: 'customers',
  Inventory: 'stock records',
  Memberships: 'memberships',
  MembershipHolds: 'holds',
  ClubReleases: 'releases',
  ReleaseMembers: 'members of releases',
  Reservations: 'reservations',
})

const recordNoun = (reportType: string): string => RECORD_NOUNS[reportType] ?? 'records'

interface FilteredMeasure {
  readonly displayName: string
  /** its groups add up to its total */
  readonly additive: boolean
}

/** What a filter on a measure of a grouped report compares: `Lines whose quantity`, `Total quantity`. */
export const filterSubject = (
  reportType: string,
  { displayName, additive }: FilteredMeasure,
  appliesTo: FilterLevel,
): string =>
  appliesTo === 'records'
    ? `${upperFirst(recordNoun(reportType))} whose ${inSentence(displayName)}`
    : additive
      ? `Total ${inSentence(displayName)}`
      : displayName
