import { z } from 'zod'
import { parseMinor } from '#domain/money.ts'
import { CurrencyCode, checked, OptionalText } from '../kit/fields.ts'
import type { AddressColumns } from '../kit/rows.ts'

const GID = /^gid:\/\/shopify\/[A-Za-z]+\/(\d+)/

/** A global ID, parsed to its number as text, which the shop's URLs and exports show. */
export const ShopifyId = checked(z.string(), 'This isn’t a Shopify ID', (text) => GID.exec(text)?.[1] ?? null)

const Identified = z.object({ id: ShopifyId })

/** The ID of an unparsed record; null if it has none. */
export const readShopifyId = (record: unknown): string | null => Identified.safeParse(record).data?.id ?? null

/** An instant in a search. */
export const formatInstant = (epochMs: number): string => `'${new Date(epochMs).toISOString()}'`

interface ShopMoney {
  /** whole minor units */
  readonly minor: number
  /** major units, with the precision of Shopify */
  readonly major: number
  readonly currency: string
}

/** A decimal amount with its currency. */
export const ShopifyMoney = z
  .object({ amount: z.string(), currencyCode: CurrencyCode })
  .transform(({ amount, currencyCode }, context): ShopMoney => {
    const minor = parseMinor(amount, currencyCode)
    if (minor !== null) return { minor, major: Number(amount), currency: currencyCode }
    context.issues.push({ code: 'custom', message: 'This isn’t an amount of money', input: amount, path: ['amount'] })
    return z.NEVER
  })

/** An amount in the shop's currency, not the customer's. */
export const ShopifyMoneyBag = z.object({ shopMoney: ShopifyMoney }).transform(({ shopMoney }) => shopMoney)

/** A list within a record that is read in one piece. */
export const nodesSchema = <T extends z.ZodType>(node: T) => z.object({ nodes: z.array(node) })

/** A complete list within a record; one with further pages is rejected. */
export const completeNodes = <T extends z.ZodType>(node: T) =>
  nodesSchema(node).extend({
    pageInfo: z.object({ hasNextPage: z.literal(false), endCursor: z.string().nullable() }).optional(),
  })

export const ShopifyAddress = z
  .object({ city: OptionalText, provinceCode: OptionalText, countryCodeV2: OptionalText, zip: OptionalText })
  .transform(({ city, provinceCode: state, countryCodeV2: country, zip: postal_code }): AddressColumns => {
    return { city, state, country, postal_code }
  })
