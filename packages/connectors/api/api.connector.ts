import {
  camelCase,
  INGEST_DEFAULTS,
  INGEST_TABLES,
  type IngestKind,
  ingestColumns,
  MAX_SOURCE_ID,
} from '#contract/ingest.ts'
import type { CanonicalRecord, TimeBasis } from '#domain/canonical/record.ts'
import { CANONICAL_TABLES, type CanonicalTable, type ColumnSpec } from '#domain/canonical/tables.ts'
import {
  CHANNELS,
  DELIVERY_METHODS,
  FULFILLMENT_STATUSES,
  ITEM_KINDS,
  MEMBERSHIP_STATUSES,
  ORDER_TYPES,
  PAYMENT_STATUSES,
  RESERVATION_STATUSES,
} from '#domain/commerce.ts'
import { lookupTable } from '#domain/lookup-table.ts'
import { toMinor } from '#domain/money.ts'
import type { ConnectorManifest } from '../kit/manifest.ts'

/** Records that other programs send with an API key. */
export const apiConnector = {
  type: 'api',
  title: 'API',
  description: 'Orders, customers, products, memberships, and reservations that another program sends with an API key.',
  auth: 'none',
  settingsSchema: { type: 'object', properties: {}, additionalProperties: false },
  streams: Object.values(INGEST_TABLES),
} as const satisfies ConnectorManifest

/** Columns of codes with their standard values; another value is stored as `other`, next to the value as sent. */
const CODES: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = lookupTable({
  orders: {
    channel: CHANNELS,
    order_type: ORDER_TYPES,
    payment_status: PAYMENT_STATUSES,
    fulfillment_status: FULFILLMENT_STATUSES,
    delivery_method: DELIVERY_METHODS,
  },
  order_lines: { item_kind: ITEM_KINDS },
  products: { item_kind: ITEM_KINDS },
  memberships: { status: MEMBERSHIP_STATUSES },
  reservations: { status: RESERVATION_STATUSES },
})
const hasOffset = (time: string): boolean => /(Z|[+-]\d\d:\d\d)$/.test(time)

/** A record that cannot be stored as a whole. */
export class UnusableRecord extends Error {
  override readonly name = 'UnusableRecord'
}

/** Whether the times of a record's fields are instants or times of day in the account's time zone: all of one kind. */
const timeBasisOf = (given: Given, fields: readonly string[]): TimeBasis => {
  let basis: TimeBasis | null = null
  for (const field of fields) {
    const time = given[field]
    if (typeof time !== 'string') continue
    const own = hasOffset(time) ? 'utc' : 'local'
    if (basis !== null && own !== basis)
      throw new UnusableRecord('Times of one record must all have an offset, such as Z, or none')
    basis = own
  }
  return basis ?? 'utc'
}

const LOCAL_LENGTH = 'YYYY-MM-DDTHH:MM:SS'.length

const instantOf = (time: string, basis: TimeBasis): number | string =>
  basis === 'utc' ? Date.parse(time) : `${time}:00`.slice(0, LOCAL_LENGTH).replace('T', ' ')

type Given = Readonly<Record<string, unknown>>
type Row<T extends CanonicalTable> = CanonicalRecord<T>

/** How a column of a table is read from a record. */
interface Reading {
  readonly column: string
  readonly kind: ColumnSpec['kind']
  readonly codes: ReadonlySet<string> | null
  /** column of the value as sent; null: none */
  readonly raw: string | null
}

const readingOf = (table: CanonicalTable) => {
  const own: Readonly<Record<string, ColumnSpec>> = CANONICAL_TABLES[table].columns
  const columns = ingestColumns(table).map(([column, { kind }]) => {
    const codes = CODES[table]?.[column]
    const raw = `${column}_raw`
    const reading: Reading = {
      column,
      kind,
      codes: codes === undefined ? null : new Set(codes),
      raw: codes !== undefined && Object.hasOwn(own, raw) ? raw : null,
    }
    return [camelCase(column), reading] as const
  })
  return {
    byField: new Map(columns),
    /** of columns that a record may leave out although they need a value */
    standards: Object.fromEntries(
      columns.flatMap(([, { column }]) => {
        const standard = INGEST_DEFAULTS[table]?.[column]
        return standard === undefined ? [] : [[column, standard]]
      }),
    ),
    times: columns.filter(([, { kind }]) => kind === 'instant').map(([field]) => field),
    hasCurrency: own.currency !== undefined && own.currency.derived !== true,
  }
}

