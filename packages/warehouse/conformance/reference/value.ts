/**
 * A value of one record. Money is in minor units, quantities in thousandths and prices in ten-thousandths: whole numbers,
 * so that sums are exact. Timestamps are epoch milliseconds, local days `YYYY-MM-DD`, months the text that is answered.
 */
export type Value = string | number | boolean | null

/** A name, which goes by the order of a language instead of its bytes. */
export interface Name {
  readonly name: string
}

const rank = (value: string | number | boolean): number | string => (typeof value === 'boolean' ? Number(value) : value)

const names = new Intl.Collator('en')

/** Below, at or above 0. Text goes by its UTF-8 bytes, false before true. */
export const compareValues = (a: string | number | boolean, b: string | number | boolean): number => {
  const [left, right] = [rank(a), rank(b)]
  if (typeof left === 'string' || typeof right === 'string')
    return Buffer.compare(Buffer.from(String(left)), Buffer.from(String(right)))
  return left - right
}

const compare = (a: Exclude<Value, null> | Name, b: Exclude<Value, null> | Name): number => {
  if (typeof a === 'object' && typeof b === 'object') return names.compare(a.name, b.name)
  return typeof a === 'object' || typeof b === 'object' ? 0 : compareValues(a, b)
}

/** In the direction asked for; nulls come last both ways. */
export const compareInOrder = (a: Value | Name, b: Value | Name, direction: 'asc' | 'desc'): number => {
  if (a === null || b === null) return Number(a === null) - Number(b === null)
  return direction === 'asc' ? compare(a, b) : compare(b, a)
}

/** The first comparison that distinguishes two lists of values. */
export const compareKeys = (a: readonly (Value | Name)[], b: readonly (Value | Name)[]): number => {
  for (const [index, value] of a.entries()) {
    const order = compareInOrder(value, b[index] ?? null, 'asc')
    if (order !== 0) return order
  }
  return 0
}

/** Case is folded letter by letter: what comes before or after a letter changes nothing, and both small sigmas are one. */
export const ignoreCase = (text: string): string =>
  [...text]
    .map((letter) => String.fromCodePoint(letter.toLowerCase().codePointAt(0) ?? 0))
    .join('')
    .replaceAll('ς', 'σ')

/** Empty text is no value. */
export const orNull = (text: string | null | undefined): string | null => (text ? text : null)

export const isPresent = <T>(value: T | null | undefined): value is T => value !== null && value !== undefined

/** Whole numbers are added exactly; throws when the sum exceeds the safe integers. */
export const exactSum = (values: readonly Value[]): number => {
  const numbers = values.filter((value) => typeof value === 'number')
  if (!numbers.every(Number.isSafeInteger)) return numbers.reduce((sum, value) => sum + value, 0)
  const number = Number(numbers.reduce((sum, value) => sum + BigInt(value), 0n))
  if (!Number.isSafeInteger(number)) throw new RangeError('A sum beyond 2^53')
  return number
}

/** Reason for rejecting a request: the caller gets a 400 response without numbers. */
export class Refused extends Error {
  override readonly name = 'Refused'
}

export const refuse = (reason: string): never => {
  throw new Refused(reason)
}
