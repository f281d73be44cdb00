import { z } from 'zod'
import { DAY_MS } from '#domain/clock.ts'
import { sampleList } from '../kit/connection-samples.ts'
import type { CanonicalRow } from '../kit/connector.ts'
import { atOnce } from '../kit/paging.ts'
import { teamMemberRow } from '../kit/person.ts'
import { productRow, stockRow } from '../kit/product-row.ts'
import { sinceLastRead, whole } from '../kit/progress.ts'
import { parseEach, RecordProblem, readRecords } from '../kit/read-records.ts'
import { type DeclaredStream, declareStream, listedRecords } from '../kit/stream.ts'
import type { Catalog } from './catalog.ts'
import { customerName, customerRow, teamMemberName } from './customers.ts'
import { type SellerDirectory, TEAM } from './directory.ts'
import { SquareText } from './fields.ts'
import { findCustomerRecords } from './lookups.ts'
import { orderStream } from './order-stream.ts'
import { requirePermission } from './permissions.ts'
import { SquareCount, SquareCustomer, type SquareLocation, SquareTeamMember } from './record-schemas.ts'
import type { Account } from './related-records.ts'
import { instantText, type ListRequest, type SquareApi, squarePages } from './square-api.ts'

/** One record of a list, for the connection test. */
const sampleOne =
  (api: SquareApi, { name, path, body }: ListRequest, key: string) =>
  async () =>
    (await squarePages(api, { name, path, body: { ...body, limit: 1 } }, key).next()).value ?? {
      records: [],
      total: null,
    }

const Item = z.object({ id: z.string(), item_data: z.object({ name: SquareText }).nullish() })

/** Square can list changes, but not that renaming a category changes its products; orders and stock need the whole catalog anyway. */
const catalog = (seller: SellerDirectory): DeclaredStream =>
  declareStream({
    name: 'catalog',
    title: 'Products',
    tables: ['products'],
    progress: whole,
    pages: atOnce,
    async convert() {
      requirePermission(await seller.permissions(), 'ITEMS_READ')
      const { products, read, quarantined } = await seller.catalog()
      const onSale = [...products.values()].filter(({ isDeleted }) => !isDeleted)
      return { read, total: read, rows: onSale.map((product) => productRow(product, product.currency)), quarantined }
    },
    sample: sampleList({
      label: 'Products',
      fetch: sampleOne(
        seller.api,
        { name: 'products', path: '/v2/catalog/search', body: { object_types: ['ITEM'] } },
        'objects',
      ),
      schema: Item,
      nameOf: ({ id, item_data }) => item_data?.name ?? id,
    }),
  })

// Only sellable units: other states are about goods that left.
const STOCK = {
  name: 'stock',
  path: '/v2/inventory/counts/batch-retrieve',
  body: { states: ['IN_STOCK'], limit: 1000 },
} as const

const BareCount = z.object({ catalog_object_id: z.string(), location_id: z.string() })

const countId = (count: unknown): string | null => {
  const { data } = BareCount.safeParse(count)
  return data ? `${data.catalog_object_id}/${data.location_id}` : null
}

const countRows = (
  count: z.output<typeof SquareCount>,
  { products }: Catalog,
  nameOf: (locationId: string) => string,
): CanonicalRow[] => {
  const product = products.get(count.catalog_object_id)
  if (product === undefined) throw new RecordProblem('catalog_object_id', 'The catalog doesn’t have this variation')
  // Square still counts deleted items, which are no longer sold.
  if (product.isDeleted || count.state !== 'IN_STOCK') return []
  const row = stockRow({
    id: `${count.catalog_object_id}/${count.location_id}`,
    updated: count.calculated_at,
    sku: product.sku ?? product.id,
    title: product.title,
    location: nameOf(count.location_id),
    onHand: count.quantity,
    available: count.quantity,
  })
  return [row]
}

const locationNames = (locations: readonly SquareLocation[]): ((id: string) => string) => {
  const names = new Map(locations.map(({ id, name }) => [id, name]))
  return (id) => names.get(id) ?? id
}

