import { z } from 'zod'
import { decimalToScaled } from '#domain/money.ts'
import { optional } from '../kit/optional.ts'

/** IDs of Square are never empty. */
export const SquareId = z.string().min(1)

/** RFC 3339 text, parsed to epoch milliseconds. */
export const SquareInstant = z.iso.datetime({ offset: true }).transform((text) => Date.parse(text))

/** Whole minor units. */
export const SquareMoney = z.object({ amount: z.int(), currency: z.string().regex(/^[A-Z]{3}$/) })
export type SquareMoney = z.infer<typeof SquareMoney>

const QUANTITY_DIGITS = 3

/** Decimal text with up to five places, parsed to a number with three places: the precision of a canonical quantity. */
export const SquareQuantity = z.string().transform((text, context) => {
  const scaled = decimalToScaled(text, QUANTITY_DIGITS)
  if (scaled !== null) return scaled / 10 ** QUANTITY_DIGITS
  context.issues.push({ code: 'custom', message: 'This isn’t a quantity', input: text })
  return z.NEVER
})

export const SquareText = optional(z.string())

export const SquareAddress = z.object({
  locality: SquareText,
  administrative_district_level_1: SquareText,
  postal_code: SquareText,
  country: SquareText,
})
export type SquareAddress = z.infer<typeof SquareAddress>
