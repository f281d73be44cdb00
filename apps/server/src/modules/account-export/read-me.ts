import { CANONICAL_TABLE_NAMES, type CanonicalTable } from '#domain/canonical/tables.ts'
import { SEGMENT_MEMBERS } from '#domain/segments.ts'

/** A table of the archive’s records. */
export type ExportedTable = CanonicalTable | typeof SEGMENT_MEMBERS

export const EXPORTED_TABLES: readonly ExportedTable[] = [...CANONICAL_TABLE_NAMES, SEGMENT_MEMBERS]

/** Describes a row of each table. */
const RECORDS: Readonly<Record<ExportedTable, string>> = {
  orders: 'orders; refunds are separate orders',
  order_lines: 'lines of orders',
  customers: 'customers',
  products: 'products',
  inventory: 'inventory by product and location',
  clubs: 'clubs',
  memberships: 'memberships in clubs',
  membership_holds: 'periods without shipments; `end` is the first day after',
  club_releases: 'shipments made for the members of a club',
  release_members: 'each member’s outcome in a release',
  reservations: 'reservations and visits',
  team_members: 'tasting room staff',
  campaigns: 'email campaigns that were sent or are scheduled',
  segment_members: 'days that customers were in a segment; `until` is the first day after',
}

interface Described {
  readonly name: string
  readonly about: string
}

interface ReadMe {
  readonly accountName: string
  readonly madeUtc: string
  readonly timeZone: string
  readonly currency: string
  readonly tables: readonly Described[]
  readonly hasRecords: boolean
}

const listed = (folder: string, files: readonly Described[]): string => {
  const width = Math.max(...files.map(({ name }) => name.length))
  return files.map(({ name, about }) => `  ${folder}/${name.padEnd(width)}  ${about}`).join('\n')
}

const recordFiles: readonly Described[] = Object.entries(RECORDS).map(([table, about]) => ({
  name: `${table}.csv`,
  about,
}))

/** The README of the archive. */
export const readMe = ({
  accountName,
  madeUtc,
  timeZone,
  currency,
  tables,
  hasRecords,
}: ReadMe): string => `Cuvee export of ${accountName}
Created ${madeUtc}

This archive contains all of the account’s data, except passwords, service credentials, and email links.

account.json    the account and its settings

app/            what people created in Cuvee, as JSON: a list of objects per file, times in UTC
${listed('app', tables)}

${
  hasRecords
    ? `records/        the winery’s data in Cuvee, as CSV: UTF-8, commas, a header row
${listed('records', recordFiles)}

Columns ending in _utc are times in UTC; those ending in _local are the same times in ${timeZone}. Amounts are in the row’s
currency, or in ${currency} if it has none. service_id is the service in app/services.json that a row came from, and source_id its
record there. Text that a spreadsheet would read as a formula starts with an apostrophe.`
    : 'No data has been loaded yet, so there is no records folder.'
}

pictures/       the logo, and the photos of users by ID
`
