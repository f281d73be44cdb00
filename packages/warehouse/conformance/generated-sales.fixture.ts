import fc from 'fast-check'
import type { CanonicalRecord } from '#domain/canonical/record.ts'
import { CHANNELS, DELIVERY_METHODS, FULFILLMENT_STATUSES, ITEM_KINDS, ORDER_TYPES } from '#domain/commerce.ts'
import type { CustomFieldRecord, CustomFieldType } from '#domain/custom-fields.ts'
import { customerRow, lineRow, orderRow } from '../duckdb/sample-rows.fixture.ts'
import { amount, localDay, name, quantity, STAFF, timestamp } from './generated-values.fixture.ts'
import { CUSTOM_FIELDS } from './reference/custom-fields.ts'
import { WRITTEN_CODES } from './reference/own-codes.ts'

const CUSTOMERS = ['c1', 'c2', 'c3', 'c4', 'C1', 'nobody']
const PRODUCTS = ['p1', 'p2', 'p3', 'unknown']

export const customerId = fc.constantFrom(null, ...CUSTOMERS)

/** Unique within a service, where two of them differ by case only; every service has the same ones. */
export const idAt = (prefix: string, index: number): string =>
  index % 8 === 7 ? `${prefix.toUpperCase()}${index}` : `${prefix}${index % 8 === 6 ? index + 1 : index}`

const customText: Readonly<Record<CustomFieldType, fc.Arbitrary<string | null>>> = {
  text: name,
  number: fc.constantFrom('0', '-1', '2.5', '0.000001', '123456.789', '99999999', '-0.29'),
  money: fc.oneof(amount.map(String), fc.constantFrom('-1', '-99999')),
  date: fc.oneof(localDay, fc.constantFrom('1970-01-01', '2024-02-29', '2199-12-31')),
  boolean: fc.constantFrom('true', 'false'),
}

/** JSON of the record's custom fields; null where it has none of them. */
const customOf = (record: CustomFieldRecord): fc.Arbitrary<string | null> => {
  const fields = CUSTOM_FIELDS.filter((field) => field.record === record)
  const values = fields.map(({ key, type }) => [key, fc.option(customText[type], { freq: 3 })] as const)
  return fc.record(Object.fromEntries(values)).map((written) => {
    const present = Object.entries(written).filter(([, value]) => value !== null && value !== '')
    return present.length === 0 ? null : JSON.stringify(Object.fromEntries(present))
  })
}

/** What the source wrote where there is a code. */
const written = fc.constantFrom(...WRITTEN_CODES)

const line = fc.record({
  sku: fc.constantFrom(null, '', 'PN-19', 'pn-19', 'CH-20', 'TST'),
  product_source_id: fc.constantFrom(null, ...PRODUCTS),
  product_title: name,
  category: fc.constantFrom(null, '', 'Wine', 'wine', 'Tasting'),
  brand: name,
  vintage: fc.constantFrom(null, '2019', '2020', 'NV'),
  varietal: fc.constantFrom(null, 'Pinot Noir', 'Chardonnay'),
  item_kind_raw: written,
  item_kind: fc.oneof(fc.constant('wine' as const), fc.constantFrom(...ITEM_KINDS)),
  quantity,
  unit_price: fc.oneof(fc.constant(null), fc.constantFrom(0, 0.0001, 12.3456, 19.99, 48)),
  discount: amount,
  amount,
  cost: fc.option(amount, { freq: 3 }),
  custom: customOf('order_lines'),
})

const order = fc.record({
  when: timestamp,
  order_number: fc.constantFrom('1', '1', '2', '10', ''),
  channel: fc.oneof(fc.constantFrom('pos' as const, 'club' as const), fc.constantFrom(...CHANNELS)),
  order_type: fc.constantFrom(...ORDER_TYPES),
  payment_status: fc.oneof(
    { weight: 5, arbitrary: fc.constant('paid') },
    { weight: 1, arbitrary: fc.constantFrom('authorized', 'cancelled', 'pending', 'other') },
  ),
  fulfillment_status: fc.constantFrom(...FULFILLMENT_STATUSES),
  delivery_method: fc.constantFrom(...DELIVERY_METHODS),
  channel_raw: written,
  order_type_raw: written,
  fulfillment_status_raw: written,
  compliance_status: fc.constantFrom(null, '', 'Compliant', 'compliant', 'Quarantined', 'Void'),
  customer_source_id: customerId,
  customer_name: name,
  team_member: name,
  team_member_source_id: fc.constantFrom(...STAFF),
  club_name: fc.constantFrom(null, '', 'Estate', 'estate'),
  release: fc.constantFrom(null, 'rel1', 'rel2', 'gone'),
  state: fc.constantFrom(null, '', 'CA', 'ca', 'NY'),
  country: fc.constantFrom(null, '', 'US', 'usa', 'DE'),
  city: name,
  postal_code: fc.constantFrom(null, '', '94558', '94558-1234', ' 945581234', '9455', '94558-12', 'SW1A 1AA'),
  location: fc.constantFrom(null, '', 'Barn', 'barn', 'Main Street'),
  requested_ship: fc.option(localDay),
  refund_of_source_id: fc.option(fc.integer({ min: 0, max: 39 }).map((index) => idAt('o', index))),
  currency: fc.constantFrom('USD', 'USD', 'USD', 'USD', 'USD', 'EUR', 'EUR', 'JPY'),
  subtotal: amount,
  discount: amount,
  shipping: amount,
  tax: amount,
  tip: amount,
  is_refund: fc.constantFrom(false, false, false, false, true),
  custom: customOf('orders'),
  lines: fc.array(line, { maxLength: 4 }),
})

