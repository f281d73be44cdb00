import { z } from 'zod'
import { CANONICAL_TABLES, type CanonicalTable, type ColumnSpec } from '#domain/canonical/tables.ts'
import { nestedLookupTable } from '#domain/lookup-table.ts'
import { isLocalDay } from '#domain/ranges/local-day.ts'
import { endpoint } from './endpoint.ts'
import { Id, LocalDay } from './fields.ts'

/** What a program may send, by the canonical table that stores it. */
export const INGEST_TABLES = {
  orders: 'orders',
  lines: 'order_lines',
  customers: 'customers',
  products: 'products',
  members: 'memberships',
  reservations: 'reservations',
} as const satisfies Record<string, CanonicalTable>
export type IngestKind = keyof typeof INGEST_TABLES

export const MAX_INGEST_RECORDS = 1_000

const Text = z.string().max(1_000)
/** Longer IDs are no IDs. */
export const MAX_SOURCE_ID = 200
const SourceId = z.string().trim().min(1).max(MAX_SOURCE_ID)
const Amount = z.number().min(-1e11).max(1e11)
const NO_TIME = 'This must be a time such as 2026-05-04T13:30:00Z'
/** Later ones cannot be stored to the microsecond. */
const LATEST_TIME = Date.UTC(2200, 0)
/** With an offset it is an instant, without one a time of day in the account's time zone. */
const Time = z
  .string()
  .max(40)
  .regex(
    // Date.parse takes 24:00 for the next day.
    /^[12]\d{3}-\d\d-\d\dT([01]\d|2[0-3]):\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)?$/,
    NO_TIME,
  )
  // Date.parse takes February 30 for March 2.
  .refine((text) => isLocalDay(text.slice(0, 10)) && Date.parse(text) < LATEST_TIME, NO_TIME)
const Currency = z.string().regex(/^[A-Z]{3}$/, 'This must be a currency code such as USD')

const KINDS: Readonly<Record<ColumnSpec['kind'], z.ZodType>> = {
  text: Text,
  integer: z.number().int().min(-1e9).max(1e9),
  boolean: z.boolean(),
  date: LocalDay,
  quantity: Amount,
  money: Amount.describe('In major units of the currency'),
  price: Amount.describe('In major units of the currency'),
  instant: Time,
}

/** What a record may leave out although its column needs a value. */
export const INGEST_DEFAULTS: Readonly<Record<string, Readonly<Record<string, string | number | boolean>>>> =
  nestedLookupTable({
    orders: {
      channel: 'other',
      order_type: 'regular',
      payment_status: 'paid',
      fulfillment_status: 'not_required',
      delivery_method: 'other',
      subtotal: 0,
      discount: 0,
      shipping: 0,
      tax: 0,
      tip: 0,
      is_refund: false,
    },
    order_lines: { item_kind: 'wine', discount: 0, line_number: 1 },
    products: { item_kind: 'wine' },
    memberships: { status: 'active' },
    reservations: { status: 'reserved' },
  })

export const camelCase = (column: string): string =>
  column.replace(/_(\w)/g, (_match, letter: string) => letter.toUpperCase())

/** Columns of a table that a record gives: all but derived ones, source values of codes, and custom fields. */
export const ingestColumns = (table: CanonicalTable): [column: string, spec: ColumnSpec][] =>
  Object.entries<ColumnSpec>(CANONICAL_TABLES[table].columns).filter(
    ([column, { derived }]) =>
      derived !== true && column !== 'custom' && column !== 'currency' && !column.endsWith('_raw'),
  )

const columnFields = (table: CanonicalTable) =>
  Object.fromEntries(
    ingestColumns(table).map(([column, { kind, required }]) => {
      const isNeeded = required === true && INGEST_DEFAULTS[table]?.[column] === undefined
      return [camelCase(column), isNeeded ? KINDS[kind] : KINDS[kind].nullish()]
    }),
  )

const common = {
  sourceUpdated: Time.nullish().describe(
    'When the source changed the record. A record is not stored over one that was changed later',
  ),
  currency: Currency.nullish().describe('Of the amounts; default: the account’s'),
}

const { orderSourceId: _order, ...lineFields } = columnFields('order_lines')
export const LineOfOrder = z.strictObject({ ...lineFields, lineId: SourceId, ...common })
export const MAX_LINES_OF_ORDER = 500

