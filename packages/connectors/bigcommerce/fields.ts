import { z } from 'zod'
import { decimalToScaled, parseMinor } from '#domain/money.ts'
import { checked, unlessBlank } from '../kit/fields.ts'

// Answers to public clients have numbers as text.
const numberIn = (value: unknown): unknown =>
  typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value

export const BcInteger = z.preprocess(numberIn, z.int())

/** A quantity; empty text is 0. */
export const BcQuantity = z.preprocess((value) => (value === '' ? 0 : numberIn(value)), z.number())

/** IDs are positive numbers. */
export const BcId = BcInteger.pipe(z.int().positive()).transform(String)

/** The number 0 stands for none, such as the customer of a guest's order. */
export const BcReference = z
  .preprocess(numberIn, z.int().nonnegative().nullish())
  .transform((id) => (id ? String(id) : null))

const RFC_2822 = /^[A-Z][a-z]{2}, \d{1,2} [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d [+-]\d{4}$/

/** `Wed, 10 Jan 2018 21:05:30 +0000`, parsed to epoch milliseconds: dates of version 2. */
export const BcRfcInstant = checked(z.string(), 'This isn’t a date', (text) =>
  RFC_2822.test(text) ? Date.parse(text) : null,
)

/** Epoch milliseconds as version 2 expects them in filters. */
export const rfcText = (epochMs: number): string => new Date(epochMs).toUTCString().replace('GMT', '+0000')

/** Digits that BigCommerce gives amounts with. */
const DIGITS = 4

// Numbers under 1e-6 print with an exponent; they are less than half a minor unit in every currency.
const decimalText = (value: string | number): string => {
  if (typeof value === 'string') return value.trim()
  return Math.abs(value) < 1e-6 ? '0' : String(value)
}

/** "Float, Float-As-String, Integer" of the documentation, as decimal text. */
export const BcDecimal = checked(z.union([z.string(), z.number()]), 'This isn’t an amount', (value) => {
  const text = decimalText(value)
  return decimalToScaled(text, DIGITS) === null ? null : text
})

/** An amount that may be missing; null: it is. */
export const BcOptionalDecimal = unlessBlank(BcDecimal)

/** Whole minor units of a decimal text; 0 without one. */
export const parseMinorOrZero = (text: string | null, currency: string): number =>
  parseMinor(text ?? '0', currency) ?? 0

/** `given`, else an empty list; a link to the list counts as empty. */
export const listOrNone = <T extends z.ZodType>(item: T) =>
  z
    .union([z.array(item), z.looseObject({ resource: z.string() }).transform(() => [])])
    .nullish()
    .transform((items): z.output<T>[] => (items ?? []) as z.output<T>[])
