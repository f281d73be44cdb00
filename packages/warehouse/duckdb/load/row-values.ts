import { DuckDBDateValue, DuckDBDecimalValue, DuckDBTimestampValue, type DuckDBValue } from '@duckdb/node-api'
import type { StoredKind } from '../../schema/stored-columns.ts'

const MS_PER_DAY = 86_400_000
const LOCAL_TIME = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/
const LOCAL_DAY = /^\d{4}-\d\d-\d\d$/

const wrong = (kind: string, value: unknown): TypeError => new TypeError(`Not a ${kind}: ${JSON.stringify(value)}`)

const integer = (kind: string, value: unknown): number => {
  if (typeof value !== 'number' || !Number.isSafeInteger(value)) throw wrong(kind, value)
  return value
}

const decimal = (value: unknown, scale: number): DuckDBDecimalValue => {
  if (typeof value !== 'number' || !Number.isFinite(value)) throw wrong('decimal', value)
  return new DuckDBDecimalValue(BigInt(Math.round(value * 10 ** scale)), 18, scale)
}

// Date.parse rolls 30 February over into March, so the text has to come back as it went in.
const epochOfText = (text: string, iso: string): number => {
  const epoch = Date.parse(iso)
  if (Number.isNaN(epoch) || !new Date(epoch).toISOString().startsWith(iso.slice(0, -1))) throw wrong('date', text)
  return epoch
}

const epochOfLocal = (value: unknown): number => {
  if (typeof value !== 'string' || !LOCAL_TIME.test(value)) throw wrong('local time', value)
  return epochOfText(value, `${value.replace(' ', 'T')}Z`)
}

const date = (value: unknown): DuckDBDateValue => {
  if (typeof value !== 'string' || !LOCAL_DAY.test(value)) throw wrong('day', value)
  return new DuckDBDateValue(epochOfText(value, `${value}T00:00:00Z`) / MS_PER_DAY)
}

/** Epoch milliseconds, or wall-clock text, as a zoneless timestamp. */
const timestamp = (value: unknown): DuckDBTimestampValue => {
  const epoch = typeof value === 'number' ? integer('instant', value) : epochOfLocal(value)
  return new DuckDBTimestampValue(BigInt(epoch) * 1000n)
}

const text = (value: unknown): string => {
  if (typeof value !== 'string') throw wrong('text', value)
  // DuckDB's text ends at a NUL when it comes through the binding, so none is let through.
  return value.includes('\0') ? value.replaceAll('\0', '') : value
}

const boolean = (value: unknown): boolean => {
  if (typeof value !== 'boolean') throw wrong('boolean', value)
  return value
}

const CONVERTERS: Readonly<Record<StoredKind, (value: unknown) => DuckDBValue>> = {
  text,
  boolean,
  date,
  timestamp,
  integer: (value) => integer('integer', value),
  money: (value) => BigInt(integer('amount in minor units', value)),
  quantity: (value) => decimal(value, 3),
  price: (value) => decimal(value, 4),
}

/** A value of a canonical record as DuckDB takes it. Throws a TypeError that shows a value of the wrong kind. */
export const toDuckDb = (kind: StoredKind, value: unknown): DuckDBValue =>
  value === null || value === undefined ? null : CONVERTERS[kind](value)
