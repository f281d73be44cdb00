import { z } from 'zod'
import { decimalToScaled, parseMinor, toMinor } from '#domain/money.ts'
import { RecordProblem } from '../kit/read-records.ts'
import { readChildList, type XmlElement } from './soap/xml-element.ts'

// A missing, nil or empty element is null.
const optional = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (typeof value === 'string' && value.trim() === '' ? undefined : value), schema.optional())

const orNull = <T>(value: T | undefined): T | null => value ?? null

export const WdText = optional(z.string().trim()).transform(orNull)
export const WdId = z.string().trim().min(1)

// The platform writes integers as doubles: 10482.0.
const withoutZeros = (text: string): string => text.replace(/^(-?\d+)\.0+$/, '$1')

/** An integer used as an identifier. */
export const WdNumber = WdId.transform(withoutZeros)
export const WdOptionalNumber = WdText.transform((text) => text && withoutZeros(text))

/** true, 1 and yes; anything else, or nothing, is false. */
export const WdFlag = WdText.transform((text) => /^(true|1|yes)$/i.test(text ?? ''))

const STAMP = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d)(\.\d{1,9})?(Z|[+-]\d\d:\d\d)?$/

const instantOf = (text: string): number => {
  const match = STAMP.exec(text)
  if (!match) return Number.NaN
  const [, day, time, fraction = '', zone = 'Z'] = match
  return Date.parse(`${day}T${time}${fraction.slice(0, 4)}${zone}`)
}

/** UTC unless an offset is given; epoch milliseconds. */
export const WdInstant = WdId.transform((text, context) => {
  const instant = instantOf(text)
  if (!Number.isNaN(instant)) return instant
  context.issues.push({ code: 'custom', message: 'This isn’t a date and time', input: text })
  return z.NEVER
})
export const WdOptionalInstant = optional(WdInstant).transform(orNull)

/** A decimal number, as text. */
export const WdDecimal = WdId.regex(/^[+-]?(\d+(?:\.\d*)?|\.\d+)(e[+-]?\d{1,3})?$/i)
export const WdOptionalDecimal = optional(WdDecimal).transform(orNull)

/** Minor units of a decimal text, exact unless it has an exponent. Throws `RecordProblem` naming the field. */
export const parseMinorField = (text: string, currency: string, field: string): number => {
  const exact = parseMinor(text, currency)
  if (exact !== null) return exact
  try {
    return toMinor(Number(text), currency)
  } catch {
    throw new RecordProblem(field, `${field} is no amount of money`)
  }
}

const QUANTITY_DIGITS = 3

/** A quantity with three decimal places. Throws `RecordProblem` naming the field. */
export const parseQuantity = (text: string, field: string): number => {
  const scaled = decimalToScaled(text, QUANTITY_DIGITS)
  if (scaled === null) throw new RecordProblem(field, `${field} is no quantity`)
  return scaled / 10 ** QUANTITY_DIGITS
}

/** Formats an instant for the platform: UTC, whole seconds. */
export const formatTimestamp = (ms: number): string => new Date(ms).toISOString().slice(0, 19)

/** A list of elements of any name; missing or empty is `[]`. */
export const wdList = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => {
    if (value === undefined) return []
    const holder = z.custom<XmlElement>().parse({ list: value })
    return readChildList(holder, 'list') ?? value
  }, z.array(schema))

/** An element with child elements; null if it is missing or empty. */
export const wdPart = <T extends z.ZodType>(schema: T) => optional(schema).transform(orNull)

/** The platform's ID of an unparsed record. */
export const idIn =
  (field: string) =>
  (record: unknown): string | null => {
    const id = typeof record === 'object' && record !== null ? Reflect.get(record, field) : null
    return typeof id === 'string' && id.trim() !== '' ? id.trim() : null
  }
