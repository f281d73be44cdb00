import { createHash } from 'node:crypto'
import type { CanonicalRecord } from '#domain/canonical/record.ts'
import type { CanonicalRow } from '../../kit/connector.ts'
import {
  type CheckSeed,
  checkSums,
  counted,
  type EmployeeSeed,
  type GuestSeed,
  type ItemSeed,
  type OrderSeed,
  type ProductSeed,
  sum,
} from './seeds.fixture.ts'
import { CENTER, type Winery } from './winery.fixture.ts'

type Order = CanonicalRecord<'orders'>
type Line = CanonicalRecord<'order_lines'>

const expectedGuestId = ({ guid, email }: GuestSeed): string | null => {
  if (guid !== null || email === null) return guid
  return `guest-${createHash('sha256').update(email.toLowerCase()).digest('hex').slice(0, 24)}`
}

const nameOf = ({ first, last }: GuestSeed): string => `${first} ${last}`.trim()

const staffName = ({ first, chosen, last }: EmployeeSeed): string => `${chosen ?? first} ${last}`

const productRow = (product: ProductSeed): CanonicalRow => ({
  table: 'products',
  row: {
    source_id: product.guid,
    source_updated: null,
    time_basis: 'utc',
    sku: product.sku ?? product.plu,
    title: product.name,
    category: product.category ?? (product.group || null),
    brand: null,
    vintage: product.vintage,
    varietal: null,
    item_kind: product.kind,
    price: product.cents,
    cost: null,
    currency: 'USD',
  },
})

const employeeRow = (employee: EmployeeSeed): CanonicalRow => ({
  table: 'team_members',
  row: { source_id: employee.guid, source_updated: employee.modified, time_basis: 'utc', name: staffName(employee) },
})

const CHANNELS: Readonly<Record<string, string>> = {
  'In Store': 'pos',
  Kiosk: 'pos',
  Online: 'web',
  'Branded Online Ordering': 'web',
  // Its dining option names the program that sent it.
  API: 'marketplace',
}
const METHODS: Readonly<Record<string, string>> = { DINE_IN: 'carry_out', TAKE_OUT: 'pickup', DELIVERY: 'ship' }

const live = ({ isVoided, checks }: OrderSeed): CheckSeed[] =>
  isVoided ? [] : checks.filter((check) => !check.isVoided)

const isRefused = ({ approval }: OrderSeed): boolean => approval === 'NOT_APPROVED'

const expectedStatus = (order: OrderSeed) => {
  const checks = live(order)
  if (checks.length === 0) return { payment: 'cancelled', raw: 'VOIDED' }
  if (isRefused(order)) return { payment: 'cancelled', raw: 'NOT_APPROVED' }
  const open = checks.find(({ state }) => state === 'OPEN')
  return { payment: open ? 'pending' : 'paid', raw: open?.state ?? checks[0]?.state ?? null }
}

const fulfillmentOf = (order: OrderSeed): string => {
  if (live(order).length === 0 || isRefused(order)) return 'not_required'
  if (order.approval === 'FUTURE') return 'unfulfilled'
  if (order.option.behavior !== 'DELIVERY') return 'not_required'
  return live(order).every(({ state }) => state === 'CLOSED') ? 'fulfilled' : 'unfulfilled'
}

interface Piece {
  readonly id: string
  readonly product: ProductSeed | null
  readonly title: string
  readonly raw: string | null
  readonly quantity: number
  readonly discount: number
  readonly amount: number
}

const itemPiece = ({ guid, product, quantity, gross, discount }: ItemSeed): Piece => ({
  id: guid,
  product,
  title: product.name,
  raw: product.category,
  quantity,
  discount,
  amount: gross - discount,
})

const pieces = ({ items, charges }: CheckSeed): Piece[] => [
  ...items
    .filter(({ isVoided }) => !isVoided)
    .flatMap((item): Piece[] => {
      const { modifier } = item
      if (modifier === null) return [itemPiece(item)]
      const { product, cents } = modifier
      const added = {
        id: modifier.guid,
        product,
        title: product.name,
        raw: null,
        quantity: 0,
        discount: 0,
        amount: cents,
      }
      return [itemPiece(item), added]
    }),
  ...charges
    .filter(({ use }) => use === 'fee')
    .map(({ guid, name, cents }) => ({
      id: guid,
      product: null,
      title: name,
      raw: 'SERVICE_CHARGE',
      quantity: 0,
      discount: 0,
      amount: cents,
    })),
]

