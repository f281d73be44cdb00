import { z } from 'zod'

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

/** ISO 4217 */
export const CurrencyCode = z.string().regex(/^[A-Z]{3}$/)

/** Text that may be missing; blank text is null. */
export const OptionalText = z
  .string()
  .nullish()
  .transform((text) => text?.trim() || null)
