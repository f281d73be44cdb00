import type { ItemKind } from '#domain/commerce.ts'

/** Fields of WooCommerce that determine the kind of a product. */
export interface ProductFacts {
  /** such as `simple`, `variable`, or one that an extension adds; null: unknown */
  readonly type: string | null
  readonly categories: readonly string[]
  readonly title: string
}

const TYPES: ReadonlyMap<string, ItemKind> = new Map(
  Object.entries({
    'gift-card': 'gift_card',
    'pw-gift-card': 'gift_card',
    booking: 'reservation',
    'accommodation-booking': 'reservation',
  } as const),
)

const SUBSCRIPTION_TYPES: ReadonlySet<string> = new Set(['subscription', 'variable-subscription'])

// The first match counts: a wine tasting is a tasting, a wine club fee is not wine.
const KINDS: readonly (readonly [ItemKind, RegExp])[] = [
  ['gift_card', /\bgift ?(cards?|certificates?|vouchers?)\b/i],
  ['club_fee', /\bclubs?\b|\bmemberships?\b|\bsubscriptions?\b/i],
  ['reservation', /\breservations?\b|\bbookings?\b/i],
  ['tasting', /\btastings?\b|\bflights?\b|\bexperiences?\b|\btours?\b/i],
  ['event', /\bevents?\b|\btickets?\b|\bconcerts?\b|\bdinners?\b/i],
  ['shipping', /\bshipping\b|\bfreight\b/i],
  [
    'merch',
    /\bmerch(andise)?\b|\bapparel\b|\bclothing\b|\baccessor(y|ies)\b|\bglassware\b|\bglasses\b|\bgifts?\b|\bbooks?\b|\bshirts?\b|\bhats?\b|\bcandles?\b|\bcorkscrews?\b/i,
  ],
  ['food', /\bfoods?\b|\bsnacks?\b|\bcheeses?\b|\bchocolates?\b|\bolive oils?\b|\bcharcuterie\b|\bpantry\b/i],
  [
    'wine',
    /\bwines?\b|\breds?\b|\bwhites?\b|\bros(e|é)s?(?![a-z])|\bsparkling\b|\bchampagne\b|\bport\b|\bvarietals?\b|\bmagnums?\b|\bbottles?\b|\blibrary\b|\bcellar\b|\bvintages?\b/i,
  ],
]

const kindIn = (text: string): ItemKind | null => KINDS.find(([, words]) => words.test(text))?.[0] ?? null

const VINTAGE = /\b(?:19[5-9]\d|20[0-4]\d)\b/

/** The first year in a wine's name; null: none. */
export const parseVintage = (title: string): string | null => VINTAGE.exec(title)?.[0] ?? null

/**
 * By the product type, then the shop's categories, then the name. A product that only its category calls wine, such as a club in
 * "Wine Clubs", keeps what its type says.
 */
export const toItemKind = ({ type, categories, title }: ProductFacts): ItemKind => {
  const byType = TYPES.get(type ?? '')
  if (byType !== undefined) return byType
  if (/\bgift ?(cards?|certificates?|vouchers?)\b/i.test(title)) return 'gift_card'
  if (SUBSCRIPTION_TYPES.has(type ?? '')) return 'club_fee'
  for (const category of categories) {
    const kind = kindIn(category)
    if (kind !== null) return kind
  }
  if (parseVintage(title) !== null && !/\b(tastings?|flights?|tours?|tickets?|dinners?|events?)\b/i.test(title))
    return 'wine'
  return kindIn(title) ?? 'other'
}

/** Name of the category that WooCommerce gives products without one. */
const NO_CATEGORY = /^uncategori[sz]ed$/i

/** The first category that the shop chose. */
export const firstProductCategory = (categories: readonly string[]): string | null =>
  categories.find((name) => !NO_CATEGORY.test(name)) ?? null
