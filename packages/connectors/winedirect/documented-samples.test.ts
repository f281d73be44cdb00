import { expect, test } from 'vitest'
import { setUpSync } from '../kit/sync-setup.fixture.ts'
import { startFakeWineDirect } from './fake-winedirect.fixture.ts'
import { CLUB, CONTACT, INVENTORY, MEMBERSHIP, ORDER, ORDER_DETAIL, PRODUCT } from './samples.fixture.ts'
import { winedirectConnector } from './winedirect.connector.ts'
import { openWineDirect } from './winedirect-session.ts'
import { createStore, type ListName, type StoredRecord, type WineryStore } from './winery-store.fixture.ts'
import type { WireFields } from './wire-xml.fixture.ts'

const MODIFIED = Date.parse(ORDER.DateModified)

const sampleStore = (detail: typeof ORDER_DETAIL): WineryStore => {
  const store = createStore()
  const put = (list: ListName, wire: WireFields, id: string, more: Partial<StoredRecord> = {}) =>
    store.put(list, { id, wire, modified: MODIFIED, rows: [], ...more })
  put('orders', ORDER, ORDER.OrderID, { detail })
  put('products', PRODUCT, PRODUCT.ProductID)
  put('contacts', CONTACT, CONTACT.ContactID)
  put('clubs', CLUB, CLUB.ClubID)
  put('memberships', MEMBERSHIP, MEMBERSHIP.ClubMembershipID)
  put('stock', INVENTORY, INVENTORY.SKU)
  return store
}

const syncSamples = async (detail = ORDER_DETAIL) => {
  const start = () => startFakeWineDirect({ store: sampleStore(detail) })
  const access = { connector: winedirectConnector, open: openWineDirect, start }
  const { sink, sync } = await setUpSync(access, { now: () => Date.UTC(2026, 10, 1) })
  await sync()
  expect(sink.quarantined).toEqual([])
  return sink
}

test('reads the documented answers about an order', async () => {
  const sink = await syncSamples()
  expect(sink.row('orders', ORDER.OrderID)?.row).toMatchObject({
    order_number: '10482',
    ordered: Date.UTC(2026, 2, 19, 18, 30),
    channel: 'web',
    order_type: 'regular',
    payment_status: 'paid',
    fulfillment_status: 'unfulfilled',
    delivery_method: 'ship',
    refund_of_source_id: null,
    external_vendor: null,
    customer_source_id: CONTACT.ContactID,
    customer_name: 'Ada Quill',
    team_member: null,
    club_name: null,
    city: 'Austin',
    state: 'TX',
    requested_ship: '2026-03-25',
    currency: 'USD',
    subtotal: 10000,
    discount: 1000,
    shipping: 1500,
    tax: 840,
    tip: 0,
    total: 11340,
    is_refund: false,
  })
  expect(sink.row('order_lines', `${ORDER.OrderID}/1`)?.row).toMatchObject({
    sku: '14CS750',
    product_title: '2014 Cabernet Sauvignon',
    brand: 'Spectra',
    vintage: '2014',
    item_kind: 'wine',
    quantity: 2,
    unit_price: 50,
    discount: 1000,
    amount: 9000,
    cost: 1900,
  })
})

test('what the items leave of a subtotal is a line', async () => {
  // The items are 90.00: 5.00 belong to none of them.
  const sink = await syncSamples({ ...ORDER_DETAIL, SubTotal: '95.00', Total: '118.40' })
  expect(sink.row('orders', ORDER.OrderID)?.row).toMatchObject({ subtotal: 10_500, discount: 1000, total: 11_840 })
  expect(sink.row('order_lines', `${ORDER.OrderID}/adjustment`)?.row).toMatchObject({ quantity: 0, amount: 500 })
})

test('reads the documented contact, club membership, product and stock', async () => {
  const sink = await syncSamples()
  const rowOf = (table: string) => sink.rows().find((row) => row.table === table)?.row
  expect(rowOf('customers')).toMatchObject({
    source_id: CONTACT.ContactID,
    name: 'Ada Quill',
    email: 'ada@example.com',
    state: 'OR',
    birth: '1982-03-19',
    since: Date.UTC(2011, 5, 1, 12, 21, 43),
  })
  expect(rowOf('memberships')).toMatchObject({
    club_name: 'Red Club',
    customer_source_id: CONTACT.ContactID,
    status: 'active',
    signup: Date.UTC(2015, 4, 18, 17, 2, 59),
    cancelled: null,
    delivery_method: 'ship',
  })
  expect(rowOf('products')).toMatchObject({ sku: '14CS750', brand: 'Spectra', vintage: '2014', price: 5000 })
  expect(rowOf('inventory')).toMatchObject({ sku: '14CS750', location: 'Web', on_hand: 42, available: 42 })
  expect(rowOf('clubs')).toMatchObject({ name: 'Red Club' })
})
