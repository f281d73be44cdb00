import type { CanonicalTable } from '#domain/canonical/tables.ts'
import { DAY_MS } from '#domain/clock.ts'
import { type StoredKind, sourceTimestamps, stagingColumns } from './stored-columns.ts'

/** Milliseconds whose microseconds a number still holds exactly: until the year 2255. */
const LATEST_INSTANT = Math.floor(Number.MAX_SAFE_INTEGER / 1000)
const INT32_MAX = 2 ** 31 - 1
const LOCAL_TIME = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/
const LOCAL_DAY = /^\d{4}-\d\d-\d\d$/

const wrong = (kind: string, value: unknown): TypeError => new TypeError(`Not a ${kind}: ${JSON.stringify(value)}`)

const wholeNumber = (kind: string, value: unknown, max = Number.MAX_SAFE_INTEGER): number => {
  if (typeof value !== 'number' || !Number.isInteger(value) || Math.abs(value) > max) throw wrong(kind, value)
  return value
}

const scaled = (value: unknown, places: number): number => {
  if (typeof value !== 'number') throw wrong('decimal', value)
  return wholeNumber('decimal', Math.round(value * 10 ** places))
}

// Date.parse rolls 30 February over into March, and 24:00 into the next day, so the day has to come back as it went in.
const epochOfText = (text: string, iso: string): number => {
  const epoch = Date.parse(iso)
  if (new Date(epoch).getUTCDate() !== Number(text.slice(8, 10))) throw wrong('date', text)
  return epoch
}

const epochOfLocal = (value: unknown): number => {
  if (typeof value !== 'string' || !LOCAL_TIME.test(value)) throw wrong('local time', value)
  return epochOfText(value, `${value.replace(' ', 'T')}Z`)
}

const dayNumber = (value: unknown): number => {
  if (typeof value !== 'string' || !LOCAL_DAY.test(value)) throw wrong('day', value)
  return epochOfText(value, `${value}T00:00:00Z`) / DAY_MS
}

/** Epoch milliseconds, or wall-clock text, as microseconds of a zoneless timestamp. */
const microseconds = (value: unknown): number =>
  1000 * (typeof value === 'number' ? wholeNumber('instant', value, LATEST_INSTANT) : epochOfLocal(value))

const flag = (value: unknown): number => {
  if (typeof value !== 'boolean') throw wrong('boolean', value)
  return value ? 1 : 0
}

/** Text as it is stored; a NUL, which the engine's binding does not support, is removed. */
export const storedText = (value: unknown): string => {
  if (typeof value !== 'string') throw wrong('text', value)
  return value.includes('\0') ? value.replaceAll('\0', '') : value
}

export type NumericKind = Exclude<StoredKind, 'text'>

/** The whole number that each kind is stored as: days, microseconds, minor units, or the decimal without its point. */
export const STORED_NUMBERS: Readonly<Record<NumericKind, (value: unknown) => number>> = {
  boolean: flag,
  date: dayNumber,
  timestamp: microseconds,
  integer: (value) => wholeNumber('integer', value, INT32_MAX),
  money: (value) => wholeNumber('amount in minor units', value),
  quantity: (value) => scaled(value, 3),
  price: (value) => scaled(value, 4),
}

/** A canonical record, by field. */
export type SourceRow = Readonly<Record<string, unknown>>

/** Where a staging column's value comes from. */
export interface ColumnSource {
  readonly name: string
  readonly kind: StoredKind
  /** without this field, a record has no value of the column */
  readonly field: string
  readonly pick: (row: SourceRow) => unknown
}

/** An empty text is no value: a report has one group of records without it, not two. */
const absentWhenEmpty = (value: unknown): unknown => (value === '' ? null : value)

/** In the order of the staging columns. */
export const columnSources = (table: CanonicalTable): ColumnSource[] => {
  const timestamps = new Map(
    sourceTimestamps(table).flatMap((name) => [
      [`${name}_utc`, { name, basis: 'utc' }],
      [`${name}_local`, { name, basis: 'local' }],
    ]),
  )
  return stagingColumns(table).map(({ name, kind, required }) => {
    const timestamp = timestamps.get(name)
    if (timestamp) {
      const pick = (row: SourceRow) => (row.time_basis === timestamp.basis ? row[timestamp.name] : null)
      return { name, kind, field: timestamp.name, pick }
    }
    const field = name === 'source_updated_utc' ? 'source_updated' : name
    if (kind === 'text' && !required) return { name, kind, field, pick: (row) => absentWhenEmpty(row[field]) }
    return { name, kind, field, pick: (row) => row[field] }
  })
}
