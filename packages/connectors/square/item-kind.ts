import type { ItemKind } from '#domain/commerce.ts'
import { lookupTable } from '#domain/lookup-table.ts'

/** Names that wineries use, tried in this order: a "gift card" is not a gift, a "club tasting" is a tasting. */
const WORDS: readonly (readonly [ItemKind, RegExp])[] = [
  ['gift_card', /\bgift ?(card|certificate)/i],
  ['tasting', /\b(tasting|flight)/i],
  ['reservation', /\b(reservation|booking|deposit)/i],
  ['club_fee', /\b(membership|club (fee|dues))/i],
  ['event', /\b(event|ticket|concert|festival)/i],
  ['shipping', /\b(shipping|freight|postage)\b/i],
  ['merch', /\b(merch|apparel|clothing|glassware|gifts?\b|souvenir|accessor|candle|books?\b)/i],
  ['food', /\b(by the glass|food|snack|cheese|charcuterie|kitchen|bakery|pizza|chocolate|olive oil)/i],
  ['wine', /\b(wines?|reds?|whites?|ros[eé]s?|sparkling|dessert wine|fortified|bottles?|library|cellar)(?!\w)/i],
]

const kindOfWords = (text: string | null): ItemKind | null => {
  if (text === null) return null
  return WORDS.find(([, pattern]) => pattern.test(text))?.[0] ?? null
}

const PRODUCT_TYPES: Readonly<Record<string, ItemKind>> = lookupTable({
  GIFT_CARD: 'gift_card',
  EVENT: 'event',
  FOOD_AND_BEV: 'food',
  APPOINTMENTS_SERVICE: 'reservation',
  LEGACY_SQUARE_ONLINE_MEMBERSHIP: 'club_fee',
})

export interface ItemFacts {
  readonly productType: string | null
  readonly isAlcoholic: boolean | null
  readonly category: string | null
  readonly name: string | null
}

/** Square has no type for wine: decided by the category's name, then Square's product type, then the item's name. */
export const toItemKind = ({ productType, isAlcoholic, category, name }: ItemFacts): ItemKind => {
  if (productType === 'GIFT_CARD') return 'gift_card'
  const byCategory = kindOfWords(category)
  if (byCategory !== null) return byCategory
  if (isAlcoholic === true) return 'wine'
  return kindOfWords(name) ?? PRODUCT_TYPES[productType ?? ''] ?? 'other'
}
