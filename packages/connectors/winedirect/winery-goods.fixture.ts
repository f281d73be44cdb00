import { INVENTORY, PRODUCT } from './documented-samples.fixture.ts'
import type { StoredRecord } from './winery-store.fixture.ts'
import { decimal } from './wire-xml.fixture.ts'

const NOTHING = { source_updated: null, time_basis: 'utc' } as const

export interface FakeProduct {
  readonly id: string
  readonly sku: string
  readonly title: string
  readonly type: string
  readonly kind: 'wine' | 'merch' | 'event' | 'gift_card'
  readonly department: string
  readonly brand: string | null
  readonly vintage: string | null
  /** cents */
  readonly price: number
}

/** Six of a hundred products are not wine; two wines have unusual names. */
export const fakeProduct = (index: number): FakeProduct => {
  const common = { id: `0F2A-PRODUCT-${index}`, sku: `00${index}-SKU`, price: 1800 + index * 350 }
  if (index === 1) {
    const title = 'Rosé <"Été"> & Friends\' ]]> 🍷'
    return { ...common, title, type: 'Wine', kind: 'wine', department: 'Rosé & more', brand: 'Estate', vintage: null }
  }
  if (index === 2)
    return {
      ...common,
      title: 'Corkscrew',
      type: 'Product',
      kind: 'merch',
      department: 'Shop',
      brand: null,
      vintage: null,
    }
  if (index === 3)
    return {
      ...common,
      title: 'Harvest dinner',
      type: 'EventTicket',
      kind: 'event',
      department: 'Events',
      brand: null,
      vintage: null,
    }
  if (index === 4)
    return {
      ...common,
      title: 'Gift card',
      type: 'GiftCard',
      kind: 'gift_card',
      department: 'Shop',
      brand: null,
      vintage: null,
    }
  const vintage = String(2015 + (index % 9))
  return {
    ...common,
    title: `${vintage} Pinot Noir ${index}`,
    type: 'Wine',
    kind: 'wine',
    department: 'Red',
    brand: index % 2 ? 'Estate' : 'Reserve',
    vintage,
  }
}

export const storedProduct = (product: FakeProduct, modified: number): StoredRecord => ({
  id: product.id,
  modified,
  wire: {
    ...PRODUCT,
    Brand: product.brand,
    Price: decimal(product.price),
    ProductID: product.id,
    SKU: product.sku,
    Title: product.title,
    Type: product.type,
    Vintage: product.vintage === null ? '0' : `${product.vintage}.0`,
  },
  rows: [
    {
      table: 'products',
      row: {
        ...NOTHING,
        source_id: product.id,
        sku: product.sku,
        title: product.title,
        category: null,
        brand: product.brand,
        vintage: product.vintage,
        varietal: null,
        item_kind: product.kind,
        price: product.price,
        cost: null,
        currency: 'USD',
      },
    },
  ],
})

export const storedStock = (product: FakeProduct, pool: string, count: number): StoredRecord => {
  const id = `${INVENTORY.WebsiteID}/${pool}-ID/${product.sku}`
  const wire = {
    ...INVENTORY,
    CurrentInventory: `${count}.0`,
    InventoryPool: pool,
    InventoryPoolID: `${pool}-ID`,
    SKU: product.sku,
  }
  const row = {
    ...NOTHING,
    source_id: id,
    sku: product.sku,
    product_title: null,
    location: pool,
    on_hand: count,
    reserved: null,
    allocated: null,
    available: count,
  }
  return { id, modified: 0, wire, rows: [{ table: 'inventory', row }] }
}
