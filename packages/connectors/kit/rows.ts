import { createHash } from 'node:crypto'
import type { CanonicalRecord } from '#domain/canonical/record.ts'
import type { CanonicalTable } from '#domain/canonical/tables.ts'
import type { ItemKind } from '#domain/commerce.ts'
import type { CanonicalRow } from './connector.ts'

type Placed = 'source_id' | 'source_updated' | 'time_basis'

export type UtcColumns<Table extends CanonicalTable> = Omit<CanonicalRecord<Table>, Placed> & {
  readonly id: string
  /** epoch milliseconds; null: unknown */
  readonly updated: number | null
}

/** A row; on platforms whose times are in UTC. */
export const utcRow = <Table extends CanonicalTable>(
  table: Table,
  { id, updated, ...columns }: UtcColumns<Table>,
): CanonicalRow =>
  ({ table, row: { source_id: id, source_updated: updated, time_basis: 'utc', ...columns } }) as unknown as CanonicalRow

interface PersonName {
  readonly first_name: string | null
  readonly last_name: string | null
  readonly company: string | null
}

/** Those that are given, in their order; null: none is. */
export const joinNames = (...names: readonly (string | null | undefined)[]): string | null =>
  names.filter(Boolean).join(' ') || null

/** First and last name, else the company; null: the record has none. */
export const personName = ({ first_name, last_name, company }: PersonName): string | null =>
  joinNames(first_name, last_name) ?? company

/** Columns of an address. */
export interface AddressColumns {
  readonly city: string | null
  readonly state: string | null
  readonly country: string | null
  readonly postal_code: string | null
}

export const NO_ADDRESS: AddressColumns = { city: null, state: null, country: null, postal_code: null }

type Customer = Pick<UtcColumns<'customers'>, 'id' | 'updated' | 'name' | 'email' | 'since' | 'customer_group'> &
  Partial<Pick<UtcColumns<'customers'>, 'birth'>> & { readonly address: AddressColumns | null }

/** The rows of one table. */
export const rowsOfTable = <Table extends CanonicalTable>(
  table: Table,
  rows: readonly CanonicalRow[],
): CanonicalRecord<Table>[] =>
  rows.flatMap((entry) => (entry.table === table ? [entry.row as CanonicalRecord<Table>] : []))

/** The row of a customer; on platforms that know nothing of earlier systems, and whose times are in UTC. */
export const customerRow = ({ address, ...columns }: Customer): CanonicalRow =>
  utcRow('customers', {
    birth: null,
    ...columns,
    ...(address ?? NO_ADDRESS),
    lifetime_value_seed: null,
    currency: null,
  })

/** A product as a catalog describes it; prices in minor units. */
export interface ProductFacts {
  readonly id: string
  /** epoch milliseconds */
  readonly updated: number | null
  readonly sku: string | null
  readonly title: string
  readonly category: string | null
  readonly brand?: string | null
  readonly vintage: string | null
  readonly varietal?: string | null
  readonly kind: ItemKind
  readonly price: number | null
  readonly cost: number | null
}

/** `2021 Estate Pinot Noir` with the option `Magnum` is `2021 Estate Pinot Noir - Magnum`. */
export const titleWithOptions = (title: string, options: readonly string[]): string =>
  options.length === 0 ? title : `${title} - ${options.join(', ')}`

/** The row of a product; on platforms whose times are in UTC. */
export const productRow = (product: ProductFacts, currency: string | null): CanonicalRow => {
  const { id, updated, sku, title, category, brand = null, vintage, varietal = null, kind, price, cost } = product
  const columns = { sku, title, category, brand, vintage, varietal, item_kind: kind, price, cost, currency }
  return utcRow('products', { id, updated, ...columns })
}

/** Units of a product that can be sold, at one place. */
interface StockFacts {
  readonly id: string
  /** epoch milliseconds */
  readonly updated: number | null
  readonly sku: string
  readonly title: string | null
  readonly location: string | null
  readonly onHand: number
  readonly available: number
  readonly reserved?: number | null
  readonly allocated?: number | null
}

/** The row of a stock; on platforms whose times are in UTC. */
export const stockRow = ({ title, onHand, reserved = null, allocated = null, ...columns }: StockFacts): CanonicalRow =>
  utcRow('inventory', { ...columns, product_title: title, on_hand: onHand, reserved, allocated })

const GUEST = 'guest-'
const ID_LENGTH = 24

/** A guest without an account is known by the email address; an ID in a URL doesn't show it. */
export const guestId = (email: string): string =>
  GUEST + createHash('sha256').update(email.trim().toLowerCase()).digest('hex').slice(0, ID_LENGTH)

export const isGuest = (customerId: string): boolean => customerId.startsWith(GUEST)
