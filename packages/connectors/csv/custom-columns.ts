import type { CustomFieldRecord, CustomFieldType } from '#domain/custom-fields.ts'
import type { FieldType } from '#domain/field-source.ts'
import { detectDates } from './detect-dates.ts'
import { columnTexts, type FileHead } from './detection/column-profile.ts'
import { ask, type FileProblem } from './file-problem.ts'
import type { CustomTarget } from './import-fields.ts'
import { columnsOf, type FileKindName, fullMapping, type Mapping } from './mapping.ts'

/** A column of a file that is kept as a custom field. */
export interface CustomColumn {
  readonly column: string
  readonly record: CustomFieldRecord
  readonly label: string
  readonly type: CustomFieldType
  /** of dates, and `1.234,56` of numbers; default: detected */
  readonly format?: string | undefined
}

/** Records that a row of each kind of file has values of. */
const RECORDS_OF_KIND: Readonly<Record<FileKindName, readonly CustomFieldRecord[]>> = {
  orders: ['orders', 'customers'],
  order_lines: ['orders', 'order_lines', 'products', 'customers'],
  customers: ['customers'],
  products: ['products'],
  inventory: [],
  memberships: [],
  reservations: [],
}

const FIELD_TYPE = {
  text: 'text',
  number: 'decimal',
  money: 'money',
  date: 'day',
  boolean: 'boolean',
} as const satisfies Record<CustomFieldType, FieldType>

const recordProblem = (kind: FileKindName, { column, record }: CustomColumn, mapping: Mapping): FileProblem | null => {
  if (!RECORDS_OF_KIND[kind].includes(record))
    return ask(column, null, 'Rows of this file have no such records to keep this column with')
  const isUnknown = record === 'customers' && kind !== 'customers' && mapping.customerId === undefined
  return isUnknown ? ask(column, null, 'Choose a column for Customer ID to keep this column with customers') : null
}

/** The fields that columns are kept as, named by their keys, and the reasons why one cannot be kept. */
export const customTargets = (
  kind: FileKindName,
  mapping: Mapping,
  columns: readonly (CustomColumn & { readonly key: string })[],
): { readonly targets: readonly CustomTarget[]; readonly problems: readonly FileProblem[] } => {
  const problems = columns.flatMap((one) => recordProblem(kind, one, mapping) ?? [])
  const targets = columns.map(({ key, column, label, type, format }) => {
    const field = { name: key, label, required: false, type: FIELD_TYPE[type], description: '', names: [], codes: null }
    return { target: field, column, format: format ?? null }
  })
  return { targets, problems }
}

const BOOLEAN = /^(true|false|yes|no|y|n)$/i
const NUMBER = /^-?(0|[1-9]\d{0,9}|[1-9]\d{0,2}(,\d{3})+)(\.\d{1,6})?$/
const MONEY = /^-?[$€£¥]\s?\d[\d,.]*$/
const MONEY_NAME = /price|cost|amount|fee|deposit|charge|commission|margin/i

/** The type that all values of a column have; text where they have none in common, or there are no values. */
const typeOf = (column: string, values: readonly string[]): CustomFieldType => {
  const areAll = (pattern: RegExp) => values.length > 0 && values.every((value) => pattern.test(value))
  if (areAll(BOOLEAN)) return 'boolean'
  if (areAll(MONEY)) return 'money'
  if (areAll(NUMBER)) return MONEY_NAME.test(column) ? 'money' : 'number'
  // numbers of days or seconds are codes as often as dates
  const mayBeDates = values.length > 0 && !areAll(/^\d+$/)
  return mayBeDates && detectDates(values) !== null ? 'date' : 'text'
}

/** Whether the rows of each order in the sample have one value, and some order has several rows. */
const isOfOrder = ({ columns, sample }: FileHead, column: string, orderColumn: string): boolean => {
  const [at, orderAt] = [columns.indexOf(column), columns.indexOf(orderColumn)]
  const orders = [...Map.groupBy(sample, (row) => row[orderAt] ?? '').values()].filter((rows) => rows.length > 1)
  return orders.length > 0 && orders.every((rows) => new Set(rows.map((row) => row[at])).size === 1)
}

const recordOf = (file: FileHead, kind: FileKindName, column: string, mapping: Mapping): CustomFieldRecord | null => {
  const records = RECORDS_OF_KIND[kind]
  if (/customer|billing|member/i.test(column) && records.includes('customers')) {
    if (kind === 'customers' || mapping.customerId !== undefined) return 'customers'
  }
  if (kind !== 'order_lines') return records[0] ?? null
  if (/product|wine|bottle|item/i.test(column)) return 'products'
  const orderColumn = mapping.orderId === undefined ? null : fullMapping(mapping.orderId).column
  return orderColumn !== null && isOfOrder(file, column, orderColumn) ? 'orders' : 'order_lines'
}

const MAX_LABEL = 60

/** Columns that the mapping leaves out, each with the field that it could be kept as. */
export const unmappedColumns = (file: FileHead, kind: FileKindName, mapping: Mapping): CustomColumn[] => {
  const mapped = new Set(Object.values(mapping).flatMap(columnsOf))
  return file.columns.flatMap((column) => {
    const record = mapped.has(column) ? null : recordOf(file, kind, column, mapping)
    const label = column.trim().replace(/\s+/g, ' ').slice(0, MAX_LABEL).toWellFormed()
    if (record === null || label === '') return []
    return [{ column, record, label, type: typeOf(column, columnTexts(file, column)) }]
  })
}
