import { expect, test } from 'vitest'
import type { FakeAnswer, FakeCall } from '../kit/fake-server.fixture.ts'
import type { MemorySink } from '../kit/memory-sink.fixture.ts'
import { setUpAnswers } from '../kit/sync-setup.fixture.ts'
import type { TestConnection } from '../kit/test-connection.fixture.ts'
import { commerce7Connector } from './commerce7.connector.ts'
import { openCommerce7 } from './commerce7-session.ts'
import { FAKE_SECRETS, FAKE_SETTINGS } from './fake-commerce7.fixture.ts'
import {
  DEPARTMENT,
  SETTING as DOCUMENTED_SETTING,
  INVENTORY,
  ITEM,
  MEMBERSHIP,
  ORDER,
  PRODUCT,
  TODAYS_ITEM,
  TODAYS_ORDER,
  VARIANT,
  VENDOR,
} from './samples.fixture.ts'

type Answers = Readonly<Record<string, object | ((call: FakeCall) => FakeAnswer)>>

const SETTING = { ...DOCUMENTED_SETTING, companyName: 'Spectra', timeZone: 'America/Vancouver', currency: 'CAD' }

const NO_RECORDS: Answers = {
  '/v1/order': { orders: [] },
  '/v1/customer': { customers: [] },
  '/v1/product': { products: [] },
  '/v1/inventory': { inventories: [] },
  '/v1/club': { clubs: [] },
  '/v1/club-membership': { clubMemberships: [] },
  '/v1/reservation': { reservations: [] },
}

const connect = async (answers: Answers): Promise<TestConnection & { sink: MemorySink; paths: () => string[] }> => {
  const all: Answers = { '/v1/setting': { settings: [SETTING], total: 1 }, ...NO_RECORDS, ...answers }
  const { fake, sink, ...setup } = await setUpAnswers({
    connector: commerce7Connector,
    open: openCommerce7,
    settings: FAKE_SETTINGS,
    secrets: FAKE_SECRETS,
    basePath: '/v1',
    answer: (call) => {
      const found = all[call.path]
      if (!found) return { status: 404, body: { statusCode: 404, type: 'notFound' } }
      return typeof found === 'function' ? found(call) : { body: found }
    },
  })
  return { ...setup.connect(), sink, paths: () => fake.server.calls.map(({ path }) => path) }
}

test.each([
  ['a list of one', { settings: [SETTING], total: 1 }],
  ['an object', SETTING],
])('reads currency and time zone of settings that come as %s', async (_form, setting) => {
  const { session } = await connect({ '/v1/setting': setting })
  expect(await session.test()).toMatchObject({ name: 'Spectra', timeZone: 'America/Vancouver', currency: 'CAD' })
})

test.each([
  ['has no currency', { settings: [{ ...SETTING, currency: null }] }, 'which currency the tenant sells in'],
  ['has no settings', { settings: [], total: 0 }, 'which currency the tenant sells in'],
  ['has an unknown currency', { settings: [{ ...SETTING, currency: 'dollars' }] }, 'is “dollars”'],
])('refuses a tenant that %s, instead of counting its amounts in the account’s', async (_what, setting, message) => {
  const { session, sink } = await connect({ '/v1/setting': setting })
  await expect(session.test()).rejects.toThrow(message)
  await expect(sink.sync(session, { streams: ['products'] })).rejects.toThrow(message)
})

test('reads inventory whose hasInventory is a number in lists', async () => {
  const inventories = [
    { ...INVENTORY, id: 'i1', hasInventory: 1, availableForSaleCount: 739, allocatedCount: 11 },
    { ...INVENTORY, id: 'i2', hasInventory: 0, availableForSaleCount: 5, allocatedCount: 0 },
    { ...INVENTORY, id: 'i3', hasInventory: true, availableForSaleCount: 2, allocatedCount: 0 },
    { ...INVENTORY, id: 'i4', hasInventory: 'often', availableForSaleCount: 2, allocatedCount: 0 },
  ]
  const { session, sink } = await connect({ '/v1/inventory': { inventories, total: 4 } })
  await sink.sync(session, { streams: ['inventory'] })
  expect(sink.rows().map(({ row }) => [row.source_id, Reflect.get(row, 'on_hand')])).toEqual([
    ['i1', 750],
    ['i3', 2],
  ])
  expect(sink.quarantined).toEqual([{ sourceId: 'i4', field: 'hasInventory', reason: expect.any(String) }])
})

