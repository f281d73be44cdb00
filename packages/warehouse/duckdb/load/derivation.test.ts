import { expect, test } from 'vitest'
import { sample } from '#testkit/lane.ts'
import type { Batch } from '../load-batch.fixture.ts'
import { lineRow, membershipRow, orderRow, reservationRow } from '../sample-rows.fixture.ts'
import { testWarehouse } from '../test-warehouse.fixture.ts'

const LA = 'America/Los_Angeles'
/** 12:30 of that day in Los Angeles, in summer */
const day = (dayOfMay: number, hour = 19.5): number => Date.UTC(2026, 4, dayOfMay, 0, hour * 60)

test.each([
  ['a paid order', {}, [1500, 500], [1500, 500], 2000, true],
  ['an order that is not paid', { payment_status: 'pending' }, [1500], [0], 0, false],
  ['a refund', { is_refund: true }, [-1500], [-1500], -1500, false],
  ['a paid order that nets 0', {}, [1500, -1500], [1500, -1500], 0, false],
  ['a paid order without lines', {}, [], [], 0, false],
])('%s: net sales of lines and order, and whether it counts', async (_, order, amounts, lineNet, net, isCounted) => {
  const { load, rows } = await testWarehouse()
  const order_lines = amounts.map((amount, index) => lineRow({ line_number: index + 1, amount, quantity: 0.5 }))
  await load({ orders: [orderRow(order)], order_lines })
  expect(await rows('SELECT net_sales, is_counted, item_count FROM orders')).toEqual([
    [net, isCounted, amounts.length / 2],
  ])
  const lines = await rows('SELECT net_sales, is_counted FROM order_lines ORDER BY line_number')
  expect(lines).toEqual(lineNet.map((value) => [value, isCounted]))
})

test('gift cards are no sales, neither of the line nor of the order', async () => {
  const { load, rows } = await testWarehouse()
  await load({ orders: [orderRow()], order_lines: [lineRow({ item_kind: 'gift_card', amount: 5000 })] })
  expect(
    await rows('SELECT net_sales, is_counted FROM orders UNION ALL SELECT net_sales, is_counted FROM order_lines'),
  ).toEqual([
    [0, false],
    [0, false],
  ])
})

test("lines copy their order's timestamp, channel, currency and status", async () => {
  const { load, rows } = await testWarehouse()
  await load({ orders: [orderRow({ ordered: day(4), channel: 'web', currency: 'EUR' })], order_lines: [lineRow()] })
  const carried = 'CAST(ordered_utc AS VARCHAR), CAST(ordered_local AS VARCHAR), channel, currency, is_refund'
  expect(await rows(`SELECT ${carried}, is_paid FROM order_lines`)).toEqual([
    ['2026-05-04 19:30:00', '2026-05-04 12:30:00', 'web', 'EUR', false, true],
  ])
  await load({ orders: [orderRow({ payment_status: 'cancelled' })], order_lines: [lineRow()] })
  expect(await rows('SELECT channel, is_paid, net_sales FROM order_lines')).toEqual([['pos', false, 0]])
})

const wineOrder = (
  id: string,
  changes: Parameters<typeof orderRow>[0] = {},
  line: Parameters<typeof lineRow>[0] = {},
) => ({
  orders: [orderRow({ source_id: id, ordered: day(4), customer_source_id: 'c1', ...changes })],
  order_lines: [lineRow({ order_source_id: id, ...line })],
})
const visit = (changes: Parameters<typeof reservationRow>[0] = {}) =>
  reservationRow({ reserved: day(4), customer_source_id: 'c1', guests: 4, ...changes })

const membersBefore = (changes: Parameters<typeof membershipRow>[0]): Batch => ({
  memberships: [membershipRow({ signup: day(1), ...changes })],
})

