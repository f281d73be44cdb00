import {
  type CustomField,
  type CustomFieldRecord,
  type CustomFieldType,
  isCustomFieldKey,
} from '#domain/custom-fields.ts'
import { lookupTable } from '#domain/lookup-table.ts'
import { segmentOfColumn } from '#domain/segments.ts'
import { dimension, joinedField, personal, stored } from './build-column.ts'
import type { ColumnType, Dimension } from './column.ts'
import { dayColumns } from './date-columns.ts'
import type { Field } from './formula.ts'
import type { ReportType } from './report-type.ts'
import { segmentDimension, withSegmentNames } from './segments.ts'

/** Stored column with the values of all custom fields of a record. */
const CUSTOM = 'custom'

/** A key as an SQL literal, after `path`. Throws for a text that is no key: only stored definitions get here. */
export const customKeyLiteral = (key: string, path = ''): string => {
  if (!isCustomFieldKey(key)) throw new Error('A custom field has an invalid key')
  return `'${path}${key}'`
}

const COLUMN_TYPE = {
  text: 'text',
  number: 'number',
  money: 'currency',
  date: 'date',
  boolean: 'boolean',
} as const satisfies Record<CustomFieldType, ColumnType>

const RECORD_NAMES: Readonly<Record<CustomFieldRecord, string>> = {
  orders: 'order',
  order_lines: 'order line',
  customers: 'customer',
  products: 'product',
}

/** A record that the records of a report type belong to, by the join that finds it. */
const JOINED: Readonly<Record<string, Readonly<Partial<Record<CustomFieldRecord, string>>>>> = lookupTable({
  Orders: { customers: 'customers' },
  OrderLines: { orders: 'orders', products: 'products' },
})

/** A sum over joined records would count the value once for each of them. */
const ADDS_UP: readonly CustomFieldType[] = ['number', 'money']

/** Records whose money may be in another currency than the account's, which is not comparable. */
const MIXED_CURRENCY: readonly CustomFieldRecord[] = ['customers', 'products']

const inOwnCurrency =
  (value: Field): Field =>
  (scope) =>
    `CASE WHEN ${scope.col('currency')} IS NULL OR ${scope.col('currency')} = ${scope.currency()} THEN ${value(scope)} END`

/** Nobody knows what an account writes into a field of its own: what belongs to a customer or an order may name people. */
const isOfPerson = ({ record }: CustomField): boolean => record !== 'products'

const customValue = ({ key, type, record }: CustomField, json: Field): Field => {
  const value: Field = (scope) => scope.dialect.customValue(json(scope), key, type)
  return type === 'money' && MIXED_CURRENCY.includes(record) ? inOwnCurrency(value) : value
}

const toDimensions = (field: CustomField, json: Field): Dimension[] => {
  const { key, label, record, type } = field
  const value = customValue(field, json)
  const description = `Custom field of the ${RECORD_NAMES[record]}`
  const owned = isOfPerson(field) ? personal : (column: Dimension) => column
  if (type !== 'date') return [owned(dimension(key, label, { type: COLUMN_TYPE[type], description, field: value }))]
  // the sign that no key has after its prefix keeps the parts apart from other keys
  const dates = dayColumns({ prefix: `${key}_`, columnId: key, displayName: label, day: value })
  return dates.map((column) => owned(column.columnId === key ? { ...column, description } : column))
}

/**
 * The report type with a column for each custom field of its records, and for those of the records that these belong to, unless
 * their values add up. The type itself where there are none.
 */
export const withCustomFields = (type: ReportType, fields: readonly CustomField[]): ReportType => {
  const joins = JOINED[type.reportType] ?? {}
  const columns = fields.flatMap((field) => {
    const segment = segmentDimension(type, field)
    if (segment !== null || segmentOfColumn(field.key) !== null) return segment ?? []
    // a type with rows of its own repeats the records of its table
    if (field.record === type.table && (type.rows === undefined || !ADDS_UP.includes(field.type)))
      return toDimensions(field, stored(CUSTOM))
    const join = joins[field.record]
    return join === undefined || ADDS_UP.includes(field.type) ? [] : toDimensions(field, joinedField(join, CUSTOM))
  })
  const named = withSegmentNames(type, fields)
  return columns.length === 0 ? named : { ...named, columns: [...named.columns, ...columns] }
}