type Drawn<A> = A extends fc.Arbitrary<infer T> ? T : never

const signed = (value: number, isRefund: boolean): number => (isRefund && value !== 0 ? -value : value)

const orderRows = (drawn: Drawn<typeof order>, id: string) => {
  const { when, lines, release, is_refund, ...given } = drawn
  const total = given.subtotal - given.discount + given.shipping + given.tax + given.tip
  const own = orderRow({
    ...given,
    source_id: id,
    ordered: when.at,
    time_basis: when.basis,
    is_refund,
    release_source_id: release,
    release_name: release && `Release ${release}`,
    subtotal: signed(given.subtotal, is_refund),
    tip: signed(given.tip, is_refund),
    total: signed(total, is_refund),
  })
  return { order: own, lines: lines.map((one, index) => lineRows(one, id, index + 1, is_refund)) }
}

const lineRows = (drawn: Drawn<typeof line>, orderId: string, index: number, isRefund: boolean) =>
  lineRow({
    ...drawn,
    order_source_id: orderId,
    line_number: index,
    quantity: signed(drawn.quantity, isRefund),
    amount: signed(drawn.amount, isRefund),
    cost: drawn.cost === null ? null : signed(drawn.cost, isRefund),
  })

const customer = fc.record({
  when: fc.option(timestamp),
  name,
  email: fc.constantFrom(null, '', 'ana@example.com', 'ANA@example.com'),
  city: name,
  state: fc.constantFrom(null, '', 'CA', 'NY'),
  country: fc.constantFrom(null, 'US', 'FR'),
  postal_code: fc.constantFrom(null, '', '94558', '02134'),
  customer_group: fc.constantFrom(null, '', 'Gold', 'gold', 'Trade'),
  birth: fc.constantFrom(
    null,
    '1925-03-11',
    '1925-03-10',
    '1926-03-10',
    '1956-03-10',
    '1956-03-11',
    '1990-01-01',
    '2005-03-10',
    '2005-03-11',
    '2004-02-29',
    '2020-05-05',
  ),
  lifetime_value_seed: fc.constantFrom(null, 0, 12_345),
  currency: fc.constantFrom(null, 'USD', 'USD', 'EUR'),
  custom: customOf('customers'),
})

const customerRows = ({ when, ...given }: Drawn<typeof customer>, id: string) =>
  customerRow({ ...given, source_id: id, since: when?.at ?? null, time_basis: when?.basis ?? 'utc' })

const product = fc.record({
  sku: fc.constantFrom(null, '', 'PN-19', 'CH-20'),
  title: name.map((one) => one ?? 'Untitled'),
  category: fc.constantFrom(null, 'Wine'),
  brand: name,
  vintage: fc.constantFrom(null, '2019'),
  varietal: fc.constantFrom(null, 'Pinot Noir'),
  price: fc.option(amount),
  cost: fc.option(amount),
  currency: fc.constantFrom(null, 'USD', 'EUR'),
  custom: customOf('products'),
})

const productRow = (given: Drawn<typeof product>, id: string): CanonicalRecord<'products'> => ({
  source_id: id,
  source_updated: null,
  time_basis: 'utc',
  item_kind: 'wine',
  ...given,
})

/** Both sides of the first and the last of ninety days, and a day that the next month lacks: chance seldom draws them. */
const EDGE_SALES = [
  '2025-12-10 23:59:59',
  '2025-12-11 00:00:00',
  '2026-03-10 23:59:59',
  '2026-03-11 00:00:00',
  '2026-01-31 12:00:00',
].map((ordered, index) => ({
  order: orderRow({ source_id: `edge${index}`, time_basis: 'local', ordered, subtotal: 1000, total: 1000 }),
  lines: [lineRow({ order_source_id: `edge${index}`, sku: 'PN-19', quantity: 2 ** index })],
}))

/** Includes lines without their order. */
export const sales = fc
  .record({
    orders: fc.array(order, { minLength: 20, maxLength: 40, size: 'max' }),
    strays: fc.array(line, { maxLength: 1 }),
    customers: fc.array(customer, { minLength: CUSTOMERS.length - 1, maxLength: CUSTOMERS.length - 1 }),
    products: fc.array(product, { minLength: PRODUCTS.length - 1, maxLength: PRODUCTS.length - 1 }),
  })
  .map(({ orders, strays, customers, products }) => {
    const rows = [...orders.map((one, index) => orderRows(one, idAt('o', index))), ...EDGE_SALES]
    return {
      orders: rows.map((one) => one.order),
      order_lines: [
        ...rows.flatMap(({ lines }) => lines),
        ...strays.map((one, index) => lineRows(one, 'stray', index + 1, false)),
      ],
      customers: customers.map((one, place) => customerRows(one, CUSTOMERS[place] ?? '')),
      products: products.map((one, place) => productRow(one, PRODUCTS[place] ?? '')),
    }
  })
