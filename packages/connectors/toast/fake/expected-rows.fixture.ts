import type { CanonicalRow } from '../../kit/connector.ts'
import {
  expectedGuestId,
  expectedRow,
  type GivenLine,
  type Sold,
  sold,
  soldRows,
  sum,
  takenBack,
} from '../../kit/expected-rows.fixture.ts'
import { counted } from './business-days.fixture.ts'
import {
  CENTER,
  type CheckSeed,
  checkSums,
  type EmployeeSeed,
  type GuestSeed,
  type ItemSeed,
  LOCATIONS,
  type OrderSeed,
  type ProductSeed,
  type Winery,
} from './winery.fixture.ts'

const guestIdOf = ({ guid, email }: GuestSeed): string | null =>
  guid ?? (email === null ? null : expectedGuestId(email.toLowerCase()))

const nameOf = ({ first, last }: GuestSeed): string => `${first} ${last}`.trim()

const staffName = ({ first, chosen, last }: EmployeeSeed): string => `${chosen ?? first} ${last}`

const categoryOf = ({ category, group }: ProductSeed): string | null => category ?? (group || null)

const productRow = (product: ProductSeed): CanonicalRow =>
  expectedRow('products', {
    source_id: product.guid,
    sku: product.sku ?? product.plu,
    title: product.name,
    category: categoryOf(product),
    vintage: product.vintage,
    item_kind: product.kind,
    price: product.cents,
    currency: 'USD',
  })

const employeeRow = (employee: EmployeeSeed): CanonicalRow =>
  expectedRow('team_members', {
    source_id: employee.guid,
    source_updated: employee.modified,
    name: staffName(employee),
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

const soldItems = (order: OrderSeed): ItemSeed[] =>
  live(order).flatMap(({ items }) => items.filter(({ isVoided }) => !isVoided))

const toLine = ({ guid, product, quantity, gross, discount }: ItemSeed): GivenLine => {
  const { isOffMenu } = product
  return {
    line_id: guid,
    sku: isOffMenu ? null : (product.sku ?? product.plu),
    product_source_id: product.guid,
    product_title: product.name,
    category: categoryOf(product),
    vintage: isOffMenu ? null : product.vintage,
    item_kind: product.kind,
    item_kind_raw: isOffMenu ? null : product.category,
    quantity,
    unit_price: Math.round((gross / 100 / quantity) * 10_000) / 10_000,
    discount,
    amount: gross - discount,
  }
}

const guestColumns = (order: OrderSeed) => {
  const guest = live(order).find((check) => check.guest && guestIdOf(check.guest) !== null)?.guest
  return guest ? { customer_source_id: guestIdOf(guest), customer_name: nameOf(guest) } : {}
}

const saleOf = (order: OrderSeed): Sold => {
  const checks = live(order).map(checkSums)
  const { payment, raw } = expectedStatus(order)
  const given = {
    source_id: order.guid,
    source_updated: order.modified,
    order_number: order.number,
    ordered: counted(order.opened),
    channel: CHANNELS[order.source] ?? 'other',
    channel_raw: order.source,
    payment_status: payment,
    payment_status_raw: raw,
    fulfillment_status: fulfillmentOf(order),
    fulfillment_status_raw: order.approval,
    delivery_method: METHODS[order.option.behavior] ?? 'other',
    delivery_method_raw: order.option.name,
    ...guestColumns(order),
    team_member: order.server && staffName(order.server),
    team_member_source_id: order.server?.guid ?? null,
    location: `${LOCATIONS[order.location]?.name} – ${LOCATIONS[order.location]?.locationName}`,
    ...(order.option.behavior === 'DELIVERY' ? { city: 'Boston', state: 'MA', postal_code: '02215' } : {}),
    tax: sum(checks, ({ tax }) => tax),
    tip: sum(checks, ({ tips }) => tips),
  }
  const { row, lines } = sold(given, soldItems(order).map(toLine))
  return { row: { ...row, order_type: row.total !== 0 || payment === 'cancelled' ? 'regular' : 'no_charge' }, lines }
}

/** The refund of an order: of an item, or of everything. */
const refundRows = (order: OrderSeed, sale: Sold): CanonicalRow[] => {
  const payments = live(order).flatMap((check) => check.payments)
  const [payment] = payments.filter(({ refund }) => refund !== null)
  const refund = payment?.refund
  if (!payment || !refund) return []
  const changes = {
    source_id: `${order.guid}:${payment.guid}`,
    order_number: `${order.number}-R1`,
    ordered: counted(refund.at),
  }
  const item = soldItems(order).find(({ returned }) => returned === refund.transaction)
  if (item) {
    const back = toLine({ ...item, gross: item.gross - item.discount, discount: 0 })
    return soldRows(takenBack(sale, { ...changes, tax: item.tax }, [back]))
  }
  const { tax, tip } = sale.row
  return soldRows(takenBack(sale, { ...changes, tax, tip }, sale.lines))
}

const customerRows = (order: OrderSeed): CanonicalRow[] =>
  live(order).flatMap(({ guest }): CanonicalRow[] => {
    const source_id = guest && guestIdOf(guest)
    return guest && source_id ? [expectedRow('customers', { source_id, name: nameOf(guest), email: guest.email })] : []
  })

const VISITS: Readonly<Record<string, string>> = { paid: 'closed_out', cancelled: 'cancelled', pending: 'checked_in' }

const visitRows = (order: OrderSeed, { row }: Sold): CanonicalRow[] => {
  const { payment_status, payment_status_raw, channel, customer_source_id, team_member, team_member_source_id } = row
  const visit = {
    source_id: order.guid,
    source_updated: order.modified,
    reserved: counted(order.opened),
    experience: order.hasCenter ? CENTER.name : order.option.name,
    status: VISITS[payment_status] ?? 'other',
    status_raw: payment_status_raw,
    ...{ channel, customer_source_id, team_member, team_member_source_id: team_member_source_id ?? null },
    guests: order.guests,
    order_source_id: order.guid,
  }
  return order.hasTable ? [expectedRow('reservations', visit)] : []
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
    const sale = saleOf(order)
    rows.push(...soldRows(sale), ...refundRows(order, sale), ...visitRows(order, sale))
  }
  return [...rows, ...customers.values()]
}
