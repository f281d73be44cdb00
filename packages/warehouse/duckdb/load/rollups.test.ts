import { expect, test } from 'vitest'
import { sample } from '#testkit/lane.ts'
import type { Batch } from '../load-batch.fixture.ts'
import { customerRow, lineRow, orderRow, productRow } from '../sample-rows.fixture.ts'
import { type TestWarehouse, testWarehouse } from '../test-warehouse.fixture.ts'
import { expectCurrentRollups } from './rollups.fixture.ts'

const orders: Batch = {
  orders: [
    orderRow({ source_id: 'o1', ordered: Date.parse('2026-03-14T18:00:00Z'), tip: 200, customer_source_id: 'c1' }),
    orderRow({
      source_id: 'o2',
      ordered: Date.parse('2026-03-14T19:00:00Z'),
      channel: 'web',
      release_source_id: 'r1',
      compliance_status: 'Quarantined',
    }),
    orderRow({ source_id: 'o3', ordered: Date.parse('2026-03-15T06:30:00Z'), customer_source_id: 'c1' }),
  ],
  order_lines: [
    lineRow({ order_source_id: 'o1', line_number: 1, amount: 1000, brand: 'Estate', product_source_id: 'p1' }),
    lineRow({ order_source_id: 'o1', line_number: 2, amount: 2000, brand: 'Estate', product_source_id: 'p2' }),
    lineRow({ order_source_id: 'o1', line_number: 3, amount: 500, brand: null }),
    lineRow({ order_source_id: 'o2', line_number: 1, amount: 4000, brand: 'Estate' }),
    lineRow({ order_source_id: 'o3', line_number: 1, amount: 700, brand: 'Guest' }),
  ],
}

const CUSTOMERS = [
  customerRow({ source_id: 'c1', birth: '1970-02-28', lifetime_value_seed: 5000, currency: 'USD' }),
  customerRow({ source_id: 'c2', birth: null, lifetime_value_seed: null, currency: null }),
]

/** Orders and lines whose repeated columns differ from the row of their customer or product. */
const rowsBehind = async ({ rows }: TestWarehouse): Promise<number> => {
  const own = `SELECT service_id, source_id, has_customer, customer_birth, customer_earlier_sales FROM orders`
  const earlier = `CASE WHEN c.currency = o.currency OR c.currency IS NULL THEN ifnull(c.lifetime_value_seed, 0) ELSE 0 END`
  const ofCustomers = `SELECT o.service_id, o.source_id, true, c.birth, ${earlier} FROM orders o, customers c
    WHERE c.service_id = o.service_id AND c.source_id = o.customer_source_id
    UNION ALL SELECT service_id, source_id, false, NULL, NULL FROM orders o WHERE NOT EXISTS (
      FROM customers c WHERE c.service_id = o.service_id AND c.source_id = o.customer_source_id)`
  const lines = 'SELECT service_id, source_id, has_product FROM order_lines'
  const ofProducts = `SELECT service_id, source_id, EXISTS (
      FROM products p WHERE p.service_id = l.service_id AND p.source_id = l.product_source_id) FROM order_lines l`
  const difference = (a: string, b: string) => `((${a}) EXCEPT ALL (${b})) UNION ALL ((${b}) EXCEPT ALL (${a}))`
  const found = await Promise.all(
    [difference(own, ofCustomers), difference(lines, ofProducts)].map((both) => rows(`SELECT count(*) FROM (${both})`)),
  )
  return found.flat(2).reduce<number>((sum, count) => sum + Number(count), 0)
}

test('sums by local day count an order once per brand', async () => {
  const warehouse = await testWarehouse()
  await warehouse.load(orders)
  expect(
    await warehouse.rows(
      "SELECT strftime(day, '%d'), channel, brand, net_sales, counted, lines FROM lines_by_brand ORDER BY ALL",
    ),
  ).toEqual([
    ['14', 'pos', 'Estate', 3000, 1, 2],
    ['14', 'pos', 'Guest', 700, 1, 1],
    ['14', 'pos', null, 500, 1, 1],
    ['14', 'web', 'Estate', 4000, 1, 1],
  ])
  expect(
    await warehouse.rows('SELECT channel, orders, counted, net_sales, tip FROM orders_by_day ORDER BY ALL'),
  ).toEqual([
    ['pos', 2, 2, 4200, 200],
    ['web', 1, 1, 4000, 0],
  ])
})