const VISITS: [string, Batch, readonly unknown[]][] = [
  ['a visit of a guest who buys nothing', { reservations: [visit()] }, [true, 4, 0, 0, 0, null]],
  [
    'a reservation that is no visit',
    { ...wineOrder('o1'), reservations: [visit({ status: 'no_show' })] },
    [false, 0, 0, 0, 0, null],
  ],
  ['guests of the trade', { reservations: [visit({ trade_guests: 3 })] }, [true, 1, 0, 0, 0, null]],
  ['more guests of the trade than guests', { reservations: [visit({ trade_guests: 5 })] }, [true, 0, 0, 0, 0, null]],
  ['a member since an earlier day', { ...membersBefore({}), reservations: [visit()] }, [true, 0, 0, 0, 0, null]],
  [
    'a member who left before',
    { ...membersBefore({ cancelled: day(3) }), reservations: [visit()] },
    [true, 4, 0, 0, 0, null],
  ],
  [
    'a member who leaves on the day',
    { ...membersBefore({ cancelled: day(4) }), reservations: [visit()] },
    [true, 4, 0, 0, 0, null],
  ],
  [
    'a member who leaves later',
    { ...membersBefore({ cancelled: day(5), status: 'cancelled' }), reservations: [visit()] },
    [true, 0, 0, 0, 0, null],
  ],
  [
    'a member who left nobody knows when',
    { ...membersBefore({ status: 'cancelled' }), reservations: [visit()] },
    [true, 4, 0, 0, 0, null],
  ],
  [
    'a membership taken out on the day',
    { ...membersBefore({ signup: day(4, 30) }), reservations: [visit()] },
    [true, 4, 0, 1, 0, null],
  ],
  [
    'a membership taken out on the next local day',
    { ...membersBefore({ signup: day(4, 31.5) }), reservations: [visit()] },
    [true, 4, 0, 0, 0, null],
  ],
  [
    "the visit's own order, on another day and by nobody",
    {
      ...wineOrder('o1', { ordered: day(9), customer_source_id: null }),
      reservations: [visit({ order_source_id: 'o1' })],
    },
    [true, 4, 4, 0, 1000, 'USD'],
  ],
  [
    "the customer's order of the day at the till",
    { ...wineOrder('o1', { ordered: day(4, 7.5) }), reservations: [visit()] },
    [true, 4, 4, 0, 1000, 'USD'],
  ],
  [
    "the customer's order of the day on the web",
    { ...wineOrder('o1', { channel: 'web' }), reservations: [visit()] },
    [true, 4, 4, 0, 0, null],
  ],
  [
    "the customer's order of the day before",
    { ...wineOrder('o1', { ordered: day(4, 6.5) }), reservations: [visit()] },
    [true, 4, 0, 0, 0, null],
  ],
  [
    'an order of something else than wine',
    { ...wineOrder('o1', {}, { item_kind: 'tasting' }), reservations: [visit()] },
    [true, 4, 0, 0, 1000, 'USD'],
  ],
  [
    'a bottle that is taken back',
    { ...wineOrder('o1', { is_refund: true }, { quantity: 1, amount: -500 }), reservations: [visit()] },
    [true, 4, 0, 0, -500, 'USD'],
  ],
  [
    'an order that the visit names and nobody has',
    { ...wineOrder('o1'), reservations: [visit({ order_source_id: 'o9' })] },
    [true, 4, 4, 0, 1000, 'USD'],
  ],
  [
    'an order of the same day by another customer',
    { ...wineOrder('o1', { customer_source_id: 'c2' }), reservations: [visit()] },
    [true, 4, 0, 0, 0, null],
  ],
  [
    'a visit without a customer',
    { ...wineOrder('o1', { customer_source_id: null }), reservations: [visit({ customer_source_id: null })] },
    [true, 4, 0, 0, 0, null],
  ],
]

const DERIVED = 'is_visit, tasters, bottle_guests, club_signups, revenue, currency'

test.each(sample(VISITS, 8))('visits derive from %s', async (_, batch, expected) => {
  const { load, rows } = await testWarehouse()
  await load(batch)
  expect(await rows(`SELECT ${DERIVED} FROM reservations`)).toEqual([expected])
})

test('signups, an order and the sales of a day are attributed once, to the earliest visit', async () => {
  const { load, rows } = await testWarehouse()
  await load({
    orders: [
      orderRow({ source_id: 'own', ordered: day(4), customer_source_id: 'c1' }),
      orderRow({ source_id: 'other', ordered: day(4), customer_source_id: 'c1' }),
    ],
    order_lines: [lineRow({ order_source_id: 'own', amount: 100 }), lineRow({ order_source_id: 'other', amount: 20 })],
    memberships: [membershipRow({ signup: day(4) })],
    reservations: [
      visit({ source_id: 'late', reserved: day(4, 23) }),
      visit({ source_id: 'early', reserved: day(4, 20) }),
      visit({ source_id: 'linked', reserved: day(4, 21), order_source_id: 'own' }),
      visit({ source_id: 'linked-again', reserved: day(4, 22), order_source_id: 'own' }),
    ],
  })
  expect(await rows('SELECT source_id, club_signups, revenue FROM reservations ORDER BY reserved_local')).toEqual([
    ['early', 1, 20],
    ['linked', 0, 100],
    ['linked-again', 0, 0],
    ['late', 0, 0],
  ])
})