const TITLES: Answers = {
  '/v1/department': { departments: [{ ...DEPARTMENT, id: PRODUCT.departmentId, title: 'Wine Product' }], total: 1 },
  '/v1/vendor': { vendors: [{ ...VENDOR, title: 'Spectra Winery' }], total: 1 },
}

test('finds the titles of departments and vendors that products name by ID', async () => {
  const { session, sink } = await connect({
    ...TITLES,
    '/v1/product': { products: [{ ...PRODUCT, vendorId: VENDOR.id }] },
    '/v1/order': { orders: [ORDER] },
  })
  await sink.sync(session, { streams: ['products', 'orders'] })
  for (const [table, id] of [
    ['products', VARIANT.id],
    ['order_lines', `${ORDER.id}/${ITEM.id}`],
  ] as const)
    expect(sink.row(table, id)?.row).toMatchObject({ category: 'Wine Product', brand: 'Spectra Winery' })
})

test('reads products without permission for departments and vendors, and says so', async () => {
  const { session, sink } = await connect({
    '/v1/department': () => ({ status: 403, body: {} }),
    '/v1/vendor': () => ({ status: 401, body: {} }),
    '/v1/product': { products: [{ ...PRODUCT, vendorId: VENDOR.id }] },
  })
  await sink.sync(session, { streams: ['products'] })
  expect(sink.row('products', VARIANT.id)?.row).toMatchObject({ category: null, brand: null, currency: 'CAD' })
  expect((await session.test()).warnings).toEqual([expect.stringContaining('Department and Vendor')])
})

test.each([
  ['regular', {}, { order_type: 'regular', order_type_raw: null, is_refund: false, subtotal: 5000 }],
  [
    'a refund when its total is negative',
    { previousOrderId: 'o0', subTotal: -4500, total: -5040, totalAfterTip: -5040 },
    { order_type: 'refund', is_refund: true, refund_of_source_id: 'o0', total: -5040 },
  ],
])('an order without a purchase type is %s', async (_type, changes, row) => {
  const { session, sink } = await connect({ ...TITLES, '/v1/order': { orders: [{ ...ORDER, ...changes }] } })
  await sink.sync(session, { streams: ['orders'] })
  expect(sink.row('orders', ORDER.id)?.row).toMatchObject({ ...row, currency: 'CAD' })
})

test('reads the documented order with all its fields', async () => {
  const { session, sink } = await connect({ '/v1/order': { orders: [ORDER], total: 1 } })
  await sink.sync(session, { streams: ['orders'] })
  expect(sink.quarantined).toEqual([])
  expect(sink.row('orders', ORDER.id)?.row).toMatchObject({
    order_number: '1248',
    ordered: Date.UTC(2018, 11, 4, 19, 10, 27, 905),
    channel: 'web',
    order_type: 'regular',
    payment_status: 'paid',
    fulfillment_status: 'unfulfilled',
    delivery_method: 'ship',
    customer_source_id: ORDER.customerId,
    customer_name: 'Ada Quill',
    city: 'Vancouver',
    state: 'BC',
    country: 'CA',
    postal_code: 'v6g0b6',
    requested_ship: null,
    currency: 'CAD',
    subtotal: 5000,
    discount: 500,
    shipping: 0,
    tax: 540,
    tip: 0,
    total: 5040,
  })
  expect(sink.row('order_lines', `${ORDER.id}/${ITEM.id}`)?.row).toMatchObject({
    sku: '2014-CS',
    category: 'Wine',
    item_kind: 'wine',
    quantity: 1,
    unit_price: 50,
    discount: 500,
    amount: 4500,
    cost: 700,
  })
})

