import { z } from 'zod'
import { isTimeZone } from '#domain/ranges/time-zone.ts'

/** What `read` makes of a value; null or NaN: the value is invalid. `message`: such as `This isn’t a date`. */
export const checked = <Shape extends z.ZodType, Value>(
  schema: Shape,
  message: string,
  read: (value: z.output<Shape>) => Value | null,
) =>
  schema.transform((value, context) => {
    const result = read(value)
    if (result !== null && !Number.isNaN(result)) return result
    context.issues.push({ code: 'custom', message, input: value })
    return z.NEVER
  })

/** ISO 8601 text with an offset, parsed to epoch milliseconds. */
export const Instant = z.iso.datetime({ offset: true }).transform((text) => Date.parse(text))

/** A time zone as the platform writes it; null: it isn't known. */
export const knownTimeZone = (written: string | null | undefined): string | null =>
  written && isTimeZone(written) ? written : null

/** ISO 4217 */
export const CurrencyCode = z.string().regex(/^[A-Z]{3}$/)

/** A field that may be left out or null: null then. */
export const optional = <T extends z.ZodType>(schema: T) => schema.nullish().transform((value) => value ?? null)

/** Text that may be missing; blank text is null. */
export const OptionalText = optional(z.string()).transform((text) => text?.trim() || null)

/** A field that may be left out, null, or empty text: null then. */
export const unlessBlank = <T extends z.ZodType>(schema: T) =>
  optional(z.union([z.literal('').transform(() => null), schema]))

/** Members of an object that are alike, such as fields that are read by one schema. */
export const each = <const Value, const Name extends string>(value: Value, ...names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, value])) as Record<Name, Value>

/** A list that may be left out or null: empty then. */
export const optionalList = <T extends z.ZodType>(schema: T) =>
  optional(z.array(schema)).transform((values) => values ?? [])

// Some servers begin their answers with one.
const BYTE_ORDER_MARK = /^\uFEFF/

/** The data of a JSON text; undefined: it isn't JSON. */
export const parseJsonOrNull = (text: string): unknown => {
  try {
    return JSON.parse(text.replace(BYTE_ORDER_MARK, ''))
  } catch {
    return undefined
  }
}
