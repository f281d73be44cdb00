import sax from 'sax'
import { z } from 'zod'
import { currencyExponent, decimalToScaled, roundHalfAway } from '#domain/money.ts'
import { checked, each, optional, unlessBlank } from '../kit/fields.ts'
import type { AddressColumns } from '../kit/rows.ts'

/** An ID, parsed to text. WooCommerce writes 0 for none. */
export const WooId = z.int().positive().transform(String)

/** The ID of another record; null: none. */
export const WooReference = optional(z.int().min(0)).transform((id) => (id ? String(id) : null))

const REFERENCE = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]+\d*));/gi
const MAX_CODE_POINT = 0x10ffff
const { ENTITIES } = sax.parser(false)

/** WordPress writes names as HTML: `Ship Your Idea &ndash; Black` becomes plain text. Unknown references stay. */
export const plainText = (html: string): string =>
  html.replace(REFERENCE, (text, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return name === 'nbsp' ? ' ' : (ENTITIES[name] ?? text)
    const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal)
    return code > 0 && code <= MAX_CODE_POINT ? String.fromCodePoint(code) : text
  })

/** Text without HTML references; empty text is null. */
export const WooText = optional(z.string()).transform((text) => (text && plainText(text).trim()) || null)

const GMT = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}:\d{2}(?:\.\d+)?Z?$/

/** A time in GMT, which WooCommerce writes without an offset; epoch milliseconds, to the second. */
export const WooInstant = checked(z.string(), 'This isn’t a time in GMT', (text) =>
  GMT.test(text) ? Date.parse(`${text.slice(0, 19).replace(' ', 'T')}Z`) : null,
)

/** Null where WooCommerce has no time, which extensions write as empty text. */
export const OptionalInstant = unlessBlank(WooInstant).transform((at) => at || null)

/** WooCommerce calculates with up to six decimals and rounds only totals. */
export const AMOUNT_DECIMALS = 6

/** A decimal amount, parsed to whole millionths of the major unit. */
export const WooAmount = checked(z.union([z.string(), z.number()]), 'This isn’t an amount of money', (amount) =>
  decimalToScaled(String(amount).trim(), AMOUNT_DECIMALS),
)

/** Whole millionths as minor units of a currency. */
export const millionthsToMinor = (millionths: number, currency: string): number =>
  roundHalfAway(millionths / 10 ** (AMOUNT_DECIMALS - currencyExponent(currency)))

export const OptionalAmount = unlessBlank(WooAmount)

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
  ...each(WooText, 'first_name', 'last_name', 'company', 'city', 'state', 'postcode', 'country', 'email'),
})
export type WooAddress = z.output<typeof WooAddress>

/** The first address that names a place. */
export const firstUsableAddress = (...addresses: readonly (WooAddress | null)[]): AddressColumns | null => {
  const address = addresses.find((one) => one && (one.city ?? one.state ?? one.postcode ?? one.country) !== null)
  if (!address) return null
  const { city, state, country, postcode } = address
  return { city, state, country, postal_code: postcode }
}

/**
 * A time as filters expect it with `dates_are_gmt`. With an offset or a `Z`, WordPress would convert it to the site's time zone and
 * compare that with GMT.
 */
export const gmtText = (epochMs: number): string => new Date(epochMs).toISOString().slice(0, 19)
