import type { CanonicalTable } from '#domain/canonical/tables.ts'
import { DAY_MS } from '#domain/clock.ts'
import type { SqlValue } from '../../engine.ts'
import type { StoredKind } from '../../schema/stored-columns.ts'
import { columnSources, type SourceRow, STORED_NUMBERS, storedText } from '../../schema/stored-values.ts'

/** Text of a number of 1/10^`places`. */
const decimal = (scaled: number, places: number): string => (scaled / 10 ** places).toFixed(places)

const isoTime = (epochMs: number): string => new Date(epochMs).toISOString().replace('T', ' ').replace('Z', '')

/** A value as ClickHouse reads it from JSON. Throws a TypeError that shows a value of the wrong kind. */
const WRITTEN: Readonly<Record<StoredKind, (value: unknown) => SqlValue>> = {
  text: storedText,
  boolean: (value) => STORED_NUMBERS.boolean(value) === 1,
  integer: STORED_NUMBERS.integer,
  money: STORED_NUMBERS.money,
  quantity: (value) => decimal(STORED_NUMBERS.quantity(value), 3),
  price: (value) => decimal(STORED_NUMBERS.price(value), 4),
  date: (value) => new Date(STORED_NUMBERS.date(value) * DAY_MS).toISOString().slice(0, 10),
  timestamp: (value) => isoTime(STORED_NUMBERS.timestamp(value) / 1000),
}

/** Turns canonical records of a table into rows of its staging table, after `load_id`, `phase` and `seq`. */
export const stagingRows = (table: CanonicalTable): ((rows: readonly SourceRow[]) => SqlValue[][]) => {
  const sources = columnSources(table)
  return (rows) =>
    rows.map((row) =>
      sources.map(({ kind, pick }) => {
        const value = pick(row) ?? null
        return value === null ? null : WRITTEN[kind](value)
      }),
    )
}
