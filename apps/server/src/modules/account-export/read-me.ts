import type { CanonicalTable } from '#domain/canonical/tables.ts'

/** Describes a row of each canonical table. */
const RECORDS: Readonly<Record<CanonicalTable, string>> = {
  orders: 'orders; refunds are orders of their own',
  order_lines: 'lines of orders',
  customers: 'customers',
  products: 'products',
  inventory: 'stock, by product and place',
  clubs: 'clubs',
  memberships: 'memberships in clubs',
  membership_holds: 'days in which memberships take no shipments; `end` is the first day after',
  club_releases: 'shipments made for the members of a club',
  release_members: 'the part of each member in a release',
  reservations: 'reservations and visits',
  team_members: 'people of the tasting room',
  campaigns: 'email campaigns that were sent or are scheduled',
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
Made ${madeUtc}

This archive holds everything that the account owns. Passwords, credentials of services and the links in mails are not in it.

account.json    the account and its settings

app/            what people made in Cuvee, JSON: a list of objects a file, instants in UTC
${listed('app', tables)}

${
  hasRecords
    ? `records/        the winery’s data as Cuvee keeps it, CSV: UTF-8, comma, a header line
${listed('records', recordFiles)}

Columns that end in _utc are instants in UTC, those that end in _local the same in ${timeZone}. Amounts are in units of the
currency that the row names, else of ${currency}. service_id names the service in app/services.json that a row came from, source_id
the record there. An apostrophe stands before text that a spreadsheet would take for a formula.`
    : 'No data has been loaded yet, so there is no folder records.'
}

pictures/       the logo, and the photos of users by their id
`