test('later rows change derived columns of reservations, and only then the data version', async () => {
  const { load, rows } = await testWarehouse()
  await load({ reservations: [visit()] })
  expect(await load(wineOrder('o1'))).toMatchObject({ changed: true, dataVersion: 2 })
  expect(await rows('SELECT bottle_guests, revenue FROM reservations')).toEqual([[4, 1000]])
  await load({ orders: [], order_lines: [] }, { mode: 'merge' })
  expect(await load(wineOrder('o1'))).toMatchObject({ changed: false, dataVersion: 2 })
  await load({ memberships: [membershipRow({ signup: day(1) })] })
  expect(await rows('SELECT tasters FROM reservations')).toEqual([[0]])
})

test('reservations derive from their own service only', async () => {
  const { load, rows } = await testWarehouse()
  await load({ reservations: [visit()] })
  await load(wineOrder('o1'), { serviceId: 's2' })
  expect(await rows(`SELECT ${DERIVED} FROM reservations`)).toEqual([[true, 4, 0, 0, 0, null]])
})

test('stores money in whole minor units, never in floating point, and sums it exactly', async () => {
  const { load, rows } = await testWarehouse()
  const types = await rows(
    'SELECT DISTINCT data_type FROM duckdb_columns() WHERE database_name = current_database() AND NOT internal ORDER BY 1',
  )
  expect(types.flat()).not.toContain('DOUBLE')
  expect(types.flat()).not.toContain('FLOAT')
  const order_lines = Array.from({ length: 3000 }, (_, index) =>
    lineRow({ line_number: index + 1, amount: 10, quantity: 0.1 }),
  )
  await load({ orders: [orderRow()], order_lines })
  expect(await rows('SELECT net_sales, item_count FROM orders')).toEqual([[30_000, 300]])
})

test('derived columns equal hand-written SQL over the given ones on mixed orders', async () => {
  const { load, rows } = await testWarehouse()
  const ids = Array.from({ length: 400 }, (_, index) => index)
  const kinds = ['wine', 'gift_card', 'tasting', 'merch']
  const statuses = ['paid', 'pending', 'paid', 'cancelled', 'paid']
  await load({
    orders: ids.map((id) =>
      orderRow({
        source_id: `o${id}`,
        ordered: day(1) + id * 3_600_000,
        payment_status: statuses[id % 5] ?? 'paid',
        is_refund: id % 11 === 0,
      }),
    ),
    order_lines: ids.flatMap((id) =>
      [1, 2, 3].map((position) =>
        lineRow({
          order_source_id: `o${id}`,
          line_number: position,
          item_kind: kinds[(id + position) % 4] ?? 'wine',
          amount: ((id * 7919 + position * 31) % 900) - 200,
        }),
      ),
    ),
  })
  const wrong = await rows(`
    WITH expected AS (
      SELECT l.source_id, o.source_id AS order_id,
             if(o.payment_status = 'paid' AND l.item_kind <> 'gift_card', l.amount, 0) AS net,
             sum(net) OVER (PARTITION BY o.source_id) AS order_net,
             timezone('${LA}', timezone('UTC', o.ordered_utc)) AS local
      FROM order_lines l JOIN orders o ON o.source_id = l.order_source_id
    )
    SELECT count(*) FROM expected e JOIN order_lines l USING (source_id) JOIN orders o ON o.source_id = e.order_id
    WHERE l.net_sales <> e.net OR o.net_sales <> e.order_net OR l.ordered_local <> e.local OR o.ordered_local <> e.local
       OR o.is_counted <> (o.payment_status = 'paid' AND NOT o.is_refund AND e.order_net > 0) OR l.is_counted <> o.is_counted`)
  expect(wrong).toEqual([[0]])
  expect(await rows('SELECT count(*) FROM order_lines')).toEqual([[1200]])
})
