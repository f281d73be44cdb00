import { z } from 'zod'
import { currencyExponent, decimalToScaled, roundHalfAway } from '#domain/money.ts'
import { plainText } from './html-text.ts'

/** An ID, parsed to text. WooCommerce writes 0 for none. */
export const WooId = z
  .int()
  .positive()
  .transform((id) => String(id))

/** The ID of another record; null: none. */
export const WooReference = z
  .int()
  .min(0)
  .nullish()
  .transform((id) => (id ? String(id) : null))

/** Text without HTML references; empty text is null. */
export const WooText = z
  .string()
  .nullish()
  .transform((text) => (text ? plainText(text).trim() || null : null))

const GMT = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}:\d{2}(?:\.\d+)?Z?$/

/** A time in GMT, which WooCommerce writes without an offset; epoch milliseconds, to the second. */
export const WooInstant = z.string().transform((text, context) => {
  const at = GMT.test(text) ? Date.parse(`${text.slice(0, 19).replace(' ', 'T')}Z`) : Number.NaN
  if (Number.isFinite(at)) return at
  context.issues.push({ code: 'custom', message: 'This isn’t a time in GMT', input: text })
  return z.NEVER
})

/** Null where WooCommerce has no time, which extensions write as empty text. */
export const OptionalInstant = z
  .union([z.literal(''), WooInstant])
  .nullish()
  .transform((at) => at || null)

/** WooCommerce calculates with up to six decimals and rounds only totals. */
export const AMOUNT_DECIMALS = 6

/** A decimal amount, parsed to whole millionths of the major unit. */
export const WooAmount = z.union([z.string(), z.number()]).transform((amount, context) => {
  const millionths = decimalToScaled(String(amount).trim(), AMOUNT_DECIMALS)
  if (millionths !== null) return millionths
  context.issues.push({ code: 'custom', message: 'This isn’t an amount of money', input: amount })
  return z.NEVER
})

/** Whole millionths as minor units of a currency. */
export const millionthsToMinor = (millionths: number, currency: string): number =>
  roundHalfAway(millionths / 10 ** (AMOUNT_DECIMALS - currencyExponent(currency)))

/** An amount that may be left out; empty text is null. */
export const OptionalAmount = z
  .union([z.literal(''), WooAmount])
  .nullish()
  .transform((amount) => (amount === '' ? null : (amount ?? null)))

export const WooCurrency = z.string().regex(/^[A-Z]{3}$/)

/** Values that extensions add to a record, in any form. */
export const WooMeta = z
  .array(z.object({ key: z.string(), value: z.unknown() }))
  .nullish()
  .catch([])
  .transform((entries) => new Map((entries ?? []).map(({ key, value }) => [key, value])))
export type WooMeta = z.output<typeof WooMeta>

/** An ID within the values of extensions, written as a number or as text; null: none. */
export const metaId = (meta: WooMeta, key: string): string | null => {
  const value = meta.get(key)
  const text = typeof value === 'number' || typeof value === 'string' ? String(value) : ''
  return /^[1-9]\d*$/.test(text) ? text : null
}

/** An amount within the values of extensions, in millionths; null: none. */
export const metaAmount = (meta: WooMeta, key: string): number | null =>
  OptionalAmount.safeParse(meta.get(key)).data ?? null

export const WooAddress = z.object({
  first_name: WooText,
  last_name: WooText,
  company: WooText,
  city: WooText,
  state: WooText,
  postcode: WooText,
  country: WooText,
  email: WooText,
})
export type WooAddress = z.output<typeof WooAddress>

export const personName = ({ first_name, last_name, company }: Omit<WooAddress, 'email'>): string | null =>
  [first_name, last_name].filter(Boolean).join(' ') || company

/** The first address that names a place. */
export const firstUsableAddress = (...addresses: readonly (WooAddress | null)[]): WooAddress | null =>
  addresses.find((one) => one !== null && (one.city ?? one.state ?? one.postcode ?? one.country) !== null) ?? null

/**
 * A time as filters expect it with `dates_are_gmt`. With an offset or a `Z`, WordPress would convert it to the site's time zone and
 * compare that with GMT.
 */
export const gmtText = (epochMs: number): string => new Date(epochMs).toISOString().slice(0, 19)
