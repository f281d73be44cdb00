import type { CustomField, CustomFieldRecord, CustomFieldType } from '#domain/custom-fields.ts'
import { day, dimension, flag, text } from './columns.ts'
import { isOfPeople } from './history.ts'
import type { Context, ReferenceColumn, ReferenceRecord, ReferenceReportType } from './report-type.ts'
import { membersNow, SEGMENT_COLUMNS } from './segments.ts'
import { dayParts, dayPartValues } from './time-parts.ts'
import { orNull, type Value } from './value.ts'
import type { Placed } from './winery.ts'

const makeField = (record: CustomFieldRecord, type: CustomFieldType): CustomField => ({
  key: `custom_${record.replace('_', '')}${type}`,
  label: `${record} ${type}`,
  record,
  type,
})

const TYPES_OF: Readonly<Record<CustomFieldRecord, readonly CustomFieldType[]>> = {
  orders: ['text', 'number', 'money', 'date', 'boolean'],
  order_lines: ['text', 'number', 'money'],
  customers: ['text', 'number', 'money', 'date', 'boolean'],
  products: ['text', 'number', 'money', 'boolean'],
}

/** The custom fields of every generated winery. */
export const CUSTOM_FIELDS: readonly CustomField[] = [
  ...TYPES_OF.orders.map((type) => makeField('orders', type)),
  ...TYPES_OF.order_lines.map((type) => makeField('order_lines', type)),
  ...TYPES_OF.customers.map((type) => makeField('customers', type)),
  ...TYPES_OF.products.map((type) => makeField('products', type)),
  ...SEGMENT_COLUMNS,
]

/** Decimals have six places. */
const MILLIONTHS = 1_000_000

const toReferenceColumns = ({ key, type }: CustomField): Record<string, ReferenceColumn> => {
  if (type === 'text') return { [key]: text }
  if (type === 'boolean') return { [key]: flag }
  if (type === 'money') return { [key]: dimension('currency') }
  if (type === 'number') return { [key]: dimension('number', { scale: MILLIONTHS }) }
  return { [key]: day, ...dayParts(`${key}_`, key) }
}

interface CustomRow {
  readonly custom?: string | null
  /** of records whose money may be in another currency */
  readonly currency?: string | null
}

const writtenIn = ({ custom }: CustomRow): Readonly<Record<string, string | null>> =>
  custom === null || custom === undefined ? {} : JSON.parse(custom)

const readCustomValues = (
  field: CustomField,
  row: CustomRow | undefined,
  { settings }: Context,
): Record<string, Value> => {
  const { key, type, record } = field
  const written = row === undefined ? null : (writtenIn(row)[key] ?? null)
  if (type === 'date') return { [key]: written, ...dayPartValues(`${key}_`, written, settings) }
  if (written === null) return { [key]: null }
  if (type === 'boolean') return { [key]: written === 'true' }
  if (type === 'number') return { [key]: Math.round(Number(written) * MILLIONTHS) }
  if (type === 'text') return { [key]: orNull(written) }
  const isMixed = record === 'customers' || record === 'products'
  const isOther = isMixed && row?.currency !== null && row?.currency !== settings.currency
  return { [key]: isOther ? null : Number(written) }
}

/** Rows that a record has values of: itself, and what it belongs to. */
type RowsOf = Readonly<Partial<Record<CustomFieldRecord, CustomRow>>>

const serializeKey = (...parts: readonly Value[]): string => JSON.stringify(parts)

const byKey = (rows: readonly Placed<'customers' | 'products'>[]): ReadonlyMap<string, CustomRow> =>
  new Map(rows.map((row) => [serializeKey(row.source_id, row.service), row]))

const ofOrders = ({ books }: Context): ReadonlyMap<string, RowsOf> => {
  const customers = byKey(books.tableRows('customers'))
  return new Map(
    books.orders.map(({ given, service, person }) => {
      const customer = customers.get(serializeKey(person?.id ?? null, person?.service ?? null))
      return [serializeKey(given.source_id, service), { orders: given, ...(customer ? { customers: customer } : {}) }]
    }),
  )
}

const ofLines = ({ books }: Context): ReadonlyMap<string, RowsOf> => {
  const products = byKey(books.tableRows('products'))
  return new Map(
    books.lines.map(({ given, service, order }) => {
      const product = products.get(serializeKey(given.product_source_id, service))
      const key = serializeKey(given.order_source_id, given.line_number, given.line_id, service)
      const joined = { ...(order ? { orders: order.given } : {}), ...(product ? { products: product } : {}) }
      return [key, { order_lines: given, ...joined }]
    }),
  )
}

const ofTable =
  (table: 'customers' | 'products') =>
  ({ books }: Context): ReadonlyMap<string, RowsOf> =>
    new Map([...byKey(books.tableRows(table))].map(([key, row]) => [key, { [table]: row }]))

interface Extended {
  /** null: records repeat those of a table */
  readonly own: CustomFieldRecord | null
  readonly joined: readonly CustomFieldRecord[]
  readonly rows: (context: Context) => ReadonlyMap<string, RowsOf>
}

const EXTENDED: Readonly<Record<string, Extended>> = {
  Orders: { own: 'orders', joined: ['customers'], rows: ofOrders },
  OrderLines: { own: 'order_lines', joined: ['orders', 'products'], rows: ofLines },
  Customers: { own: 'customers', joined: [], rows: ofTable('customers') },
  CustomerMonths: { own: null, joined: ['customers'], rows: ofTable('customers') },
  Products: { own: 'products', joined: [], rows: ofTable('products') },
}

/** Numbers and money of what a record belongs to would be added once for each of its records. */
const isOffered = ({ own, joined }: Extended, { record, type }: CustomField): boolean =>
  record === own || (joined.includes(record) && type !== 'number' && type !== 'money')

/** The report type with a flag for each segment, if its records belong to people. */
const withSegments = (type: ReferenceReportType): ReferenceReportType => {
  if (!isOfPeople(type)) return type
  return {
    ...type,
    columns: { ...type.columns, ...Object.fromEntries(SEGMENT_COLUMNS.map(({ key }) => [key, flag])) },
    records: (context) => {
      const members = SEGMENT_COLUMNS.map(
        ({ key }) => [key, membersNow(context.books, key.slice('segment_'.length))] as const,
      )
      return type.records(context).map((record): ReferenceRecord => {
        const flags = members.map(([key, people]) => [key, people.has(String(record.facts.customer))] as const)
        return { ...record, values: { ...record.values, ...Object.fromEntries(flags) } }
      })
    },
  }
}

/** The report type with the columns of the custom fields and the segments. */
export const withCustomFields = (own: ReferenceReportType): ReferenceReportType => {
  const type = withSegments(own)
  const extended = EXTENDED[type.name]
  if (extended === undefined) return type
  const fields = CUSTOM_FIELDS.filter((field) => !SEGMENT_COLUMNS.includes(field) && isOffered(extended, field))
  return {
    ...type,
    columns: Object.assign({ ...type.columns }, ...fields.map(toReferenceColumns)),
    records: (context) => {
      const rows = extended.rows(context)
      return type.records(context).map((record): ReferenceRecord => {
        const own = rows.get(serializeKey(...(extended.own === null ? record.key.slice(0, 2) : record.key))) ?? {}
        const values = fields.map((field) => readCustomValues(field, own[field.record], context))
        return { ...record, values: Object.assign({ ...record.values }, ...values) }
      })
    },
  }
}
