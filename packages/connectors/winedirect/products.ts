import { z } from 'zod'
import type { CanonicalRecord } from '#domain/canonical/record.ts'
import type { SyncStream } from '../kit/connector.ts'
import { readRecords } from '../kit/read-records.ts'
import { wineDirectItemKind } from './codes.ts'
import {
  idIn,
  parseMinorField,
  WdId,
  WdOptionalDecimal,
  WdOptionalInstant,
  WdOptionalNumber,
  WdText,
} from './fields.ts'
import type { Search } from './search-pages.ts'
import type { XmlElement } from './soap/xml-element.ts'
import { readWhole, wholeStream } from './whole-stream.ts'
import type { WineDirectClient } from './winedirect-client.ts'

export const PRODUCTS: Search = {
  service: 'product',
  operation: 'SearchProducts',
  list: 'Products',
  idOf: idIn('ProductID'),
  maxRows: 500,
}

const Product = z.object({
  ProductID: WdId,
  SKU: WdText,
  Title: WdId,
  Type: WdText,
  Brand: WdText,
  Vintage: WdOptionalNumber,
  Price: WdOptionalDecimal,
  DateModified: WdOptionalInstant,
})

// A wine without a vintage has the vintage 0.
const vintageOf = (vintage: string | null): string | null => (vintage === '0' ? null : vintage)

const productRow = (product: z.output<typeof Product>, currency: string): CanonicalRecord<'products'> => ({
  source_id: product.ProductID,
  source_updated: product.DateModified,
  time_basis: 'utc',
  sku: product.SKU,
  title: product.Title,
  category: null,
  brand: product.Brand,
  vintage: vintageOf(product.Vintage),
  varietal: null,
  item_kind: wineDirectItemKind({ type: product.Type, title: product.Title, department: null }),
  price: product.Price === null ? null : parseMinorField(product.Price, currency, 'Price'),
  cost: null,
  currency,
})

const productRows = (records: readonly XmlElement[], currency: string) =>
  readRecords(records, {
    schema: Product,
    idOf: idIn('ProductID'),
    rows: (product) => [{ table: 'products', row: productRow(product, currency) }],
  })

/** Brand and vintage by product; unreadable products are reported by the products stream. */
const productFactsOf = (
  records: readonly XmlElement[],
): { readonly id: string; readonly brand: string | null; readonly vintage: string | null }[] =>
  readRecords(records, { schema: Product, idOf: idIn('ProductID'), rows: () => [] }).records.map((product) => ({
    id: product.ProductID,
    brand: product.Brand,
    vintage: vintageOf(product.Vintage),
  }))

export const productsStream = (client: WineDirectClient, currency: string): SyncStream =>
  wholeStream({
    name: 'products',
    title: 'Products',
    tables: ['products'],
    client,
    search: PRODUCTS,
    rows: (records) => ({ ...productRows(records, currency), removed: [] }),
  })

/** Product facts of an order's items: items name their product, but neither brand nor vintage. */
export interface ProductFacts {
  of(productId: string | null): { readonly brand: string | null; readonly vintage: string | null } | undefined
}

/** Requests the products once, on first use. */
export const createProductFacts = (client: WineDirectClient): (() => Promise<ProductFacts>) => {
  let facts: Promise<ProductFacts> | null = null
  const load = async (): Promise<ProductFacts> => {
    const byId = new Map<string, { brand: string | null; vintage: string | null }>()
    for await (const { records } of readWhole(client, PRODUCTS, {})) {
      for (const { id, brand, vintage } of productFactsOf(records)) byId.set(id, { brand, vintage })
    }
    return { of: (productId) => (productId === null ? undefined : byId.get(productId)) }
  }
  return () => {
    facts ??= load()
    return facts
  }
}