const inventory = (seller: SellerDirectory): DeclaredStream =>
  declareStream({
    name: 'inventory',
    title: 'Stock',
    tables: ['inventory'],
    progress: whole,
    async *pages() {
      const permissions = await seller.permissions()
      requirePermission(permissions, 'INVENTORY_READ')
      requirePermission(permissions, 'ITEMS_READ')
      yield* squarePages(seller.api, STOCK, 'counts')
    },
    async convert(counts) {
      const [products, nameOf] = [await seller.catalog(), locationNames(await seller.locations())]
      return readRecords(counts, {
        schema: SquareCount,
        idOf: countId,
        rows: (count) => countRows(count, products, nameOf),
      })
    },
    async sample() {
      const nameOf = locationNames(await seller.locations())
      return sampleList({
        label: 'Inventory',
        fetch: sampleOne(seller.api, STOCK, 'counts'),
        schema: SquareCount,
        nameOf: ({ quantity, location_id }) => `${quantity} at ${nameOf(location_id)}`,
      })()
    },
  })

const startingAt = (from: number | null) => (from === null ? undefined : { start_at: instantText(from) })

// Square sorts customers by creation and not by change, so an interrupted read also resumes by creation.
const customerSearch = (changedFrom: number | null, createdFrom: number | null) => ({
  name: 'customers',
  path: '/v2/customers/search',
  body: {
    query: {
      filter: { updated_at: startingAt(changedFrom), created_at: startingAt(createdFrom) },
      sort: { field: 'CREATED_AT', order: 'ASC' },
    },
    limit: 100,
    count: true,
  },
})

const customers = (seller: SellerDirectory, now: () => number): DeclaredStream => {
  async function* pages(since: number | null, from: { readonly created: number } | null) {
    requirePermission(await seller.permissions(), 'CUSTOMERS_READ')
    let created = from?.created ?? 0
    for await (const page of squarePages(seller.api, customerSearch(since, from?.created ?? null), 'customers')) {
      created = Math.max(created, ...parseEach(page.records, SquareCustomer).map(({ created_at }) => created_at))
      yield { ...page, next: page.cursor === null ? null : { created } }
    }
  }
  return declareStream({
    name: 'customers',
    title: 'Customers',
    tables: ['customers'],
    // Deleted or merged customers are detected only by their absence.
    removals: 'fullRead',
    progress: sinceLastRead({ now, overlapMs: DAY_MS, position: z.object({ created: z.number() }) }),
    pages: (since, from) => pages(since(), from),
    convert: (records) =>
      readRecords(records, {
        schema: SquareCustomer,
        rows: (customer) => [{ table: 'customers', row: customerRow(customer) }],
      }),
    fetch: (ids) => findCustomerRecords(seller.api, ids),
    listing: {
      table: 'customers',
      list: () =>
        listedRecords(pages(null, null), {
          schema: SquareCustomer.pick({ id: true, updated_at: true }),
          toListed: ({ id, updated_at }) => ({ sourceId: id, ordered: null, updated: updated_at }),
        }),
    },
    sample: sampleList({
      label: 'Customers',
      fetch: sampleOne(seller.api, customerSearch(null, null), 'customers'),
      schema: SquareCustomer,
      nameOf: (customer) => customerName(customer) ?? customer.id,
    }),
  })
}

/** All team members, including inactive ones. */
const team = (seller: SellerDirectory): DeclaredStream =>
  declareStream({
    name: 'team',
    title: 'Team members',
    tables: ['team_members'],
    progress: whole,
    async *pages() {
      requirePermission(await seller.permissions(), 'EMPLOYEES_READ')
      yield* squarePages(seller.api, TEAM, 'team_members')
    },
    convert: (records) =>
      readRecords(records, {
        schema: SquareTeamMember,
        rows: (member) => [teamMemberRow({ id: member.id, updated: member.updated_at, name: teamMemberName(member) })],
      }),
    sample: sampleList({
      label: 'Team members',
      fetch: sampleOne(seller.api, TEAM, 'team_members'),
      schema: SquareTeamMember,
      nameOf: teamMemberName,
    }),
  })

/** In reading order. */
export const squareStreams = (seller: SellerDirectory, account: Account, now: () => number) =>
  [catalog(seller), inventory(seller), customers(seller, now), team(seller), orderStream(seller, account, now)] as const
