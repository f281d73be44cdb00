import type { CanonicalRecord } from '#domain/canonical/record.ts'
import type { ItemKind } from '#domain/commerce.ts'
import { computeUnitPrice } from '../kit/order-rows.ts'
import { type CatalogProduct, productTitle } from './catalog.ts'
import { squareItemKind } from './item-kind.ts'
import type { SquareCharge, SquareItem } from './order-schema.ts'

/** A line before it is negated for a return: amounts and quantity of returns are positive here too. */
export interface LineDraft {
  readonly id: string
  readonly product: CatalogProduct | null
  readonly productId: string | null
  readonly title: string
  readonly kind: ItemKind
  readonly rawKind: string | null
  readonly quantity: number
  /** minor units */
  readonly discount: number
  /** minor units, after discount, before tax and charges */
  readonly amount: number
}

export type Products = ReadonlyMap<string, CatalogProduct>

export const itemDraft = (item: SquareItem, index: number, products: Products): LineDraft => {
  const product = products.get(item.catalog_object_id ?? '') ?? null
  const title = productTitle(item.name, item.variation_name)
  const named = { productType: item.item_type, isAlcoholic: null, category: null, title }
  return {
    id: item.uid ?? `item-${index + 1}`,
    product,
    productId: item.catalog_object_id,
    title,
    kind: item.item_type === 'GIFT_CARD' ? 'gift_card' : (product?.kind ?? squareItemKind(named)),
    rawKind: product?.productType ?? item.item_type,
    quantity: item.quantity,
    discount: item.total_discount_money?.amount ?? 0,
    // Derived from the total: whether the gross amount includes tax depends on the country.
    amount:
      item.total_money.amount - (item.total_tax_money?.amount ?? 0) - (item.total_service_charge_money?.amount ?? 0),
  }
}

/** Charges have no product, and are no units; `amount` excludes tax. */
export const chargeDraft = (charge: SquareCharge, index: number): LineDraft => ({
  id: `charge-${charge.uid ?? index + 1}`,
  product: null,
  productId: null,
  title: charge.name ?? 'Service charge',
  kind: 'other',
  rawKind: 'SERVICE_CHARGE',
  quantity: 0,
  discount: 0,
  amount: chargeAmount(charge),
})

export const chargeAmount = ({ total_money, total_tax_money }: SquareCharge): number =>
  (total_money?.amount ?? 0) - (total_tax_money?.amount ?? 0)

/** The part of an order's total that its parts do not explain. */
export const restDraft = (amount: number, title: string): LineDraft => ({
  id: 'rest',
  product: null,
  productId: null,
  title,
  kind: 'other',
  rawKind: null,
  quantity: 0,
  discount: 0,
  amount,
})

export const SALE = 1
export const RETURN = -1
export type Direction = typeof SALE | typeof RETURN

/** Avoids negative zero, which would be serialized as such. */
export const turned = (value: number, direction: Direction): number => (value === 0 ? 0 : value * direction)

export interface LineOwner {
  readonly orderId: string
  readonly updated: number | null
  readonly currency: string
  readonly direction: Direction
}

export const lineRow = (draft: LineDraft, index: number, owner: LineOwner): CanonicalRecord<'order_lines'> => ({
  source_id: `${owner.orderId}/${draft.id}`,
  source_updated: owner.updated,
  time_basis: 'utc',
  order_source_id: owner.orderId,
  line_id: draft.id,
  line_number: index + 1,
  sku: draft.product?.sku ?? null,
  product_source_id: draft.productId,
  product_title: draft.title,
  category: draft.product?.category ?? null,
  brand: null,
  vintage: draft.product?.vintage ?? null,
  varietal: null,
  item_kind: draft.kind,
  item_kind_raw: draft.rawKind,
  quantity: turned(draft.quantity, owner.direction),
  unit_price: computeUnitPrice(draft.amount + draft.discount, draft.quantity, owner.currency),
  discount: turned(draft.discount, owner.direction),
  amount: turned(draft.amount, owner.direction),
})
