import { completeRow } from '../../kit/expected-rows.fixture.ts'
import { at as pickAt, pickFrom, type Random } from '../../kit/winery.fixture.ts'
import { below, type CustomerRow, type ProductRow, type StockRow } from './seeds.fixture.ts'

interface ArticleForm {
  readonly taxonomy?: string
  readonly isTracked?: boolean
  readonly sku?: string
}

type Article = readonly [
  title: string,
  variant: string,
  type: string,
  kind: ProductRow['item_kind'],
  price: number,
  form?: ArticleForm,
]

const ONLY = 'Default Title'
const UNTRACKED = { isTracked: false }
const WINE = { taxonomy: 'Food, Beverages & Tobacco > Beverages > Alcoholic Beverages > Wine' }

const ARTICLES: readonly Article[] = [
  ['2021 Estate Pinot Noir', '750ml', 'Red Wine', 'wine', 4800],
  ['2021 Estate Pinot Noir', '1.5L', 'Red Wine', 'wine', 10_500],
  ['2022 Old Vine Zinfandel', ONLY, 'Wine', 'wine', 3650],
  ['2023 Chardonnay', ONLY, '', 'wine', 2999],
  ['Rosé of Syrah', ONLY, '', 'wine', 2400, WINE],
  ['Estate Tasting', ONLY, 'Tastings', 'tasting', 2500, UNTRACKED],
  ['Harvest Dinner', ONLY, 'Event', 'event', 14_500, UNTRACKED],
  ['Cap', 'Green', 'Apparel', 'merch', 2200],
  ['Local Cheese', ONLY, 'Cheese', 'food', 1175],
  ['Gift Card', '$50.00', 'Gift Cards', 'gift_card', 5000, UNTRACKED],
  ['Barrel Half', ONLY, 'Curiosities', 'other', 9900, { sku: '' }],
]

const LOCATIONS = [
  { id: '71', name: 'Tasting Room' },
  { id: '72', name: 'Warehouse' },
] as const

const stockRow = (product: ProductRow, location: (typeof LOCATIONS)[number], random: Random): StockRow => {
  const allocated = below(12, random)
  const available = below(400, random)
  return completeRow('inventory', {
    source_id: `${product.source_id}@${location.id}`,
    source_updated: product.source_updated,
    sku: product.sku ?? '',
    product_title: product.title,
    location: location.name,
    on_hand: available + allocated,
    reserved: 0,
    allocated,
    available,
  })
}

/**
 * A variant in canonical terms, with Shopify's own additional fields. `index`: from 0; numbers beyond the item list are further vintages of
 * the first items.
 */
export const productSeed = (index: number, updated: number, random: Random) => {
  const [productTitle, variantTitle, productType, kind, price, form = {}] = pickAt(ARTICLES, index)
  const { taxonomy = null, sku = `SKU-${index}` } = form
  const title = variantTitle === ONLY ? productTitle : `${productTitle} - ${variantTitle}`
  const isTracked = (form.isTracked ?? true) && sku !== ''
  const row = completeRow('products', {
    source_id: String(4400 + index),
    source_updated: updated,
    sku: sku || null,
    title,
    category: productType || (taxonomy ? 'Wine' : null),
    brand: index % 3 === 0 ? 'Second Label' : 'Estate',
    vintage: kind === 'wine' ? (/^\d{4}/.exec(title)?.[0] ?? null) : null,
    item_kind: kind,
    price,
    cost: kind === 'wine' ? Math.round(price / 4) : null,
    currency: 'USD',
  })
  const stock = isTracked ? LOCATIONS.map((location) => stockRow(row, location, random)) : []
  return { row, productTitle, variantTitle, productType, taxonomy, isGiftCard: kind === 'gift_card', isTracked, stock }
}

export type ProductSeed = ReturnType<typeof productSeed>

export const ARTICLE_COUNT = ARTICLES.length

type CustomerAddress = Pick<CustomerRow, 'city' | 'state' | 'country' | 'postal_code'>

const ADDRESSES: readonly [CustomerAddress, ...CustomerAddress[]] = [
  { city: 'Napa', state: 'CA', country: 'US', postal_code: '94558' },
  { city: 'Walla Walla', state: 'WA', country: 'US', postal_code: '99362' },
  { city: 'Dijon', state: null, country: 'FR', postal_code: '21000' },
]

export const customerSeed = (index: number, at: number, random: Random): CustomerRow => {
  const address = pickFrom(ADDRESSES, random)
  return completeRow('customers', {
    source_id: String(8800 + index),
    source_updated: at,
    name: `Guest Number ${index}`,
    email: index % 4 === 3 ? null : `guest${index}@example.com`,
    ...(index % 5 === 4 ? {} : address),
    since: at,
  })
}