const expectedLine = (piece: Piece, order: Order, index: number, direction: 1 | -1): CanonicalRow => {
  const { product } = piece
  const turned = (value: number): number => (value === 0 ? 0 : value * direction)
  const isKnown = product !== null && !product.isOffMenu
  const row: Line = {
    source_id: `${order.source_id}/${piece.id}`,
    source_updated: order.source_updated,
    time_basis: 'utc',
    order_source_id: order.source_id,
    line_id: piece.id,
    line_number: index + 1,
    sku: isKnown ? (product.sku ?? product.plu) : null,
    product_source_id: product?.guid ?? null,
    product_title: piece.title,
    category: product === null ? null : (product.category ?? (product.group || null)),
    brand: null,
    vintage: isKnown ? product.vintage : null,
    varietal: null,
    item_kind: product?.kind ?? 'other',
    item_kind_raw: isKnown || product === null ? piece.raw : null,
    quantity: turned(piece.quantity),
    unit_price:
      piece.quantity === 0
        ? null
        : Math.round(((piece.amount + piece.discount) / 100 / piece.quantity) * 10_000) / 10_000,
    discount: turned(piece.discount),
    amount: turned(piece.amount),
  }
  return { table: 'order_lines', row }
}

const sums = (order: OrderSeed) => {
  const of = live(order).map(checkSums)
  const tip = sum(of, ({ gratuity, tips }) => gratuity + tips)
  const goods = sum(of, (check) => check.goods + check.fees)
  const tax = sum(of, (check) => check.tax + check.donations)
  const shipping = sum(of, ({ delivery }) => delivery)
  return { tip, goods, tax, shipping, total: goods + tax + shipping + tip }
}

const orderRow = (order: OrderSeed, parts: readonly Piece[]): Order => {
  const { goods, tip, tax, shipping, total } = sums(order)
  const discount = sum(parts, (piece) => piece.discount)
  const { payment, raw } = expectedStatus(order)
  const named = live(order).flatMap(({ guest }) => (guest && expectedGuestId(guest) !== null ? [guest] : []))
  const [guest] = named
  return {
    source_id: order.guid,
    source_updated: order.modified,
    time_basis: 'utc',
    order_number: order.number,
    ordered: counted(order.opened),
    channel: CHANNELS[order.source] ?? 'other',
    channel_raw: order.source,
    order_type: total !== 0 || payment === 'cancelled' ? 'regular' : 'no_charge',
    order_type_raw: null,
    payment_status: payment,
    payment_status_raw: raw,
    fulfillment_status: fulfillmentOf(order),
    fulfillment_status_raw: order.approval,
    delivery_method: METHODS[order.option.behavior] ?? 'other',
    delivery_method_raw: order.option.name,
    compliance_status: null,
    refund_of_source_id: null,
    external_vendor: null,
    customer_source_id: guest ? expectedGuestId(guest) : null,
    customer_name: guest ? nameOf(guest) : null,
    team_member: order.server ? staffName(order.server) : null,
    team_member_source_id: order.server?.guid ?? null,
    club_source_id: null,
    club_name: null,
    release_source_id: null,
    release_name: null,
    city: order.option.behavior === 'DELIVERY' ? 'Boston' : null,
    state: order.option.behavior === 'DELIVERY' ? 'MA' : null,
    country: null,
    postal_code: order.option.behavior === 'DELIVERY' ? '02215' : null,
    requested_ship: null,
    currency: 'USD',
    subtotal: goods + discount,
    discount,
    shipping,
    tax,
    tip,
    total,
    is_refund: false,
  }
}

const minus = (cents: number): number => (cents === 0 ? 0 : -cents)

