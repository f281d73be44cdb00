import type { SqlValue } from '../engine.ts'

/** An answer in the format JSONCompact, as far as it is read. */
export interface JsonAnswer {
  readonly meta?: readonly { readonly type: string }[]
  readonly data: readonly (readonly unknown[])[]
}

type ReadCell = (value: unknown) => SqlValue

const exactInteger: ReadCell = (value) => {
  const number = Number(value)
  if (!Number.isSafeInteger(number)) throw new RangeError('The result holds an integer beyond 2^53')
  return number
}

const plain: ReadCell = (value) =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : String(value)

const readerOf = (type: string): ReadCell => {
  const bare = type.replace(/^Nullable\((.*)\)$/, '$1')
  if (/^U?Int\d+$/.test(bare)) return exactInteger
  if (bare.startsWith('Decimal')) return Number
  return plain
}

/** Rows as plain values: integers exact or refused, decimals as numbers. */
export const readJsonRows = ({ meta = [], data }: JsonAnswer): SqlValue[][] => {
  const readers = meta.map(({ type }) => readerOf(type))
  return data.map((row) => row.map((value, place) => (value === null ? null : (readers[place] ?? plain)(value))))
}