test('reads an order as Commerce7 answers today, with its customer and associate, and no cost where none was entered', async () => {
  const selectedShippingOptions = { shippingServiceId: null, requestedShipDate: '2026-12-10' }
  const items = [TODAYS_ITEM, { ...TODAYS_ITEM, id: 'l2', costOfGood: 0 }]
  const { session, sink } = await connect({
    '/v1/order': { orders: [{ ...TODAYS_ORDER, items, billTo: null, selectedShippingOptions }] },
    '/v1/product': { products: [{ ...PRODUCT, variants: [VARIANT, { ...VARIANT, id: 'v2', costOfGood: 0 }] }] },
  })
  await sink.sync(session, { streams: ['orders', 'products'] })
  const { id, customer, salesAssociate } = TODAYS_ORDER
  expect(sink.row('orders', id)?.row).toMatchObject({
    channel: 'pos',
    order_type_raw: 'Regular',
    delivery_method: 'carry_out',
    customer_source_id: customer.id,
    customer_name: `${customer.firstName} ${customer.lastName}`,
    team_member: salesAssociate.name,
    city: null,
    requested_ship: '2026-12-10',
  })
  expect(sink.row('order_lines', `${id}/${TODAYS_ITEM.id}`)?.row).toMatchObject({ cost: 700 })
  expect(sink.row('order_lines', `${id}/l2`)?.row).not.toHaveProperty('cost')
  expect(sink.row('products', VARIANT.id)?.row).toMatchObject({ cost: 700 })
  expect(sink.row('products', 'v2')?.row).toMatchObject({ cost: null })
})

const { updatedAt, ...UNDATED } = MEMBERSHIP

test('memberships without a date of change are all read again, and their changes arrive', async () => {
  let status = 'Active'
  const { session, sink } = await connect({
    '/v1/club-membership': () => ({ body: { clubMemberships: [{ ...UNDATED, status }] } }),
  })
  await sink.sync(session, { streams: ['memberships'] })
  status = 'Cancelled'
  await sink.sync(session, { streams: ['memberships'] })
  expect(sink.row('memberships', MEMBERSHIP.id)?.row).toMatchObject({ status: 'cancelled', source_updated: null })
})

test('memberships are all read again where their list rejects a filter by date', async () => {
  let status = 'Active'
  const { session, sink, paths } = await connect({
    '/v1/club-membership': ({ query }) =>
      query.has('updatedAt')
        ? { status: 422, body: { statusCode: 422, type: 'validationError' } }
        : { body: { clubMemberships: [{ ...MEMBERSHIP, status }] } },
  })
  await sink.sync(session, { streams: ['memberships'] })
  status = 'On Hold'
  await sink.sync(session, { streams: ['memberships'] })
  expect(sink.row('memberships', MEMBERSHIP.id)?.row).toMatchObject({ status: 'on_hold' })
  expect(paths()).toEqual(Array(3).fill('/v1/club-membership'))
})

test('the connection test shows a record of each list, and names values that are not known', async () => {
  const { session } = await connect({
    ...TITLES,
    '/v1/order': { orders: [{ ...ORDER, channel: 'Drone' }], total: 10_482 },
    '/v1/club-membership': { clubMemberships: [MEMBERSHIP], total: 1 },
  })
  const { samples, warnings } = await session.test()
  expect(samples).toContainEqual({ label: 'Orders', value: '10,482, such as 1248' })
  expect(samples?.map(({ label }) => label)).toEqual([
    'Orders',
    'Customers',
    'Products',
    'Inventory',
    'Clubs',
    'Memberships',
    'Reservations',
  ])
  expect(warnings).toEqual(['Orders: “Drone” isn’t a known channel. It’s counted as Other.'])
})

test('the connection test names the permission of a list that the app may not read', async () => {
  const { session } = await connect({ '/v1/reservation': () => ({ status: 403, body: {} }) })
  await expect(session.test()).rejects.toThrow('read access to Reservation')
})
