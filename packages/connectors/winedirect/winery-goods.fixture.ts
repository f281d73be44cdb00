import type { ItemKind } from '#domain/commerce.ts'
import { expectedRow } from '../kit/expected-rows.fixture.ts'
import { INVENTORY, PRODUCT } from './samples.fixture.ts'
import type { StoredRecord } from './winery-store.fixture.ts'
import { decimal } from './wire-xml.fixture.ts'

export interface FakeProduct {
  readonly id: string
  readonly sku: string
  readonly title: string
  readonly type: string
  readonly kind: ItemKind
  readonly department: string
  readonly brand: string | null
  readonly vintage: string | null
  /** cents */
  readonly price: number
}

const wine = { type: 'Wine', kind: 'wine', vintage: null } as const
const other = { brand: null, vintage: null }

const UNUSUAL: Readonly<Record<number, Omit<FakeProduct, 'id' | 'sku' | 'price'>>> = {
  1: { ...wine, title: 'Rosé <"Été"> & Friends\' ]]> 🍷', department: 'Rosé & more', brand: 'Estate' },
  2: { ...other, title: 'Corkscrew', type: 'Product', kind: 'merch', department: 'Shop' },
  3: { ...other, title: 'Harvest dinner', type: 'EventTicket', kind: 'event', department: 'Events' },
  4: { ...other, title: 'Gift card', type: 'GiftCard', kind: 'gift_card', department: 'Shop' },
}

/** Most are wines. */
export const fakeProduct = (index: number): FakeProduct => {
  const common = { id: `0F2A-PRODUCT-${index}`, sku: `00${index}-SKU`, price: 1800 + index * 350 }
  const vintage = String(2015 + (index % 9))
  const brand = index % 2 ? 'Estate' : 'Reserve'
  const usual = { ...wine, title: `${vintage} Pinot Noir ${index}`, department: 'Red', brand, vintage }
  return { ...common, ...(UNUSUAL[index] ?? usual) }
}

export const storedProduct = ({ id, sku, title, brand, vintage, ...product }: FakeProduct, modified: number) => ({
  id,
  modified,
  wire: {
    ...PRODUCT,
    Brand: brand,
    Price: decimal(product.price),
    ProductID: id,
    SKU: sku,
    Title: title,
    Type: product.type,
    Vintage: vintage === null ? '0' : `${vintage}.0`,
  },
  rows: [
    expectedRow('products', {
      source_id: id,
      sku,
      title,
      brand,
      vintage,
      item_kind: product.kind,
      price: product.price,
      currency: 'USD',
    }),
  ],
})

export const storedStock = ({ sku }: FakeProduct, location: string, count: number): StoredRecord => {
  const id = `${INVENTORY.WebsiteID}/${location}-ID/${sku}`
  const pool = { InventoryPool: location, InventoryPoolID: `${location}-ID` }
  const row = { source_id: id, sku, location, on_hand: count, available: count }
  return {
    id,
    modified: 0,
    wire: { ...INVENTORY, CurrentInventory: `${count}.0`, ...pool, SKU: sku },
    rows: [expectedRow('inventory', row)],
  }
}
