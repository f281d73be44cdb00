import type { ItemKind } from '#domain/commerce.ts'
import { toItemKind } from '#domain/item-kind/item-kind.ts'
import { codes } from '../kit/codes.ts'

const TYPES = codes<ItemKind>({
  'gift-card': 'gift_card',
  'pw-gift-card': 'gift_card',
  subscription: 'club_fee',
  'variable-subscription': 'club_fee',
})

/** What is booked may be a tasting. */
const BOOKINGS: ReadonlySet<string> = new Set(['booking', 'accommodation-booking'])

export const wooItemKind = (product: {
  /** such as `simple`, `variable`, or one that an extension adds */
  readonly type: string
  readonly categories: readonly string[]
  readonly title: string
}): ItemKind =>
  TYPES.get(product.type) ?? toItemKind({ ...product, otherwise: BOOKINGS.has(product.type) ? 'reservation' : null })

/** Name of the category that WooCommerce gives products without one. */
const NO_CATEGORY = /^uncategori[sz]ed$/i

/** The first category that the shop chose. */
export const firstProductCategory = (categories: readonly string[]): string | null =>
  categories.find((name) => !NO_CATEGORY.test(name)) ?? null
