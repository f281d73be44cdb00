import type { Product } from './catalog.ts'
import type { Winery } from './winery.ts'

/** Weeks in 90 days, as in the formula for weeks on hand. */
const WEEKS = 90 / 7
const LOCATIONS = [
  { name: 'Tasting Room', share: 0.3 },
  { name: 'Warehouse', share: 0.7 },
] as const
const RUNS_LOW = 0.3

const isStocked = ({ kind }: Product): boolean => kind === 'wine' || kind === 'merch'

/** Weeks that the stock will last: some products run out within the eight weeks that count as low. */
const weeksLeft = ({ random }: Winery, index: number): number =>
  // Every fourth product is low, so that small samples have some too.
  index % 4 === 1 || random.chance(RUNS_LOW) ? 0.5 + random.next() * 6 : 10 + random.exponential(30)

const writeStock = (winery: Winery, product: Product, index: number): void => {
  const weekly = (winery.recentUnits.get(product) ?? 0) / WEEKS
  const weeks = weeksLeft(winery, index)
  for (const { name, share } of LOCATIONS) {
    const onHand = Math.round(weekly * weeks * share)
    const reserved = Math.min(onHand, winery.random.below(3))
    const allocated = name === 'Warehouse' ? Math.floor((onHand - reserved) * 0.1) : 0
    winery.sink.push('inventory', {
      source_id: `${product.sku}@${name}`,
      sku: product.sku,
      product_title: product.title,
      location: name,
      on_hand: onHand,
      reserved,
      allocated,
      available: onHand - reserved - allocated,
    })
  }
}

/** Writes the products and their stock today. */
export const writeProducts = (winery: Winery): void => {
  for (const product of winery.catalog.products) {
    winery.sink.push('products', {
      source_id: `prd-${product.sku}`,
      sku: product.sku,
      title: product.title,
      category: product.category,
      brand: product.brand,
      vintage: product.vintage,
      varietal: product.varietal,
      item_kind: product.kind,
      price: product.price,
      cost: product.cost,
      currency: winery.currency,
    })
  }
  for (const [index, product] of winery.catalog.products.filter(isStocked).entries()) writeStock(winery, product, index)
}
