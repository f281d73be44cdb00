import { CANONICAL_TABLES, type ColumnSpec } from '#domain/canonical/tables.ts'
import { isLocalDay } from '#domain/ranges/local-day.ts'
import type { CanonicalRow } from './connector.ts'

const isNumber = (value: unknown): boolean => typeof value === 'number' && Number.isFinite(value)
const isInteger = (value: unknown): boolean => Number.isSafeInteger(value)

const KINDS: Record<ColumnSpec['kind'], (value: unknown) => boolean> = {
  text: (value) => typeof value === 'string',
  integer: isInteger,
  money: isInteger,
  boolean: (value) => typeof value === 'boolean',
  date: (value) => typeof value === 'string' && isLocalDay(value),
  quantity: isNumber,
  price: isNumber,
  instant: (value) => isInteger(value) || typeof value === 'string',
}

const isValidValue = ({ kind, required }: ColumnSpec, value: unknown): boolean =>
  value === null ? !required : KINDS[kind](value)

/** Returns the columns of a row whose value does not fit their kind, each with its value. */
export const findInvalidValue = ({ table, row }: CanonicalRow): string[] => {
  const columns: Readonly<Record<string, ColumnSpec>> = CANONICAL_TABLES[table].columns
  return Object.entries(columns).flatMap(([name, column]) => {
    if (column.derived) return []
    const value: unknown = Reflect.get(row, name)
    if (column.optional && value === undefined) return []
    return isValidValue(column, value) ? [] : [`${table}.${name} ${String(value)} of ${row.source_id}`]
  })
}
