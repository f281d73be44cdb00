import { z } from 'zod'
import { parseMinor } from '#domain/money.ts'

const GID = /^gid:\/\/shopify\/[A-Za-z]+\/(\d+)/

/** A global ID, parsed to its number as text, which the shop's URLs and exports show. */
export const ShopifyId = z.string().transform((text, context) => {
  const id = GID.exec(text)?.[1]
  if (id !== undefined) return id
  context.issues.push({ code: 'custom', message: 'This isn’t a Shopify ID', input: text })
  return z.NEVER
})

const Identified = z.object({ id: ShopifyId })

/** The ID of an unparsed record; null if it has none. */
export const readShopifyId = (record: unknown): string | null => Identified.safeParse(record).data?.id ?? null

/** ISO text, parsed to epoch milliseconds. */
export const ShopifyInstant = z.iso.datetime({ offset: true }).transform((text) => Date.parse(text))

export interface ShopMoney {
  /** whole minor units */
  readonly minor: number
  /** major units, with the precision of Shopify */
  readonly major: number
  readonly currency: string
}

/** A decimal amount with its currency. */
export const ShopifyMoney = z
  .object({ amount: z.string(), currencyCode: z.string().regex(/^[A-Z]{3}$/) })
  .transform(({ amount, currencyCode }, context): ShopMoney => {
    const minor = parseMinor(amount, currencyCode)
    if (minor !== null) return { minor, major: Number(amount), currency: currencyCode }
    context.issues.push({ code: 'custom', message: 'This isn’t an amount of money', input: amount, path: ['amount'] })
    return z.NEVER
  })

/** An amount in the shop's currency, not the customer's. */
export const ShopifyMoneyBag = z.object({ shopMoney: ShopifyMoney }).transform(({ shopMoney }) => shopMoney)

/** A complete list within a record; a list with further pages is rejected. */
export const nodesSchema = <T extends z.ZodType>(node: T) =>
  z.object({ nodes: z.array(node), pageInfo: z.object({ hasNextPage: z.literal(false) }).optional() })

const Text = z
  .string()
  .nullable()
  .transform((text) => (text === '' ? null : text))

/** Text that may be missing; empty text is null. */
export const ShopifyText = Text

export const ShopifyAddress = z.object({
  city: Text,
  provinceCode: Text,
  countryCodeV2: Text,
  zip: Text,
})
export type ShopifyAddress = z.infer<typeof ShopifyAddress>
