import { z } from 'zod'
import { sampleList } from '../kit/connection-samples.ts'
import type { CanonicalRow } from '../kit/connector.ts'
import { OptionalText } from '../kit/fields.ts'
import { atOnce } from '../kit/paging.ts'
import { productRow, stockRow } from '../kit/product-row.ts'
import { whole } from '../kit/progress.ts'
import { readRecords } from '../kit/read-records.ts'
import { declareStream } from '../kit/stream.ts'
import { IS_KNOWN, wineDirectItemKind } from './codes.ts'
import {
  idIn,
  parseMinorField,
  WdDecimal,
  WdId,
  WdOptionalDecimal,
  WdOptionalInstant,
  WdOptionalNumber,
} from './fields.ts'
import { parseQuantity } from './order-amounts.ts'
import { type Search, sampleSearch, searchAll, type WineDirectApi } from './winedirect-api.ts'

const PRODUCTS: Search = { service: 'product', list: 'Products', idOf: idIn('ProductID'), maxRows: 500 }

const Product = z.object({
  ProductID: WdId,
  SKU: OptionalText,
  Title: WdId,
  Type: OptionalText,
  Brand: OptionalText,
  // A wine without a vintage has the vintage 0.
  Vintage: WdOptionalNumber.transform((vintage) => (vintage === '0' ? null : vintage)),
  Price: WdOptionalDecimal,
  DateModified: WdOptionalInstant,
})
type Product = z.output<typeof Product>

const toProductRow = (product: Product, currency: string): CanonicalRow =>
  productRow(
    {
      id: product.ProductID,
      updated: product.DateModified,
      sku: product.SKU,
      title: product.Title,
      category: null,
      brand: product.Brand,
      vintage: product.Vintage,
      kind: wineDirectItemKind({ type: product.Type, title: product.Title, department: null }),
      price: product.Price === null ? null : parseMinorField(product.Price, currency, 'Price'),
      cost: null,
    },
    currency,
  )

/** Orders need all products too: their items name neither brand nor vintage. */
export const fetchCatalog = async (api: WineDirectApi, currency: string) => {
  const pages = await Array.fromAsync(searchAll(api, PRODUCTS))
  const { records, rows, quarantined } = readRecords(
    pages.flatMap((page) => page.records),
    { schema: Product, idOf: PRODUCTS.idOf, rows: (product) => [toProductRow(product, currency)] },
  )
  const products: ReadonlyMap<string, Product> = new Map(records.map((product) => [product.ProductID, product]))
  return { read: records.length + quarantined.length, rows, quarantined, products }
}
export type Catalog = Awaited<ReturnType<typeof fetchCatalog>>

export const productsStream = (api: WineDirectApi, catalog: () => Promise<Catalog>) =>
  declareStream({
    name: 'products',
    title: 'Products',
    tables: ['products'],
    progress: whole,
    pages: atOnce,
    async convert() {
      const { read, rows, quarantined } = await catalog()
      return { read, total: read, rows, quarantined }
    },
    sample: sampleList({
      label: 'Products',
      fetch: sampleSearch(api, PRODUCTS),
      schema: Product,
      nameOf: ({ Title }) => Title,
      codes: (some) => [{ field: 'Type', values: some.map(({ Type }) => Type), isKnown: IS_KNOWN.itemType }],
    }),
  })

const Stock = z.object({
  SKU: WdId,
  InventoryPool: OptionalText,
  InventoryPoolID: OptionalText,
  WebsiteID: OptionalText,
  CurrentInventory: WdDecimal,
})
const StockKey = Stock.omit({ CurrentInventory: true })

// A SKU has stock in each pool of each website, and the platform has no ID for it.
const stockKey = ({ SKU, InventoryPool, InventoryPoolID, WebsiteID }: z.output<typeof StockKey>): string =>
  [WebsiteID, InventoryPoolID ?? InventoryPool, SKU].filter((part) => part !== null).join('/')

const INVENTORY: Search = {
  service: 'inventory',
  list: 'Inventory',
  idOf: (record) => {
    const { data } = StockKey.safeParse(record)
    return data ? stockKey(data) : null
  },
  maxRows: 100,
}

/** The platform's count is the available quantity. */
const toStockRow = (stock: z.output<typeof Stock>): CanonicalRow => {
  const available = parseQuantity(stock.CurrentInventory, 'CurrentInventory')
  return stockRow({
    id: stockKey(stock),
    updated: null,
    sku: stock.SKU,
    title: null,
    location: stock.InventoryPool,
    onHand: available,
    available,
  })
}

export const inventoryStream = (api: WineDirectApi) =>
  declareStream({
    name: 'inventory',
    title: 'Stock',
    tables: ['inventory'],
    progress: whole,
    pages: () => searchAll(api, INVENTORY, { Filter: 'OnlySKUsWithInventoryOn' }),
    convert: (records) =>
      readRecords(records, { schema: Stock, idOf: INVENTORY.idOf, rows: (stock) => [toStockRow(stock)] }),
    sample: sampleList({
      label: 'Inventory',
      fetch: sampleSearch(api, INVENTORY),
      schema: Stock,
      nameOf: ({ SKU }) => SKU,
    }),
  })
