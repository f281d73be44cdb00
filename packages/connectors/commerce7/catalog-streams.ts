import { z } from 'zod'
import type { CanonicalTable } from '#domain/canonical/tables.ts'
import type { CanonicalRow, SyncPage, SyncStream } from '../kit/connector.ts'
import { type RecordReader, readRecords } from '../kit/read-records.ts'
import { type Commerce7Api, LISTS, type ListSpec } from './commerce7-api.ts'
import { Id, OptionalInstant, Text, YesUnlessDenied } from './fields.ts'
import { Product, productRows } from './products.ts'
import type { Tenant } from './tenant.ts'

const Count = z
  .number()
  .nullish()
  .transform((count) => count ?? 0)

export const Stock = z.object({
  id: Id,
  sku: z.string().min(1),
  productTitle: Text,
  inventoryLocationTitle: Text,
  /** false: not tracked */
  hasInventory: YesUnlessDenied,
  availableForSaleCount: Count,
  reserveCount: Count,
  allocatedCount: Count,
})
export type Stock = z.output<typeof Stock>

/** Reserved and allocated units are still on hand. */
export const stockRows = (stock: Stock): CanonicalRow[] => {
  if (!stock.hasInventory) return []
  const { availableForSaleCount: available, reserveCount: reserved, allocatedCount: allocated } = stock
  return [
    {
      table: 'inventory',
      row: {
        source_id: stock.id,
        source_updated: null,
        time_basis: 'utc',
        sku: stock.sku,
        product_title: stock.productTitle,
        location: stock.inventoryLocationTitle,
        on_hand: available + reserved + allocated,
        reserved,
        allocated,
        available,
      },
    },
  ]
}

interface WholeSpec<Shape extends z.ZodType> {
  readonly name: string
  readonly title: string
  readonly table: CanonicalTable
  readonly list: ListSpec
  readonly api: Commerce7Api
  readonly reader: () => Promise<RecordReader<Shape>>
}

const makeStream = ({ name, title, table }: WholeSpec<z.ZodType>, read: SyncStream['read']): SyncStream => ({
  name,
  title,
  tables: [table],
  reads: 'whole',
  removals: 'fullRead',
  read,
})

const convertPage = <Shape extends z.ZodType>(
  values: readonly unknown[],
  reader: RecordReader<Shape>,
  total: number | null,
): SyncPage => {
  const { rows, quarantined } = readRecords(values, reader)
  return { read: values.length, rows, removed: [], quarantined, total, next: {} }
}

/** A list with cursors that is short enough to be read from the beginning each time. */
const wholeByCursor = <Shape extends z.ZodType>(spec: WholeSpec<Shape>): SyncStream =>
  makeStream(spec, async function* () {
    const reader = await spec.reader()
    for await (const { records } of spec.api.byCursor(spec.list, {}, null)) yield convertPage(records, reader, null)
  })

const readRecordId = (record: unknown): string =>
  typeof record === 'object' && record !== null && 'id' in record ? String(record.id) : JSON.stringify(record)

/**
 * A list with page numbers. A record deleted while the list is read moves the following ones forward, so that one of them is
 * missed: if the list's count changed meanwhile, or fewer records arrived than it says, it is read again.
 */
const wholeByNumber = <Shape extends z.ZodType>(spec: WholeSpec<Shape>): SyncStream =>
  makeStream(spec, async function* () {
    const reader = await spec.reader()
    const seen = new Set<string>()
    for (let pass = 1, isComplete = false; pass <= 2 && !isComplete; pass += 1) {
      const totals = new Set<number | null>()
      for await (const { records, total, isLast } of spec.api.byNumber(spec.list)) {
        for (const record of records) seen.add(readRecordId(record))
        totals.add(total)
        isComplete = isLast && totals.size === 1 && seen.size >= (total ?? 0)
        yield convertPage(records, reader, total)
      }
    }
  })

const Club = z.object({ id: Id, title: z.string().min(1), updatedAt: OptionalInstant })

const clubs = ({ api }: Tenant): SyncStream =>
  wholeByNumber({
    name: 'clubs',
    title: 'Clubs',
    table: 'clubs',
    list: LISTS.clubs,
    api,
    reader: async () => ({
      schema: Club,
      rows: ({ id, title, updatedAt }) => [
        { table: 'clubs', row: { source_id: id, source_updated: updatedAt, time_basis: 'utc', name: title } },
      ],
    }),
  })

const products = ({ api, accounting, titles }: Tenant): SyncStream =>
  wholeByCursor({
    name: 'products',
    title: 'Products',
    table: 'products',
    list: LISTS.products,
    api,
    reader: async () => {
      const { currency } = await accounting()
      const known = await titles()
      return { schema: Product, rows: (product) => productRows(product, currency, known) }
    },
  })

const inventory = ({ api }: Tenant): SyncStream =>
  wholeByNumber({
    name: 'inventory',
    title: 'Inventory',
    table: 'inventory',
    list: LISTS.inventory,
    api,
    reader: async () => ({ schema: Stock, rows: stockRows }),
  })

/** Short lists that are read completely each time. */
export const catalogStreams = (tenant: Tenant): SyncStream[] => [clubs(tenant), products(tenant), inventory(tenant)]
