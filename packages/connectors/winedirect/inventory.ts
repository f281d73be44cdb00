import { z } from 'zod'
import type { CanonicalRecord } from '#domain/canonical/record.ts'
import type { SyncStream } from '../kit/connector.ts'
import { readRecords } from '../kit/read-records.ts'
import { parseQuantity, WdDecimal, WdId, WdText } from './fields.ts'
import type { Search } from './search-pages.ts'
import type { XmlElement } from './soap/xml-element.ts'
import { wholeStream } from './whole-stream.ts'
import type { WineDirectClient } from './winedirect-client.ts'

const Stock = z.object({
  SKU: WdId,
  InventoryPool: WdText,
  InventoryPoolID: WdText,
  WebsiteID: WdText,
  CurrentInventory: WdDecimal,
})
type Stock = z.output<typeof Stock>

// A SKU has stock in each pool of each website, and the platform has no ID for it.
const stockKey = ({ SKU, InventoryPool, InventoryPoolID, WebsiteID }: Omit<Stock, 'CurrentInventory'>): string =>
  [WebsiteID, InventoryPoolID ?? InventoryPool, SKU].filter((part) => part !== null).join('/')

const readStockId = (record: unknown): string | null => {
  const key = Stock.omit({ CurrentInventory: true }).safeParse(record).data
  return key ? stockKey(key) : null
}

export const INVENTORY: Search = {
  service: 'inventory',
  operation: 'SearchInventory',
  list: 'Inventory',
  idOf: readStockId,
  maxRows: 100,
}

/** The platform's count is the available quantity. */
const stockRow = (stock: Stock): CanonicalRecord<'inventory'> => {
  const available = parseQuantity(stock.CurrentInventory, 'CurrentInventory')
  return {
    source_id: stockKey(stock),
    source_updated: null,
    time_basis: 'utc',
    sku: stock.SKU,
    product_title: null,
    location: stock.InventoryPool,
    on_hand: available,
    reserved: null,
    allocated: null,
    available,
  }
}

const stockRows = (records: readonly XmlElement[]) =>
  readRecords(records, {
    schema: Stock,
    idOf: readStockId,
    rows: (stock) => [{ table: 'inventory', row: stockRow(stock) }],
  })

export const inventoryStream = (client: WineDirectClient): SyncStream =>
  wholeStream({
    name: 'inventory',
    title: 'Stock',
    tables: ['inventory'],
    client,
    search: INVENTORY,
    parameters: { Filter: 'OnlySKUsWithInventoryOn' },
    rows: (records) => ({ ...stockRows(records), removed: [] }),
  })
