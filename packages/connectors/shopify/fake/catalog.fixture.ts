import type { Chance, CustomerRow, ProductRow, ProductSeed, StockRow } from './seeds.fixture.ts'

interface Article {
  readonly title: string
  readonly variant: string
  readonly type: string
  readonly kind: ProductRow['item_kind']
  readonly price: number
  readonly taxonomy?: string
  readonly isTracked?: boolean
  readonly sku?: string
}

const WINE_TAXONOMY = 'Food, Beverages & Tobacco > Beverages > Alcoholic Beverages > Wine'

const ARTICLES: readonly Article[] = [
  { title: '2021 Estate Pinot Noir', variant: '750ml', type: 'Red Wine', kind: 'wine', price: 4800 },
  { title: '2021 Estate Pinot Noir', variant: '1.5L', type: 'Red Wine', kind: 'wine', price: 10_500 },
  { title: '2022 Old Vine Zinfandel', variant: 'Default Title', type: 'Wine', kind: 'wine', price: 3650 },
  { title: '2023 Chardonnay', variant: 'Default Title', type: '', kind: 'wine', price: 2999 },
  { title: 'Rosé of Syrah', variant: 'Default Title', type: '', kind: 'wine', price: 2400, taxonomy: WINE_TAXONOMY },
  {
    title: 'Estate Tasting',
    variant: 'Default Title',
    type: 'Tastings',
    kind: 'tasting',
    price: 2500,
    isTracked: false,
  },
  { title: 'Harvest Dinner', variant: 'Default Title', type: 'Event', kind: 'event', price: 14_500, isTracked: false },
  { title: 'Cap', variant: 'Green', type: 'Apparel', kind: 'merch', price: 2200 },
  { title: 'Local Cheese', variant: 'Default Title', type: 'Cheese', kind: 'food', price: 1175 },
  { title: 'Gift Card', variant: '$50.00', type: 'Gift Cards', kind: 'gift_card', price: 5000, isTracked: false },
  { title: 'Barrel Half', variant: 'Default Title', type: 'Curiosities', kind: 'other', price: 9900, sku: '' },
]

const LOCATIONS = [
  { id: '71', name: 'Tasting Room' },
  { id: '72', name: 'Warehouse' },
] as const

const vintageIn = (title: string): string | null => /^\d{4}/.exec(title)?.[0] ?? null

const stockRow = (
  product: { id: string; sku: string; title: string; updated: number },
  location: (typeof LOCATIONS)[number],
  chance: Chance,
): StockRow => {
  const allocated = chance.below(12)
  const available = chance.below(400)
  return {
    source_id: `${product.id}@${location.id}`,
    source_updated: product.updated,
    time_basis: 'utc',
    sku: product.sku,
    product_title: product.title,
    location: location.name,
    on_hand: available + allocated,
    reserved: 0,
    allocated,
    available,
  }
}

/** `index`: from 0; numbers beyond the item list are further vintages of the first items. */
export const productSeed = (index: number, updated: number, currency: string, chance: Chance): ProductSeed => {
  const article = ARTICLES[index % ARTICLES.length] ?? ARTICLES[0]
  if (!article) throw new Error('There are no articles')
  const id = String(4400 + index)
  const sku = article.sku ?? `SKU-${index}`
  const title = article.variant === 'Default Title' ? article.title : `${article.title} - ${article.variant}`
  const category = article.type || (article.taxonomy ? 'Wine' : null)
  const isTracked = (article.isTracked ?? true) && sku !== ''
  return {
    row: {
      source_id: id,
      source_updated: updated,
      time_basis: 'utc',
      sku: sku || null,
      title,
      category,
      brand: index % 3 === 0 ? 'Second Label' : 'Estate',
      vintage: article.kind === 'wine' ? vintageIn(title) : null,
      varietal: null,
      item_kind: article.kind,
      price: article.price,
      cost: article.kind === 'wine' ? Math.round(article.price / 4) : null,
      currency,
    },
    productTitle: article.title,
    variantTitle: article.variant,
    productType: article.type,
    taxonomy: article.taxonomy ?? null,
    isGiftCard: article.kind === 'gift_card',
    isTracked,
    stock: isTracked ? LOCATIONS.map((location) => stockRow({ id, sku, title, updated }, location, chance)) : [],
  }
}

export const ARTICLE_COUNT = ARTICLES.length

type CustomerAddress = Pick<CustomerRow, 'city' | 'state' | 'country' | 'postal_code'>

const ADDRESSES: readonly [CustomerAddress, ...CustomerAddress[]] = [
  { city: 'Napa', state: 'CA', country: 'US', postal_code: '94558' },
  { city: 'Walla Walla', state: 'WA', country: 'US', postal_code: '99362' },
  { city: 'Dijon', state: null, country: 'FR', postal_code: '21000' },
]

export const customerSeed = (index: number, at: number, chance: Chance): CustomerRow => {
  const hasAddress = index % 5 !== 4
  const address = chance.pick(ADDRESSES)
  return {
    source_id: String(8800 + index),
    source_updated: at,
    time_basis: 'utc',
    name: `Guest Number ${index}`,
    email: index % 4 === 3 ? null : `guest${index}@example.com`,
    city: hasAddress ? address.city : null,
    state: hasAddress ? address.state : null,
    country: hasAddress ? address.country : null,
    postal_code: hasAddress ? address.postal_code : null,
    birth: null,
    since: at,
    lifetime_value_seed: null,
    currency: null,
  }
}
