import type { ItemKind } from '#domain/commerce.ts'
import { kindIn, vintageIn } from '../kit/item-names.ts'

/** By the names of a product's categories, then by its own; one without either whose name has a year is a wine. */
export const toItemKind = (facts: {
  /** BigCommerce's type: physical, digital, or giftcertificate */
  readonly type: string | null
  readonly categories: readonly string[]
  readonly title: string
}): ItemKind => {
  if (facts.type === 'giftcertificate') return 'gift_card'
  for (const category of facts.categories) {
    const kind = kindIn(category)
    if (kind !== null) return kind
  }
  return kindIn(facts.title) ?? (vintageIn(facts.title) === null ? 'other' : 'wine')
}