const READINGS = new Map(Object.values(INGEST_TABLES).map((table) => [table, readingOf(table)] as const))

const storedValue = (value: unknown, { kind, codes }: Reading, currency: string, basis: TimeBasis): unknown => {
  if (typeof value === 'number') return kind === 'money' ? toMinor(value, currency) : value
  if (typeof value !== 'string') return value
  if (kind === 'instant') return instantOf(value, basis)
  return codes === null || codes.has(value) ? value : 'other'
}

type IngestTable = (typeof INGEST_TABLES)[IngestKind]

/**
 * A row of a table, without columns that are null. `given` has the fields of the contract, valid; amounts in major units of its currency.
 * `own` has the row's ID, and what holds unless it is given.
 */
const toRow = (table: IngestTable, given: Given, own: Given, currencyOfAccount: string) => {
  const reading = READINGS.get(table) ?? readingOf(table)
  const currency = typeof given.currency === 'string' ? given.currency : currencyOfAccount
  const basis = timeBasisOf(given, reading.times)
  const row: Record<string, unknown> = { ...reading.standards, ...own, time_basis: basis }
  if (typeof given.sourceUpdated === 'string') row.source_updated = Date.parse(given.sourceUpdated)
  if (reading.hasCurrency) row.currency = currency
  for (const field of Object.keys(given)) {
    const sent = given[field] ?? null
    const column = reading.byField.get(field)
    if (sent === null || column === undefined) continue
    row[column.column] = storedValue(sent, column, currency, basis)
    if (column.raw !== null) row[column.raw] = sent
  }
  return row
}

/** Rows of a batch, by table. */
export type PushedRows = { [T in CanonicalTable]?: Row<T>[] }

const textOrEmpty = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Unique also when IDs contain slashes: only the first slash separates. */
const lineSourceId = (order: string, line: string): string =>
  `${/[%/]/.test(order) ? order.replaceAll('%', '%25').replaceAll('/', '%2F') : order}/${line}`

/** `number`: unless the line has one */
const lineRow = (line: Given, order: string, currency: string, number = 1): Row<'order_lines'> => {
  const source_id = lineSourceId(order, textOrEmpty(line.lineId))
  // The columns and their kinds are those of the table, which the types of `toRow` cannot follow.
  return toRow(
    'order_lines',
    line,
    { source_id, order_source_id: order, line_number: number },
    currency,
  ) as Row<'order_lines'>
}

/**
 * The canonical rows of a record that the contract's schema accepts.
 *
 * @throws UnusableRecord
 */
export const pushedRows = (kind: IngestKind, record: Given, currencyOfAccount: string): PushedRows => {
  const currency = typeof record.currency === 'string' ? record.currency : currencyOfAccount
  if (kind === 'lines') return { order_lines: [lineRow(record, textOrEmpty(record.orderSourceId), currency)] }
  const id = textOrEmpty(record.sourceId)
  const table = INGEST_TABLES[kind]
  const own = { [table]: [toRow(table, record, { source_id: id }, currency)] } as PushedRows
  if (kind !== 'orders') return own
  const lines: readonly Given[] = Array.isArray(record.lines) ? record.lines : []
  return { ...own, order_lines: lines.map((line, index) => lineRow(line, id, currency, index + 1)) }
}

/** An ID as it is stored, or the part of an invalid one that can be listed. */
const shownId = (value: unknown): string => textOrEmpty(value).trim().slice(0, MAX_SOURCE_ID)

/** The ID that a record is answered and listed by; null: it has none. */
export const recordId = (kind: IngestKind, record: unknown): string | null => {
  if (typeof record !== 'object' || record === null) return null
  const fields: Given = { ...record }
  if (kind !== 'lines') return shownId(fields.sourceId) || null
  const [order, line] = [shownId(fields.orderSourceId), shownId(fields.lineId)]
  return order && line ? lineSourceId(order, line) : null
}
