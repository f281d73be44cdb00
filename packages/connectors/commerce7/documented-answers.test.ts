import { afterEach, expect, test } from 'vitest'
import { type FakeAnswer, type FakeCall, startFakeServer } from '../kit/fake-server.fixture.ts'
import { createMemorySink, type MemorySink } from '../kit/memory-sink.fixture.ts'
import { openTestConnection, type TestConnection } from '../kit/test-connection.fixture.ts'
import { commerce7Connector } from './commerce7.connector.ts'
import { FAKE_SECRETS, FAKE_SETTINGS } from './fake-commerce7.fixture.ts'

// Answers in the forms of the samples on https://developer.commerce7.com/docs, with other values.

const cleanUps: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0)) await cleanUp()
})

type Answers = Readonly<Record<string, object | ((call: FakeCall) => FakeAnswer)>>

const SETTING = { id: 's1', companyName: 'Spectra', timeZone: 'America/Vancouver', currency: 'CAD' }

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
  const server = await startFakeServer({
    answer: (call) => {
      const found = all[call.path]
      if (!found) return { status: 404, body: { statusCode: 404, type: 'notFound' } }
      return typeof found === 'function' ? found(call) : { body: found }
    },
  })
  const connection = openTestConnection({
    connector: commerce7Connector,
    url: `${server.url}/v1`,
    settings: FAKE_SETTINGS,
    secrets: FAKE_SECRETS,
  })
  cleanUps.push(
    () => connection.client.close(),
    () => server.close(),
  )
  return { ...connection, sink: createMemorySink(), paths: () => server.calls.map(({ path }) => path) }
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

const STOCK = { inventoryLocationTitle: 'Cellar', sku: '17-SB', productTitle: '2017 Sauvignon Blanc', reserveCount: 0 }

test('reads inventory whose hasInventory is a number in lists', async () => {
  const inventories = [
    { ...STOCK, id: 'i1', hasInventory: 1, availableForSaleCount: 739, allocatedCount: 11 },
    { ...STOCK, id: 'i2', hasInventory: 0, availableForSaleCount: 5, allocatedCount: 0 },
    { ...STOCK, id: 'i3', hasInventory: true, availableForSaleCount: 2, allocatedCount: 0 },
    { ...STOCK, id: 'i4', hasInventory: 'often', availableForSaleCount: 2, allocatedCount: 0 },
  ]
  const { session, sink } = await connect({ '/v1/inventory': { inventories, total: 4 } })
  await sink.sync(session, { streams: ['inventory'] })
  expect(sink.rows().map(({ row }) => [row.source_id, Reflect.get(row, 'on_hand')])).toEqual([
    ['i1', 750],
    ['i3', 2],
  ])
  expect(sink.quarantined).toEqual([{ sourceId: 'i4', field: 'hasInventory', reason: expect.any(String) }])
})

const PRODUCT = {
  id: 'p1',
  title: '2014 Cabernet',
  type: 'Wine',
  departmentId: 'd1',
  vendorId: 'v1',
  wine: { varietal: 'Cabernet Sauvignon', vintage: 2014 },
  variants: [{ id: 'var1', title: '750ml', sku: '14-CS', price: 4500, costOfGood: 700, taxType: 'Wine' }],
}
const ORDER = {
  id: 'o1',
  orderNumber: 1248,
  orderSubmittedDate: '2018-12-04T19:10:27.905Z',
  updatedAt: '2018-12-04T19:10:28.144Z',
  previousOrderId: null,
  linkedOrders: [],
  paymentStatus: 'Paid',
  complianceStatus: 'No Compliance',
  fulfillmentStatus: 'Not Fulfilled',
  channel: 'Web',
  orderDeliveryMethod: 'Ship',
  selectedShippingOptions: { shippingServiceId: null, requestedShipDate: '2018-12-10' },
  subTotal: 4500,
  taxTotal: 540,
  total: 5040,
  totalAfterTip: 5040,
  club: null,
  items: [{ id: 'l1', type: 'Wine', productId: 'p1', sku: '14-CS', price: 4500, quantity: 1, vendor: null }],
  tenders: [],
}
const TITLES: Answers = {
  '/v1/department': { departments: [{ id: 'd1', title: 'Wine Product', code: 'Wine' }], total: 1 },
  '/v1/vendor': { vendors: [{ id: 'v1', title: 'Spectra Winery' }], total: 1 },
}

