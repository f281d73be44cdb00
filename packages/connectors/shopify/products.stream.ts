import { parseMinor } from '#domain/money.ts'
import type { CanonicalRow, SyncStream } from '../kit/connector.ts'
import { RecordProblem, readRecords } from '../kit/read-records.ts'
import { readShopifyId } from './fields.ts'
import { fullTitle, kindColumns } from './product-kind.ts'
import { EXPORTS } from './queries.ts'
import { type ShopifyLevel, ShopifyVariant } from './record-schemas.ts'
import { type ExportSource, readWhole } from './record-stream.ts'
import type { ShopifySession } from './shop.ts'

const priceOf = (variant: ShopifyVariant, currency: string): number => {
  const price = parseMinor(variant.price, currency)
  if (price === null) throw new RecordProblem('price', 'price isn’t an amount of money')
  return price
}

const productRow = (variant: ShopifyVariant, currency: string): CanonicalRow => {
  const { product } = variant
  const title = fullTitle(product.title, variant.title)
  const cost = variant.inventoryItem.unitCost
  return {
    table: 'products',
    row: {
      source_id: variant.id,
      source_updated: variant.updatedAt,
      time_basis: 'utc',
      sku: variant.sku,
      title,
      brand: product.vendor,
      varietal: null,
      ...kindColumns({ ...product, title, taxonomy: product.category?.fullName ?? null }),
      price: priceOf(variant, currency),
      cost: cost?.currency === currency ? cost.minor : null,
      currency,
    },
  }
}

const quantityOf = (level: ShopifyLevel, name: string): number =>
  level.quantities.find((quantity) => quantity.name === name)?.quantity ?? 0

const stockRow = (variant: ShopifyVariant, sku: string, level: ShopifyLevel): CanonicalRow => ({
  table: 'inventory',
  row: {
    source_id: `${variant.id}@${level.location.id}`,
    source_updated: level.updatedAt,
    time_basis: 'utc',
    sku,
    product_title: fullTitle(variant.product.title, variant.title),
    location: level.location.name,
    on_hand: quantityOf(level, 'on_hand'),
    reserved: quantityOf(level, 'reserved'),
    allocated: quantityOf(level, 'committed'),
    available: quantityOf(level, 'available'),
  },
})

/** Untracked stock has no meaning, and stock without a SKU cannot be matched to sales. */
const stockRows = (variant: ShopifyVariant): CanonicalRow[] => {
  const { sku, inventoryItem } = variant
  if (!inventoryItem.tracked || sku === null) return []
  return inventoryItem.inventoryLevels.nodes.map((level) => stockRow(variant, sku, level))
}

const withLevels = (record: Readonly<Record<string, unknown>>, levels: readonly unknown[]): unknown => {
  const { inventoryItem } = record
  if (typeof inventoryItem !== 'object' || inventoryItem === null) return record
  return { ...record, inventoryItem: { ...inventoryItem, inventoryLevels: { nodes: levels } } }
}

const createSource = async ({ shop }: ShopifySession): Promise<ExportSource> => {
  const { currency } = await shop()
  return {
    name: 'products',
    exportQuery: EXPORTS.variants,
    assemble: ({ record, children }) => withLevels(record, children),
    convert: async (nodes) =>
      readRecords(nodes, {
        schema: ShopifyVariant,
        idOf: readShopifyId,
        rows: (variant) => [productRow(variant, currency), ...stockRows(variant)],
      }),
    reachesBackTo: null,
  }
}

/** Variants with their stock per location. Stock changes with every sale, so all of it is read each time in one export. */
export const productsStream = (session: ShopifySession): SyncStream => ({
  name: 'products',
  title: 'Products and stock',
  tables: ['products', 'inventory'],
  reads: 'whole',
  removals: 'fullRead',
  async *read(state) {
    yield* readWhole(session.tools, await createSource(session), state)
  },
})
