import { z } from 'zod'
import { isLocalDay } from '#domain/ranges/local-day.ts'
import type { CanonicalRow, StreamListing } from '../kit/connector.ts'
import { each, OptionalText } from '../kit/fields.ts'
import { allRecords } from '../kit/paging.ts'
import { isPlatformRefusal } from '../kit/platform-problems.ts'
import { readRecords } from '../kit/read-records.ts'
import { customerRow, joinNames, productRow, stockRow, utcRow } from '../kit/rows.ts'
import { type DeclaredStream, declareStream } from '../kit/stream.ts'
import { ITEM_KINDS, MEMBERSHIP_STATUSES, wineDirectItemKind } from './codes.ts'
import {
  addressColumns,
  formatName,
  parseMinorField,
  parseQuantity,
  WdAddress,
  WdDecimal,
  WdFlag,
  WdId,
  WdInstant,
  WdName,
  WdOptionalDecimal,
  WdOptionalInstant,
  WdOptionalNumber,
} from './fields.ts'
import {
  byChange,
  type Search,
  sampleSearch,
  searchAll,
  searchById,
  searchByIds,
  type WineDirectApi,
} from './winedirect-api.ts'

/** What the streams of one session share. */
export interface WineDirectAccount {
  readonly api: WineDirectApi
  /** of all amounts */
  readonly currency: string
  readonly now: () => number
  /** requested once */
  catalog(): Promise<Catalog>
}

/** Reads everything each time. */
const readWhole = (api: WineDirectApi, search: Search, parameters = {}) => ({
  idOf: search.idOf,
  pages: () => searchAll(api, search, parameters),
})

const Changed = z.looseObject({ DateModified: WdOptionalInstant })

/** Reads what changed, and compares the rest by the times of the last changes. */
const readChanges = (
  { api, now }: WineDirectAccount,
  search: Search & { readonly id: string },
  table: StreamListing['table'],
) => ({
  idOf: search.idOf,
  ...byChange({ api, now }, search),
  fetch: (ids: readonly string[]) => searchByIds(api, search, ids),
  listing: {
    table,
    pages: () => searchAll(api, search),
    schema: Changed,
    toListed(record: z.output<typeof Changed>) {
      const sourceId = search.idOf(record)
      return sourceId === null ? null : { sourceId, ordered: null, updated: record.DateModified }
    },
  },
})

const PRODUCTS = searchById({ service: 'product', list: 'Products', id: 'ProductID', maxRows: 500 })

const Product = z.object({
  ProductID: WdId,
  ...each(OptionalText, 'SKU', 'Type', 'Brand'),
  Title: WdId,
  // A wine without a vintage has the vintage 0.
  Vintage: WdOptionalNumber.transform((vintage) => (vintage === '0' ? null : vintage)),
  Price: WdOptionalDecimal,
  DateModified: WdOptionalInstant,
})
type Product = z.output<typeof Product>

const toProductRow = (product: Product, currency: string): CanonicalRow => {
  const { ProductID: id, DateModified: updated, SKU: sku, Title: title, Brand: brand, Vintage: vintage } = product
  const kind = wineDirectItemKind({ type: product.Type, title, department: null })
  const price = product.Price === null ? null : parseMinorField(product.Price, currency, 'Price')
  return productRow({ id, updated, sku, title, category: null, brand, vintage, kind, price, cost: null }, currency)
}

/** Orders need all products too: their items name neither brand nor vintage. */
export const fetchCatalog = async (api: WineDirectApi, currency: string) => {
  const { records, rows, quarantined } = readRecords(await allRecords(searchAll(api, PRODUCTS)), {
    schema: Product,
    idOf: PRODUCTS.idOf,
    rows: (product) => [toProductRow(product, currency)],
  })
  const products: ReadonlyMap<string, Product> = new Map(records.map((product) => [product.ProductID, product]))
  const read = records.length + quarantined.length
  return { converted: { read, total: read, rows, quarantined }, products }
}
export type Catalog = Awaited<ReturnType<typeof fetchCatalog>>

const products = ({ api, catalog }: WineDirectAccount) =>
  declareStream({
    name: 'products',
    convert: async () => (await catalog()).converted,
    schema: Product,
    sample: {
      fetch: sampleSearch(api, PRODUCTS),
      nameOf: ({ Title }) => Title,
      codes: { Type: [({ Type }) => Type, ITEM_KINDS] },
    },
  })