test('finds the titles of departments and vendors that products name by ID', async () => {
  const { session, sink } = await connect({
    ...TITLES,
    '/v1/product': { products: [PRODUCT] },
    '/v1/order': { orders: [ORDER] },
  })
  await sink.sync(session, { streams: ['products', 'orders'] })
  for (const [table, id] of [
    ['products', 'var1'],
    ['order_lines', 'o1/l1'],
  ] as const)
    expect(sink.row(table, id)?.row).toMatchObject({ category: 'Wine Product', brand: 'Spectra Winery' })
})

test('reads products without permission for departments and vendors, and says so', async () => {
  const { session, sink } = await connect({
    '/v1/department': () => ({ status: 403, body: {} }),
    '/v1/vendor': () => ({ status: 401, body: {} }),
    '/v1/product': { products: [PRODUCT] },
  })
  await sink.sync(session, { streams: ['products'] })
  expect(sink.row('products', 'var1')?.row).toMatchObject({ category: null, brand: null, currency: 'CAD' })
  expect((await session.test()).warnings).toEqual([expect.stringContaining('Department and Vendor')])
})

test.each([
  ['regular', {}, { order_type: 'regular', order_type_raw: null, is_refund: false, subtotal: 4500 }],
  [
    'a refund when its total is negative',
    { previousOrderId: 'o0', subTotal: -4500, total: -5040, totalAfterTip: -5040 },
    { order_type: 'refund', is_refund: true, refund_of_source_id: 'o0', total: -5040 },
  ],
])('an order without a purchase type is %s', async (_type, changes, row) => {
  const { session, sink } = await connect({ ...TITLES, '/v1/order': { orders: [{ ...ORDER, ...changes }] } })
  await sink.sync(session, { streams: ['orders'] })
  expect(sink.row('orders', 'o1')?.row).toMatchObject({ ...row, requested_ship: '2018-12-10', currency: 'CAD' })
})

// The object on the page orders-1, as of November 2026.
const FULL_ORDER = {
  ...ORDER,
  orderPaidDate: '2018-12-04T19:10:28.143Z',
  orderSource: 'Internal',
  previousOrderNumber: null,
  complianceStatus: 'No Compliance',
  cartId: 'o1',
  posProfileId: null,
  customerId: 'c1',
  shippingInstructions: null,
  taxSaleType: 'Offsite',
  shipTotal: 0,
  dutyTotal: 0,
  bottleDepositTotal: 0,
  tipTotal: 0,
  flags: [],
  productTenantId: null,
  isNonTaxable: false,
  createdAt: '2018-12-02T18:45:17.895Z',
  shipping: [{ id: 's1', title: 'Ground', code: 'FEX', service: 'Ground', price: 0, originalPrice: 0, tax: 0 }],
  coupons: [],
  shipTo: {
    id: 'a1',
    birthDate: '1990-01-01',
    firstName: 'Ada',
    lastName: 'Quill',
    city: 'Vancouver',
    stateCode: 'BC',
    zipCode: 'v6g0b6',
    countryCode: 'CA',
  },
  billTo: {
    id: 'a2',
    birthDate: '1990-01-01',
    firstName: 'Ada',
    lastName: 'Quill',
    city: 'Mission',
    stateCode: 'BC',
    zipCode: 'v2v0b6',
    countryCode: 'CA',
  },
  pickupBy: null,
  carryOut: null,
  promotions: [],
  tenders: [
    {
      id: 't1',
      refundId: null,
      tenderType: 'Credit Card',
      chargeType: 'Capture',
      chargeStatus: 'Success',
      amountTendered: 5040,
      tip: 0,
      errorCode: '',
      paymentDate: '2018-12-04T19:10:28.128Z',
    },
  ],
  items: [
    {
      id: 'l1',
      productTitle: '2014 Cabernet',
      type: 'Wine',
      inventoryLocationId: null,
      productId: 'p1',
      productVariantTitle: '750ml',
      productVariantId: 'var1',
      sku: '14-CS',
      costOfGood: 700,
      price: 4500,
      originalPrice: 5000,
      comparePrice: 5000,
      bottleDeposit: 0,
      quantity: 1,
      quantityFulfilled: 0,
      isPriceOverride: false,
      tax: 540,
      taxType: 'Wine',
      weight: 21,
      hasShipping: true,
      vendor: null,
      volumeInML: 750,
      departmentCode: 'Wine',
      allocationId: null,
      departmentId: 'd1',
      collectionIds: 'k1,k2',
    },
  ],
  fulfillments: [],
  duties: [],
  selectedShippingOptions: { shippingServiceId: null },
}

