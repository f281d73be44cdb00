import type { ItemKind } from '#domain/commerce.ts'

/** Fields of Shopify that determine the kind of a product. */
export interface ArticleFacts {
  readonly isGiftCard: boolean
  readonly title: string
  /** product type chosen by the shop */
  readonly productType: string | null
  /** category in Shopify's taxonomy, such as `Food, Beverages & Tobacco > Beverages > Alcoholic Beverages > Wine` */
  readonly taxonomy: string | null
}

// The first match counts: a wine tasting is a tasting, a wine club fee is not wine.
const KINDS: readonly (readonly [ItemKind, RegExp])[] = [
  ['gift_card', /\bgift ?cards?\b|\bgift certificates?\b/i],
  ['club_fee', /\bclubs?\b|\bmemberships?\b|\bsubscriptions?\b/i],
  ['reservation', /\breservations?\b|\bbookings?\b/i],
  ['tasting', /\btastings?\b|\bflights?\b|\bexperiences?\b|\btours?\b/i],
  ['event', /\bevents?\b|\btickets?\b/i],
  ['shipping', /\bshipping\b|\bfreight\b/i],
  [
    'merch',
    /\bmerch(andise)?\b|\bapparel\b|\bclothing\b|\baccessor(y|ies)\b|\bglassware\b|\bglasses\b|\bgifts?\b|\bbooks?\b|\bhome\b|\bkitchen\b|\bshirts?\b|\bhats?\b|\bcandles?\b/i,
  ],
  ['food', /\bfoods?\b|\bsnacks?\b|\bcheeses?\b|\bchocolates?\b|\bolive oils?\b|\bcharcuterie\b|\bpantry\b/i],
  [
    'wine',
    /\bwines?\b|\bred\b|\bwhite\b|\bros(e|é)(?![a-z])|\bsparkling\b|\bchampagne\b|\bport\b|\bvarietals?\b|\bmagnums?\b|\bbottles?\b/i,
  ],
]

const kindIn = (text: string): ItemKind | null => KINDS.find(([, words]) => words.test(text))?.[0] ?? null

// The upper levels are "Food, Beverages & Tobacco" for wine too.
const taxonomyLeaf = (taxonomy: string): string => taxonomy.split('>').at(-1) ?? ''

const VINTAGE = /^(19|20)\d\d(?=\s)/

/** The year at the start of a wine's name; null if there is none. */
export const parseVintage = (title: string): string | null => VINTAGE.exec(title)?.[0] ?? null

/** By the shop's own type, then by Shopify's taxonomy; a product with neither whose name begins with a year is a wine. */
export const toItemKind = ({ isGiftCard, title, productType, taxonomy }: ArticleFacts): ItemKind => {
  if (isGiftCard) return 'gift_card'
  const known = kindIn(productType ?? '') ?? kindIn(taxonomyLeaf(taxonomy ?? ''))
  if (known !== null) return known
  return productType === null && parseVintage(title) !== null ? 'wine' : 'other'
}

/** The shop's product type, else the last level of Shopify's taxonomy. */
export const productCategory = ({ productType, taxonomy }: ArticleFacts): string | null =>
  productType ?? (taxonomy === null ? null : taxonomyLeaf(taxonomy).trim())

/** The title with the variant's; Shopify names the only variant of a product `Default Title`. */
export const fullTitle = (title: string, variantTitle: string | null): string =>
  variantTitle === null || variantTitle === 'Default Title' ? title : `${title} - ${variantTitle}`
