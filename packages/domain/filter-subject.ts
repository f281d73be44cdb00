import { lookupTable } from './lookup-table.ts'
import type { FilterLevel } from './report-terms.ts'
import { inSentence } from './text.ts'

/** One record of a report type. */
const RECORD_NOUNS: Readonly<Record<string, string>> = lookupTable({
  Orders: 'order',
  OrderLines: 'line',
  Products: 'product',
  Customers: 'customer',
  CustomerMonths: 'customer in a month',
  Inventory: 'inventory record',
  Memberships: 'membership',
  MembershipMonths: 'membership in a month',
  MembershipHolds: 'hold',
  ClubReleases: 'release',
  ReleaseMembers: 'release member',
  Reservations: 'reservation',
  SegmentMembers: 'segment member',
})

const recordNoun = (reportType: string): string => RECORD_NOUNS[reportType] ?? 'record'

interface FilteredMeasure {
  readonly displayName: string
  /** its groups add up to its total */
  readonly additive: boolean
}

/** What a filter on a measure of a grouped report compares: `Quantity of each line`, `Total quantity`. */
export const filterSubject = (
  reportType: string,
  { displayName, additive }: FilteredMeasure,
  appliesTo: FilterLevel,
): string =>
  appliesTo === 'records'
    ? `${displayName} of each ${recordNoun(reportType)}`
    : additive
      ? `Total ${inSentence(displayName)}`
      : displayName