test('reads the documented order with all its fields', async () => {
  const { session, sink } = await connect({ '/v1/order': { orders: [FULL_ORDER], total: 1 } })
  await sink.sync(session, { streams: ['orders'] })
  expect(sink.quarantined).toEqual([])
  expect(sink.row('orders', 'o1')?.row).toMatchObject({
    order_number: '1248',
    ordered: Date.UTC(2018, 11, 4, 19, 10, 27, 905),
    channel: 'web',
    order_type: 'regular',
    payment_status: 'paid',
    fulfillment_status: 'unfulfilled',
    delivery_method: 'ship',
    customer_source_id: 'c1',
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
  expect(sink.row('order_lines', 'o1/l1')?.row).toMatchObject({
    sku: '14-CS',
    category: 'Wine',
    item_kind: 'wine',
    quantity: 1,
    unit_price: 50,
    discount: 500,
    amount: 4500,
    cost: 700,
  })
})

const MEMBER = {
  id: 'm1',
  status: 'Active',
  customerId: 'c1',
  clubId: 'club1',
  orderDeliveryMethod: 'Ship',
  signupDate: '2018-05-18T17:02:59.777Z',
  cancelDate: null,
  club: { id: 'club1', title: 'White Club' },
  onHolds: [],
}

test('memberships without a date of change are all read again, and their changes arrive', async () => {
  let status = 'Active'
  const { session, sink } = await connect({
    '/v1/club-membership': () => ({ body: { clubMemberships: [{ ...MEMBER, status }] } }),
  })
  await sink.sync(session, { streams: ['memberships'] })
  status = 'Cancelled'
  await sink.sync(session, { streams: ['memberships'] })
  expect(sink.row('memberships', 'm1')?.row).toMatchObject({ status: 'cancelled', source_updated: null })
})

test('memberships are all read again where their list rejects a filter by date', async () => {
  let status = 'Active'
  const { session, sink, paths } = await connect({
    '/v1/club-membership': ({ query }) =>
      query.has('updatedAt')
        ? { status: 422, body: { statusCode: 422, type: 'validationError' } }
        : { body: { clubMemberships: [{ ...MEMBER, status, updatedAt: '2018-05-18T22:17:54.774Z' }] } },
  })
  await sink.sync(session, { streams: ['memberships'] })
  status = 'On Hold'
  await sink.sync(session, { streams: ['memberships'] })
  expect(sink.row('memberships', 'm1')?.row).toMatchObject({ status: 'on_hold' })
  expect(paths()).toEqual(Array(3).fill('/v1/club-membership'))
})

test('the connection test shows a record of each list, and names values that are not known', async () => {
  const { session } = await connect({
    ...TITLES,
    '/v1/order': { orders: [{ ...ORDER, channel: 'Drone' }], total: 10_482 },
    '/v1/club-membership': { clubMemberships: [MEMBER], total: 1 },
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
