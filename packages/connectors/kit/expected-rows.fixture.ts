import { createHash } from 'node:crypto'
import type { CanonicalRecord } from '#domain/canonical/record.ts'
import { CANONICAL_TABLES, type CanonicalTable, type ColumnSpec } from '#domain/canonical/tables.ts'
import type { CanonicalRow } from './connector.ts'
import { rowsOfTable } from './rows.ts'

type Given<T extends CanonicalTable> = Partial<CanonicalRecord<T>> & { readonly source_id: string }
export type OrderRow = CanonicalRecord<'orders'>
export type LineRow = CanonicalRecord<'order_lines'>

/** A complete record; columns that are left out have no value. */
export const completeRow = <T extends CanonicalTable>(table: T, given: Given<T>): CanonicalRecord<T> => {
  const columns: [string, ColumnSpec][] = Object.entries(CANONICAL_TABLES[table].columns)
  const empty = columns.flatMap(([name, { derived, optional }]) => (derived || optional ? [] : [[name, null]]))
  return { ...Object.fromEntries(empty), source_updated: null, time_basis: 'utc', ...given }
}

/** A row that a synced warehouse must hold; columns that are left out have no value. */
export const expectedRow = <T extends CanonicalTable>(table: T, given: Given<T>): CanonicalRow =>
  ({ table, row: completeRow(table, given) }) as CanonicalRow

/** The ID of a customer without an account, whose email address is in lower case. */
export const expectedGuestId = (email: string): string =>
  `guest-${createHash('sha256').update(email).digest('hex').slice(0, 24)}`

/** An order's row with those of its lines. */
export interface Sold {
  readonly row: OrderRow
  readonly lines: readonly LineRow[]
}

export type GivenLine = Partial<LineRow> & Pick<LineRow, 'line_id' | 'amount'>

/** What a line of a product has of it. */
export const lineOfProduct = (product: CanonicalRecord<'products'>) => ({
  sku: product.sku,
  product_source_id: product.source_id,
  product_title: product.title,
  category: product.category,
  brand: product.brand,
  vintage: product.vintage,
  item_kind: product.item_kind,
  unit_price: (product.price ?? 0) / 100,
})

export const sum = <T>(items: readonly T[], amount: (item: T) => number): number =>
  items.reduce((total, item) => total + amount(item), 0)

export const minus = (value: number): number => (value === 0 ? 0 : -value)

/** A sale in dollars: its lines give the subtotal and the discount, and everything gives the total. */
export const sold = (given: Given<'orders'>, givenLines: readonly GivenLine[]): Sold => {
  const { shipping = 0, tax = 0, tip = 0, source_id, source_updated = null } = given
  const lines = givenLines.map((line, index) =>
    completeRow('order_lines', {
      item_kind: 'other',
      quantity: 0,
      discount: 0,
      ...line,
      source_id: `${source_id}/${line.line_id}`,
      source_updated,
      order_source_id: source_id,
      line_number: index + 1,
    }),
  )
  const discount = sum(lines, (line) => line.discount)
  const net = sum(lines, ({ amount }) => amount)
  const row = completeRow('orders', {
    order_type: 'regular',
    currency: 'USD',
    is_refund: false,
    ...given,
    shipping,
    tax,
    tip,
    subtotal: net + discount,
    discount,
    total: net + shipping + tax + tip,
  })
  return { row, lines }
}

export const negateLine = ({ cost, ...line }: GivenLine): GivenLine => ({
  ...line,
  quantity: minus(line.quantity ?? 0),
  discount: minus(line.discount ?? 0),
  amount: minus(line.amount),
  ...(cost ? { cost: minus(cost) } : {}),
})

/** A refund of a sale: `lines`, `shipping`, `tax` and `tip` are what is given back, as positive amounts. */
export const takenBack = ({ row }: Sold, changes: Given<'orders'>, lines: readonly GivenLine[]): Sold =>
  sold(
    {
      ...row,
      order_type: 'refund',
      fulfillment_status: 'not_required',
      fulfillment_status_raw: null,
      refund_of_source_id: row.source_id,
      is_refund: true,
      ...changes,
      shipping: minus(changes.shipping ?? 0),
      tax: minus(changes.tax ?? 0),
      tip: minus(changes.tip ?? 0),
    },
    lines.map(negateLine),
  )

export const soldRows = ({ row, lines }: Sold): CanonicalRow[] => [
  { table: 'orders', row },
  ...lines.map((line) => ({ table: 'order_lines' as const, row: line })),
]

/** What the parts of orders, and their lines, lack of what the orders come to; none where everything adds up. */
export const lackingAmounts = (rows: readonly CanonicalRow[]): number[] => {
  const lines = rowsOfTable('order_lines', rows)
  return rowsOfTable('orders', rows)
    .flatMap(({ source_id, subtotal, discount, shipping, tax, tip, total }) => {
      const own = lines.filter(({ order_source_id }) => order_source_id === source_id)
      const net = subtotal - discount
      return [total - (net + shipping + tax + tip), net - sum(own, ({ amount }) => amount)]
    })
    .filter((lacking) => lacking !== 0)
}