/** Refunds of an order: by an item, of everything, or of some money. */
const refundRows = (order: OrderSeed, sale: Order, parts: readonly Piece[]): CanonicalRow[] => {
  const payments = live(order).flatMap((check) => check.payments)
  const [payment] = payments.filter(({ refund }) => refund !== null)
  const refund = payment?.refund
  if (!payment || !refund) return []
  const given = payments.flatMap((one) => (one.refund ? [one.refund] : []))
  const total = sum(given, ({ cents, tipCents }) => cents + tipCents)
  const item = live(order)
    .flatMap(({ items }) => items)
    .find(({ returned }) => returned === refund.transaction)
  const isWhole = item === undefined && sum(given, ({ cents }) => cents) === sum(payments, ({ cents }) => cents)
  const added = item?.modifier?.cents ?? 0
  // A share is the rounded share of all parts up to this one, less that of the parts before it.
  const paid = sum(payments, ({ cents }) => cents)
  let before = 0
  const share = (cents: number): number => {
    const given = Math.round((before * total) / paid)
    before += cents
    return Math.round((before * total) / paid) - given
  }
  const shares = parts.map((piece) => ({
    ...piece,
    quantity: 0,
    discount: Math.round((piece.discount * total) / paid),
    amount: share(piece.amount),
  }))
  const shared = { shipping: share(sale.shipping), tax: share(sale.tax) }
  const back: readonly Piece[] = item
    ? [{ ...itemPiece(item), discount: 0, amount: item.gross - item.discount + added }]
    : isWhole
      ? parts
      : shares.filter(({ amount }) => amount !== 0)
  const discount = sum(back, (piece) => piece.discount)
  const tax = item ? item.tax : isWhole ? sale.tax : shared.tax
  const ofMoney = item || isWhole ? 0 : shared.shipping
  const tip = item || isWhole ? 0 : total - sum(back, ({ amount }) => amount) - ofMoney - tax
  const row: Order = {
    ...sale,
    source_id: `${order.guid}:${payment.guid}`,
    order_number: `${order.number}-R1`,
    ordered: counted(refund.at),
    order_type: 'refund',
    fulfillment_status: 'not_required',
    fulfillment_status_raw: null,
    refund_of_source_id: order.guid,
    subtotal: minus(sum(back, ({ amount }) => amount) + discount),
    discount: minus(discount),
    shipping: minus(isWhole ? sale.shipping : ofMoney),
    tax: minus(tax),
    tip: minus(isWhole ? sale.tip : tip),
    total: minus(total),
    is_refund: true,
  }
  return [{ table: 'orders', row }, ...back.map((piece, index) => expectedLine(piece, row, index, -1))]
}

const customerRows = (order: OrderSeed): CanonicalRow[] =>
  live(order).flatMap(({ guest }): CanonicalRow[] => {
    const id = guest ? expectedGuestId(guest) : null
    if (!guest || id === null) return []
    return [
      {
        table: 'customers',
        row: {
          source_id: id,
          source_updated: null,
          time_basis: 'utc',
          name: nameOf(guest),
          email: guest.email,
          city: null,
          state: null,
          country: null,
          postal_code: null,
          birth: null,
          since: null,
          lifetime_value_seed: null,
          currency: null,
        },
      },
    ]
  })

const VISITS: Readonly<Record<string, string>> = { paid: 'closed_out', cancelled: 'cancelled', pending: 'checked_in' }

const visitRows = (order: OrderSeed, row: Order): CanonicalRow[] => {
  if (!order.hasTable) return []
  return [
    {
      table: 'reservations',
      row: {
        source_id: order.guid,
        source_updated: order.modified,
        time_basis: 'utc',
        reserved: counted(order.opened),
        experience: order.hasCenter ? CENTER.name : order.option.name,
        status: VISITS[row.payment_status] ?? 'other',
        status_raw: row.payment_status_raw,
        channel: row.channel,
        guests: order.guests,
        trade_guests: null,
        customer_source_id: row.customer_source_id,
        team_member: row.team_member,
        team_member_source_id: order.server?.guid ?? null,
        order_source_id: order.guid,
        external_vendor: null,
      },
    },
  ]
}

/** The rows of a winery's seeds, in cents and by its own arithmetic. */
export const expectedRows = ({ seeds }: Winery): CanonicalRow[] => {
  const rows: CanonicalRow[] = [
    ...seeds.products.filter(({ isOffMenu }) => !isOffMenu).map(productRow),
    ...seeds.employees.map(employeeRow),
  ]
  const customers = new Map<string, CanonicalRow>()
  for (const order of seeds.orders) {
    if (order.isNoSale !== null) continue
    if (order.isDeleted) continue
    for (const customer of customerRows(order)) customers.set(customer.row.source_id, customer)
    const parts = live(order).flatMap(pieces)
    const row = orderRow(order, parts)
    rows.push({ table: 'orders', row }, ...parts.map((piece, index) => expectedLine(piece, row, index, 1)))
    rows.push(...refundRows(order, row, parts), ...visitRows(order, row))
  }
  return [...rows, ...customers.values()]
}
