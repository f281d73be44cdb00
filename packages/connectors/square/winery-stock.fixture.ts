import type { ItemKind } from '#domain/commerce.ts'
import type { CountRow, FakeProduct } from './winery-rows.fixture.ts'

type Good = readonly [title: string, category: string | null, kind: ItemKind, price: number, productType?: string]

const GOODS: readonly Good[] = [
  ['2021 Estate Pinot Noir', 'Red Wine', 'wine', 4800],
  ['2022 Hillside Syrah', 'Red Wine', 'wine', 5200],
  ['2023 Old Block Chardonnay', 'White Wine', 'wine', 3900],
  ['2023 Rosé of Grenache', 'Rosé', 'wine', 2800],
  ['Brut Nature', 'Sparkling', 'wine', 4400],
  ['2019 Library Cabernet – Magnum', 'Library Wines', 'wine', 15_000],
  ['Estate Flight', 'Tasting', 'tasting', 2500],
  ['Reserve Flight', 'Tasting', 'tasting', 4500],
  ['Cheese Board', 'Food', 'food', 2600, 'FOOD_AND_BEV'],
  ['Olives', 'Food', 'food', 900, 'FOOD_AND_BEV'],
  ['Corkscrew', 'Merchandise', 'merch', 1800],
  ['Decanter', 'Merchandise', 'merch', 7800],
  ['Gift Card 100', 'Gift Cards', 'gift_card', 10_000, 'GIFT_CARD'],
  ['Harvest Supper', 'Events', 'event', 14_500, 'EVENT'],
  ['Bag of Ice', null, 'other', 500],
]

const VINTAGE = /^\d{4}/

export const makeProduct = (index: number, updated: number): FakeProduct => {
  const [title, category, item_kind, price, productType = 'REGULAR'] = GOODS[index % GOODS.length] ?? GOODS[0] ?? []
  if (title === undefined || item_kind === undefined) throw new Error('There are no goods')
  const round = Math.floor(index / GOODS.length)
  return {
    productType: productType ?? 'REGULAR',
    isDeleted: false,
    row: {
      source_id: `VAR${index}`,
      source_updated: updated,
      time_basis: 'utc',
      // Some shops never enter a SKU.
      sku: index === 9 ? null : `SKU-${index}`,
      title: round === 0 ? title : `${title} ${String.fromCharCode(65 + round)}`,
      category: category ?? null,
      brand: null,
      vintage: VINTAGE.exec(title)?.[0] ?? null,
      varietal: null,
      item_kind,
      price: price ?? 0,
      cost: index % 2 === 0 ? Math.round((price ?? 0) * 0.3) : null,
      currency: 'USD',
    },
  }
}

export const GOODS_COUNT = GOODS.length

export const makeInventoryCount = (
  { row }: FakeProduct,
  place: { readonly id: string; readonly name: string },
  onHand: number,
  updated: number,
): CountRow => ({
  source_id: `${row.source_id}/${place.id}`,
  source_updated: updated,
  time_basis: 'utc',
  sku: row.sku ?? row.source_id,
  product_title: row.title,
  location: place.name,
  on_hand: onHand,
  reserved: null,
  allocated: null,
  available: onHand,
})