test('stores sums by customer and currency, with those of the club and the last order', async () => {
  const { load, rows } = await testWarehouse()
  const ofOne = (source_id: string, day: string, more: Parameters<typeof orderRow>[0]) =>
    orderRow({ source_id, ordered: Date.parse(`2026-03-${day}T20:00:00Z`), customer_source_id: 'c1', ...more })
  await load({
    orders: [
      ofOne('o1', '10', {}),
      ofOne('o2', '11', { channel: 'club' }),
      ofOne('o3', '12', { is_refund: true }),
      ofOne('o4', '13', { payment_status: 'pending' }),
      ofOne('o5', '14', { currency: 'EUR' }),
    ],
    order_lines: [
      lineRow({ order_source_id: 'o1', line_number: 1, amount: 1000 }),
      lineRow({ order_source_id: 'o2', line_number: 1, amount: 3000 }),
      lineRow({ order_source_id: 'o3', line_number: 1, amount: -400 }),
      lineRow({ order_source_id: 'o4', line_number: 1, amount: 9000 }),
      lineRow({ order_source_id: 'o5', line_number: 1, amount: 50 }),
    ],
  })
  const sums = 'orders, counted, paid, club_paid, net_sales, club_net_sales, counted_net_sales'
  expect(
    await rows(`SELECT currency, ${sums}, strftime(last_order, '%d') FROM orders_by_customer ORDER BY 1 DESC`),
  ).toEqual([
    ['USD', 4, 2, 3, 1, 3600, 3000, 4000, '11'],
    ['EUR', 1, 1, 1, 0, 50, 0, 50, '14'],
  ])
})

test('sums by release cover its paid orders', async () => {
  const { load, rows } = await testWarehouse()
  const ofRelease = (source_id: string, more: Parameters<typeof orderRow>[0] = {}) =>
    orderRow({ source_id, release_source_id: 'r1', subtotal: 1200, discount: 200, delivery_method: 'ship', ...more })
  await load({
    orders: [
      ofRelease('o1', { fulfillment_status: 'fulfilled' }),
      ofRelease('o2', { delivery_method: 'pickup', fulfillment_status: 'partial' }),
      ofRelease('o3', { payment_status: 'pending' }),
      ofRelease('o4', { release_source_id: null }),
      ofRelease('o5', { is_refund: true, subtotal: -300, discount: 0 }),
    ],
    order_lines: [
      ...['o1', 'o2', 'o3', 'o4'].map((order_source_id) => lineRow({ order_source_id, amount: 1000, quantity: 2 })),
      lineRow({ order_source_id: 'o5', amount: -300, quantity: -1 }),
    ],
  })
  const sums = 'counted, subtotal, discount, net_sales, counted_net_sales, wine, shipped, picked_up, open'
  expect(await rows(`SELECT release_source_id, ${sums} FROM orders_by_release`)).toEqual([
    ['r1', 2, 2100, 400, 1700, 2000, 3, 1, 1, 1],
  ])
})

test('an order of several products counts once among all of them', async () => {
  const { load, rows } = await testWarehouse()
  await load({
    orders: [orderRow()],
    order_lines: ['p1', 'p2', 'unknown'].map((product_source_id, index) =>
      lineRow({ line_number: index + 1, amount: 100, product_source_id }),
    ),
    products: ['p1', 'p2'].map((source_id) => productRow({ source_id })),
  })
  expect(await rows('SELECT lines, net_sales, counted FROM lines_of_products')).toEqual([[2, 200, 1]])
})