/** A second line of the same ID would replace the first. */
const hasDistinctIds = (lines: readonly { readonly lineId?: unknown }[]): boolean =>
  new Set(lines.map(({ lineId }) => lineId)).size === lines.length
/** `line`: the schema of a line, or of those fields that the lines have */
export const linesOfOrder = <Line extends z.ZodType<{ readonly lineId?: unknown }>>(line: Line) =>
  z
    .array(line)
    .max(MAX_LINES_OF_ORDER)
    .refine(hasDistinctIds, 'Each line of an order needs a line ID of its own')
    .describe('All lines of the order')
const ById = z.strictObject({ sourceId: SourceId, ...common })

/**
 * The record of each kind. An order comes with all of its lines and replaces those it had; `lines` adds or changes single lines. A line is
 * identified by its order and `lineId`, every other record by `sourceId`.
 */
export const INGEST_RECORDS = {
  orders: ById.extend({
    ...columnFields('orders'),
    lines: linesOfOrder(LineOfOrder),
  }),
  lines: LineOfOrder.extend({ orderSourceId: SourceId }),
  customers: ById.extend(columnFields('customers')),
  products: ById.extend(columnFields('products')),
  members: ById.extend(columnFields('memberships')),
  reservations: ById.extend(columnFields('reservations')),
} as const satisfies Record<IngestKind, z.ZodType>

const RecordResult = z.object({
  /** place in the batch, from 0 */
  index: z.number().int(),
  /** null: the record has none */
  sourceId: z.string().nullable(),
  /** `outdated`: not stored, because the same record came before with a later `sourceUpdated` */
  status: z.enum(['accepted', 'outdated', 'rejected']),
  errors: z.array(z.object({ field: z.string(), message: z.string() })).optional(),
})

export const IngestResult = z.object({
  serviceId: z.string(),
  /** the run that stores the records; it ends some seconds later */
  runId: z.string(),
  accepted: z.number().int(),
  outdated: z.number().int(),
  rejected: z.number().int(),
  results: z.array(RecordResult),
})
export type IngestResult = z.infer<typeof IngestResult>

/** Records are checked one by one, so that one that is wrong rejects no other. */
const IngestInput = z.object({
  /** a service of type API; default: the account's first one, which is created with the first records */
  serviceId: Id.optional(),
  records: z
    .array(z.unknown())
    .min(1, 'Send at least one record')
    .max(MAX_INGEST_RECORDS, `Send up to ${MAX_INGEST_RECORDS} records at a time`),
})

const ingestEndpoint = (kind: IngestKind, summary: string, sample: object) =>
  endpoint(`POST /ingest/${kind}`, summary, {
    access: 'administration',
    keyScope: 'write',
    transport: 'raw',
    audit: { area: 'services', label: `Sent ${kind} by API` },
    sample: { raw: { contentType: 'application/x-ndjson', text: `${JSON.stringify(sample)}\n` } },
  })
    .input(IngestInput)
    .output(IngestResult)

/** Generic push: up to 1,000 records as JSON (`{ "records": […] }`) or NDJSON (one record a line). */
export const ingest = {
  orders: ingestEndpoint('orders', 'Send orders with all of their lines', {
    sourceId: 'o1',
    orderNumber: '1001',
    ordered: '2026-05-04T13:30:00Z',
    total: 42,
    lines: [{ lineId: '1', quantity: 1, amount: 42 }],
  }),
  lines: ingestEndpoint('lines', 'Add or change single lines of orders', {
    orderSourceId: 'o1',
    lineId: '2',
    quantity: 1,
    amount: 18,
  }),
  customers: ingestEndpoint('customers', 'Send customers', { sourceId: 'c1', name: 'Ada Stone' }),
  products: ingestEndpoint('products', 'Send products', { sourceId: 'p1', title: 'Pinot Noir' }),
  members: ingestEndpoint('members', 'Send club memberships', { sourceId: 'm1', signup: '2026-01-05T00:00:00Z' }),
  reservations: ingestEndpoint('reservations', 'Send reservations', {
    sourceId: 'r1',
    reserved: '2026-05-04T11:00:00Z',
    guests: 2,
  }),
}
