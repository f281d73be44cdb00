import type { CanonicalRecord } from '#domain/canonical/record.ts'
import type { CanonicalTable } from '#domain/canonical/tables.ts'

const absent = { source_updated: null, time_basis: 'utc' } as const

const order: CanonicalRecord<'orders'> = {
  ...absent,
  source_id: 'o1',
  order_number: '1',
  ordered: Date.UTC(2026, 4, 4, 20),
  channel: 'pos',
  channel_raw: null,
  order_type: 'regular',
  order_type_raw: null,
  payment_status: 'paid',
  payment_status_raw: null,
  fulfillment_status: 'fulfilled',
  fulfillment_status_raw: null,
  delivery_method: 'carry_out',
  delivery_method_raw: null,
  compliance_status: null,
  refund_of_source_id: null,
  external_vendor: null,
  customer_source_id: null,
  customer_name: null,
  team_member: null,
  club_source_id: null,
  club_name: null,
  release_source_id: null,
  release_name: null,
  city: null,
  state: null,
  country: null,
  postal_code: null,
  requested_ship: null,
  currency: 'USD',
  subtotal: 0,
  discount: 0,
  shipping: 0,
  tax: 0,
  tip: 0,
  total: 0,
  is_refund: false,
}

const line: CanonicalRecord<'order_lines'> = {
  ...absent,
  source_id: 'o1/1',
  order_source_id: 'o1',
  line_id: '1',
  line_number: 1,
  sku: 'PN-19',
  product_source_id: null,
  product_title: 'Pinot Noir',
  category: null,
  brand: null,
  vintage: null,
  varietal: null,
  item_kind: 'wine',
  item_kind_raw: null,
  quantity: 1,
  unit_price: null,
  discount: 0,
  amount: 1000,
}

const membership: CanonicalRecord<'memberships'> = {
  ...absent,
  source_id: 'm1',
  club_source_id: null,
  club_name: 'Reserve',
  customer_source_id: 'c1',
  customer_name: null,
  status: 'active',
  status_raw: null,
  signup: Date.UTC(2026, 4, 4, 20),
  cancelled: null,
  cancellation_reason: null,
  acquisition_channel: null,
  team_member: null,
  delivery_method: null,
}

const reservation: CanonicalRecord<'reservations'> = {
  ...absent,
  source_id: 'r1',
  reserved: Date.UTC(2026, 4, 4, 20),
  experience: 'Tasting',
  status: 'closed_out',
  status_raw: null,
  channel: null,
  guests: 2,
  trade_guests: null,
  customer_source_id: null,
  team_member: null,
  order_source_id: null,
  external_vendor: null,
}

type Changes<T extends CanonicalTable> = Partial<CanonicalRecord<T>>

/** Valid canonical rows; a test sets only the fields it is about. */
export const orderRow = (changes: Changes<'orders'> = {}): CanonicalRecord<'orders'> => ({ ...order, ...changes })

/** The line's key follows from its order and its place. */
export const lineRow = (changes: Changes<'order_lines'> = {}): CanonicalRecord<'order_lines'> => {
  const { order_source_id = 'o1', line_number = 1 } = changes
  const keys = { source_id: `${order_source_id}/${line_number}`, line_id: String(line_number) }
  return { ...line, ...keys, ...changes }
}

export const membershipRow = (changes: Changes<'memberships'> = {}): CanonicalRecord<'memberships'> => ({
  ...membership,
  ...changes,
})

export const reservationRow = (changes: Changes<'reservations'> = {}): CanonicalRecord<'reservations'> => ({
  ...reservation,
  ...changes,
})

export const customerRow = (changes: Changes<'customers'> = {}): CanonicalRecord<'customers'> => ({
  ...absent,
  source_id: 'c1',
  name: 'Ada',
  email: null,
  city: null,
  state: null,
  country: null,
  postal_code: null,
  birth: null,
  since: null,
  lifetime_value_seed: null,
  currency: null,
  ...changes,
})

export const productRow = (changes: Changes<'products'> = {}): CanonicalRecord<'products'> => ({
  ...absent,
  source_id: 'p1',
  sku: null,
  title: 'Estate Pinot Noir',
  category: null,
  brand: null,
  vintage: null,
  varietal: null,
  item_kind: 'wine',
  price: null,
  cost: null,
  currency: null,
  ...changes,
})