test.each<[string, (warehouse: TestWarehouse) => Promise<unknown>]>(
  sample<[string, (warehouse: TestWarehouse) => Promise<unknown>]>(
    [
      ['a first load', async () => undefined],
      ['the same load again', ({ load }) => load(orders)],
      [
        'an order that moved to another day',
        ({ load }) =>
          load({
            orders: [orderRow({ source_id: 'o1', ordered: Date.parse('2026-04-01T18:00:00Z') })],
            order_lines: [],
          }),
      ],
      [
        'an order that went over to another customer',
        ({ load }) => load({ orders: [orderRow({ source_id: 'o1', customer_source_id: 'c2' })] }),
      ],
      [
        'orders that nobody made any more, and one that somebody did after all',
        ({ load }) =>
          load({
            orders: [
              orderRow({ source_id: 'o1' }),
              orderRow({ source_id: 'o2', customer_source_id: 'c1' }),
              orderRow({ source_id: 'o3' }),
            ],
          }),
      ],
      [
        'a changed line',
        ({ load }) => load({ order_lines: [lineRow({ order_source_id: 'o1', line_number: 2, amount: 1 })] }),
      ],
      [
        'a line whose order never came',
        ({ load }) => load({ order_lines: [lineRow({ order_source_id: 'o9', line_number: 1 })] }),
      ],
      [
        'an order that came after its lines',
        async ({ load }) => {
          await load({ order_lines: [lineRow({ order_source_id: 'o9', line_number: 1 })] })
          await load({ orders: [orderRow({ source_id: 'o9' })] })
        },
      ],
      [
        'a replacement without most of the orders',
        ({ load }) => load({ orders: [orderRow({ source_id: 'o1' })] }, { mode: 'replace' }),
      ],
      ['the same ids from a second service', ({ load }) => load(orders, { serviceId: 's2' })],
      [
        'a service that was removed',
        async ({ load, warehouse }) => {
          await load(orders, { serviceId: 's2' })
          await warehouse.removeService(1, 's1')
        },
      ],
      ['customers who came after their orders', ({ load }) => load({ customers: CUSTOMERS })],
      [
        'customers who came first',
        async ({ load, warehouse }) => {
          await warehouse.removeService(1, 's1')
          await load({ customers: CUSTOMERS })
          await load(orders)
        },
      ],
      [
        'customers who came with their orders',
        ({ load }) => load({ ...orders, customers: CUSTOMERS }, { serviceId: 's2' }),
      ],
      [
        'a customer whose birth and earlier sales changed, and a new one',
        async ({ load }) => {
          await load({ customers: CUSTOMERS })
          await load({
            customers: [
              customerRow({ source_id: 'c1', birth: '1971-02-28', lifetime_value_seed: 100, currency: 'EUR' }),
              customerRow({ source_id: 'c9', birth: '1980-01-01' }),
            ],
          })
        },
      ],
      [
        'customers of whom one is gone',
        async ({ load }) => {
          await load({ customers: CUSTOMERS })
          await load({ customers: [customerRow({ source_id: 'c2' })] }, { mode: 'replace' })
          await load(orders)
        },
      ],
      [
        'an order that was taken out of its release, and one that came into another',
        ({ load }) =>
          load({ orders: [orderRow({ source_id: 'o2' }), orderRow({ source_id: 'o3', release_source_id: 'r2' })] }),
      ],
      [
        'an order that went over to a customer on record',
        async ({ load }) => {
          await load({ customers: CUSTOMERS })
          await load({ orders: [orderRow({ source_id: 'o1', customer_source_id: 'c2' })] })
        },
      ],
      [
        'products that came after their lines, of which one went again',
        async ({ load }) => {
          await load({ order_lines: [lineRow({ order_source_id: 'o9', line_number: 1, product_source_id: 'p1' })] })
          await load({ products: ['p1', 'p2'].map((source_id) => productRow({ source_id })) })
          await load({
            order_lines: [2, 3].map((line_number) =>
              lineRow({ order_source_id: 'o2', line_number, product_source_id: `p${line_number - 1}` }),
            ),
          })
          await load({ products: [productRow({ source_id: 'p1' })] }, { mode: 'replace' })
          await load(orders)
        },
      ],
      ['another time zone', ({ warehouse }) => warehouse.changeCalendar(1, { timeZone: 'Pacific/Auckland' })],
    ],
    8,
  ),
)('rollups equal the rows they sum, and what rows hold of others is what these say, after %s', async (_, change) => {
  const warehouse = await testWarehouse()
  await warehouse.load(orders)
  await change(warehouse)
  await expectCurrentRollups(warehouse)
  expect(await rowsBehind(warehouse)).toBe(0)
})