const Stock = z.object({
  SKU: WdId,
  ...each(OptionalText, 'InventoryPool', 'InventoryPoolID', 'WebsiteID'),
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

const inventory = ({ api }: WineDirectAccount) =>
  declareStream({
    name: 'inventory',
    title: 'Stock',
    ...readWhole(api, INVENTORY, { Filter: 'OnlySKUsWithInventoryOn' }),
    schema: Stock,
    // The platform's count is the available quantity.
    rows(stock) {
      const available = parseQuantity(stock.CurrentInventory, 'CurrentInventory')
      const { SKU: sku, InventoryPool: location } = stock
      const facts = { id: stockKey(stock), updated: null, sku, title: null, location, onHand: available, available }
      return [stockRow(facts)]
    },
    sample: { label: 'Inventory', fetch: sampleSearch(api, INVENTORY), nameOf: ({ SKU }) => SKU },
  })

const CONTACTS = searchById({ service: 'contact', list: 'Contacts', id: 'ContactID', maxRows: 200 })

const Contact = WdName.extend({
  ...WdAddress.shape,
  ContactID: WdId,
  Email: OptionalText,
  // Written as the start of that day in an unknown zone; only the day counts.
  BirthDate: OptionalText.transform((stamp) => stamp?.slice(0, 10) ?? ''),
  DateAdded: WdOptionalInstant,
  DateModified: WdOptionalInstant,
})

const contacts = (account: WineDirectAccount) =>
  declareStream({
    name: 'contacts',
    tables: ['customers'],
    ...readChanges(account, CONTACTS, 'customers'),
    schema: Contact,
    rows: (contact) => [
      customerRow({
        id: contact.ContactID,
        updated: contact.DateModified,
        name: formatName(contact),
        email: contact.Email,
        address: addressColumns(contact),
        birth: isLocalDay(contact.BirthDate) ? contact.BirthDate : null,
        since: contact.DateAdded,
      }),
    ],
    sample: { label: 'Customers', fetch: sampleSearch(account.api, CONTACTS), nameOf: formatName },
  })

const CLUBS = searchById({ service: 'club', list: 'Clubs', id: 'ClubID', maxRows: 200 })

const clubs = ({ api }: WineDirectAccount) =>
  declareStream({
    name: 'clubs',
    ...readWhole(api, CLUBS),
    schema: z.object({ ClubID: WdId, ClubName: WdId, DateModified: WdOptionalInstant }),
    rows: ({ ClubID: id, ClubName: name, DateModified: updated }) => [utcRow('clubs', { id, updated, name })],
    sample: { fetch: sampleSearch(api, CLUBS), nameOf: ({ ClubName }) => ClubName },
  })

const MEMBERSHIPS = searchById({ service: 'club', list: 'ClubMemberships', id: 'ClubMembershipID', maxRows: 200 })

const Membership = WdName.omit({ Company: true }).extend({
  ClubMembershipID: WdId,
  ...each(OptionalText, 'ClubID', 'ClubName', 'ContactID', 'CurrentMembershipStatus', 'CancellationReason'),
  ...each(OptionalText, 'SalesAssociate', 'SourceCode'),
  SignupDate: WdInstant,
  CancelDate: WdOptionalInstant,
  IsPickup: WdFlag,
  DateModified: WdOptionalInstant,
})

// A membership may be canceled without a date, and holds have no dates on this platform.
const membershipRows = (membership: z.output<typeof Membership>): CanonicalRow[] => {
  const status = MEMBERSHIP_STATUSES.read(membership.CurrentMembershipStatus)
  return [
    utcRow('memberships', {
      id: membership.ClubMembershipID,
      updated: membership.DateModified,
      club_source_id: membership.ClubID,
      club_name: membership.ClubName,
      customer_source_id: membership.ContactID,
      customer_name: formatName({ ...membership, Company: null }),
      status,
      status_raw: membership.CurrentMembershipStatus,
      signup: membership.SignupDate,
      // A future date does not cancel yet.
      cancelled: status === 'cancelled' ? membership.CancelDate : null,
      cancellation_reason: membership.CancellationReason,
      acquisition_channel: membership.SourceCode,
      team_member: membership.SalesAssociate,
      delivery_method: membership.IsPickup ? 'pickup' : 'ship',
    }),
  ]
}

const memberships = (account: WineDirectAccount) =>
  declareStream({
    name: 'memberships',
    title: 'Club memberships',
    ...readChanges(account, MEMBERSHIPS, 'memberships'),
    schema: Membership,
    rows: membershipRows,
    sample: {
      label: 'Memberships',
      fetch: sampleSearch(account.api, MEMBERSHIPS),
      nameOf: ({ ClubName, LastName }) => joinNames(ClubName, LastName),
      codes: {
        CurrentMembershipStatus: [({ CurrentMembershipStatus }) => CurrentMembershipStatus, MEMBERSHIP_STATUSES],
      },
    },
  })

/** Permissions are granted by service. The connection test says so; a sync needs all of them. */
const withPermission = (name: string, stream: DeclaredStream): DeclaredStream => ({
  ...stream,
  explain: (error) =>
    isPlatformRefusal(error) ? `This web service account doesn’t have permission to read ${name}` : null,
})

/** Everything but orders, in reading order. */
export const listStreams = (account: WineDirectAccount): DeclaredStream[] => [
  withPermission('products', products(account)),
  withPermission('stock', inventory(account)),
  withPermission('contacts', contacts(account)),
  withPermission('clubs', clubs(account)),
  withPermission('club memberships', memberships(account)),
]
