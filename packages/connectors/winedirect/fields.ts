import { z } from 'zod'
import { decimalToScaled, parseMinor, toMinor } from '#domain/money.ts'
import { checked, each, OptionalText, optional } from '../kit/fields.ts'
import { RecordProblem } from '../kit/read-records.ts'
import { personName } from '../kit/rows.ts'
import { readList } from './xml.ts'

/** A missing, nil or empty element is null. */
export const wdOptional = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (typeof value === 'string' && value.trim() === '' ? null : value), optional(schema))

export const WdId = z.string().trim().min(1)

// The platform writes integers as doubles: 10482.0.
const withoutZeros = (text: string): string => text.replace(/^(-?\d+)\.0+$/, '$1')

/** An integer used as an identifier. */
export const WdNumber = WdId.transform(withoutZeros)
export const WdOptionalNumber = OptionalText.transform((text) => text && withoutZeros(text))

/** true, 1 and yes; anything else, or nothing, is false. */
export const WdFlag = OptionalText.transform((text) => /^(true|1|yes)$/i.test(text ?? ''))

const STAMP = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d)(\.\d{1,9})?(Z|[+-]\d\d:\d\d)?$/

/** UTC unless an offset is given; epoch milliseconds. */
export const WdInstant = checked(WdId, 'This isn’t a date and time', (text) => {
  const [, day, time, fraction = '', zone = 'Z'] = STAMP.exec(text) ?? []
  return Date.parse(`${day}T${time}${fraction.slice(0, 4)}${zone}`)
})
export const WdOptionalInstant = wdOptional(WdInstant)

/** A decimal number, as text. */
export const WdDecimal = WdId.regex(/^[+-]?(\d+(?:\.\d*)?|\.\d+)(e[+-]?\d{1,3})?$/i)
export const WdOptionalDecimal = wdOptional(WdDecimal)

/** Minor units of a decimal text, exact unless it has an exponent. Throws `RecordProblem` naming the field. */
export const parseMinorField = (text: string | null, currency: string, field: string): number => {
  if (text === null) return 0
  const exact = parseMinor(text, currency)
  if (exact !== null) return exact
  try {
    return toMinor(Number(text), currency)
  } catch {
    throw new RecordProblem(field, `${field} is no amount of money`)
  }
}

/** A decimal text in units of its last digit. Throws `RecordProblem` naming the field. */
export const parseScaled = (text: string, digits: number, field: string): number => {
  const scaled = decimalToScaled(text, digits)
  if (scaled === null) throw new RecordProblem(field, `${field} isn’t a usable number`)
  return scaled
}

const QUANTITY_DIGITS = 3
export const QUANTITY_SCALE = 10 ** QUANTITY_DIGITS

/** A quantity with three decimal places. Throws `RecordProblem` naming the field. */
export const parseQuantity = (text: string, field: string): number =>
  parseScaled(text, QUANTITY_DIGITS, field) / QUANTITY_SCALE

/** Formats an instant for the platform: UTC, whole seconds. */
export const formatTimestamp = (ms: number): string => new Date(ms).toISOString().slice(0, 19)

/** A list of elements of any name; missing or empty is `[]`. */
export const wdList = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value = '') => readList(value) ?? value, z.array(schema))

/** The platform's ID of an unparsed record. */
export const idIn =
  (field: string) =>
  (record: unknown): string | null =>
    z.object({ [field]: WdId }).safeParse(record).data?.[field] ?? null

export const WdName = z.object({ FirstName: OptionalText, LastName: OptionalText, Company: OptionalText })

export const formatName = ({ FirstName, LastName, Company }: z.output<typeof WdName>): string | null =>
  personName({ first_name: FirstName, last_name: LastName, company: Company })

export const WdAddress = z.object({
  ...each(OptionalText, 'City', 'StateCode', 'CountryCode', 'ZipCode'),
})

export const addressColumns = ({ City, StateCode, CountryCode, ZipCode }: z.output<typeof WdAddress>) => ({
  ...{ city: City, state: StateCode, country: CountryCode, postal_code: ZipCode },
})
