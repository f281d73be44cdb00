import type { ItemKind } from '#domain/commerce.ts'
import { toItemKind } from '#domain/item-kind/item-kind.ts'
import { lookupTable } from '#domain/lookup-table.ts'

const PRODUCT_TYPES: Readonly<Record<string, ItemKind>> = lookupTable({
  GIFT_CARD: 'gift_card',
  EVENT: 'event',
  LEGACY_SQUARE_ONLINE_MEMBERSHIP: 'club_fee',
})

/** What may be a tasting, or a bottle on a menu. */
const MANIFOLD_TYPES: Readonly<Record<string, ItemKind>> = lookupTable({
  FOOD_AND_BEV: 'food',
  APPOINTMENTS_SERVICE: 'reservation',
})

export interface ItemFacts {
  readonly productType: string | null
  readonly isAlcoholic: boolean | null
  readonly category: string | null
  /** with the variation's */
  readonly title: string
}

/** Square has no type for wine; what it flags as alcoholic is wine unless its names say otherwise. */
export const squareItemKind = ({ productType, isAlcoholic, category, title }: ItemFacts): ItemKind => {
  const type = PRODUCT_TYPES[productType ?? '']
  if (type !== undefined) return type
  const otherwise = MANIFOLD_TYPES[productType ?? ''] ?? (isAlcoholic === true ? 'wine' : null)
  return toItemKind({ title, categories: [category], otherwise })
}
