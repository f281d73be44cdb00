import {
  CANONICAL_TABLE_NAMES,
  CANONICAL_TABLES,
  type CanonicalTable,
  type ColumnKind,
  type ColumnSpec,
} from '#domain/canonical/tables.ts'
import type { CanonicalRow } from './connector.ts'

/** Greatest value of the warehouse's columns, by kind; no winery has a greater number. */
const FITS_KIND: Partial<Record<ColumnKind, (value: number) => boolean>> = {
  money: (value) => Number.isSafeInteger(value),
  integer: (value) => Number.isInteger(value) && Math.abs(value) < 2 ** 31,
  quantity: (value) => Math.abs(value) < 1e12,
  price: (value) => Math.abs(value) < 1e12,
  instant: (value) => Number.isSafeInteger(value) && Math.abs(value) < 8.64e15,
}

interface Limited {
  readonly name: string
  readonly fits: (value: number) => boolean
}

const limitsOf = (table: CanonicalTable): Limited[] => {
  const columns: Readonly<Record<string, ColumnSpec>> = CANONICAL_TABLES[table].columns
  return Object.entries(columns).flatMap(([name, { kind, derived }]) => {
    const fits = derived ? undefined : FITS_KIND[kind]
    return fits ? [{ name, fits }] : []
  })
}

const LIMITS = new Map(CANONICAL_TABLE_NAMES.map((table) => [table, limitsOf(table)]))

/** The first column whose number is invalid or too large to store; null: none. */
export const columnBeyondLimits = ({ table, row }: CanonicalRow): string | null => {
  for (const { name, fits } of LIMITS.get(table) ?? []) {
    const value: unknown = Reflect.get(row, name)
    if (typeof value === 'number' && !fits(value)) return name
  }
  return null
}
