import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SqlValue } from '../../engine.ts'
import { lineRow, orderRow } from '../sample-rows.fixture.ts'
import { type TestWarehouse, testWarehouse } from '../test-warehouse.fixture.ts'

type Order = Parameters<typeof orderRow>[0] & { readonly net?: number }

/** 10:00 of that day in Los Angeles, in summer */
const day = (dayOfMay: number, hour = 10): number => Date.UTC(2026, 4, dayOfMay, hour + 7)

const makeBatch = (orders: readonly Order[]) => ({
  orders: orders.map(({ net: _net, ...order }) => orderRow({ customer_source_id: 'c1', ...order })),
  order_lines: orders.map(({ source_id = 'o1', net = 1000 }) => lineRow({ order_source_id: source_id, amount: net })),
})

const HISTORY = 'SELECT source_id, prior_orders, CAST(first_order AS VARCHAR), days_since_order FROM orders'

let shared: TestWarehouse

beforeAll(async () => {
  shared = await testWarehouse({}, afterAll)
})

const historyIn = (serviceId: string) => shared.rows(`${HISTORY} WHERE service_id = $1 ORDER BY source_id`, [serviceId])

type History = readonly [id: string, prior: number | null, first: string | null, days: number | null][]

const [MAY_4, MAY_9] = ['2026-05-04', '2026-05-09']

const FIRST: Order = { source_id: 'a', ordered: day(4) }
const SECOND: Order = { source_id: 'b', ordered: day(9) }

const HISTORIES: readonly (readonly [rule: string, orders: readonly Order[], history: History])[] = [
  [
    'the first order, and the days to the next',
    [FIRST, SECOND, { source_id: 'c', ordered: day(9, 20) }],
    [
      ['a', 0, MAY_4, null],
      ['b', 1, MAY_4, 5],
      ['c', 2, MAY_4, 0],
    ],
  ],
  [
    'orders of the same instant follow each other by ID',
    [
      { source_id: 'b', ordered: day(4) },
      { source_id: 'B', ordered: day(4) },
      { source_id: 'a', ordered: day(4) },
    ],
    [
      ['B', 0, MAY_4, null],
      ['a', 1, MAY_4, 0],
      ['b', 2, MAY_4, 0],
    ],
  ],
  [
    'orders without a customer have no history',
    [FIRST, { ...SECOND, customer_source_id: null }],
    [
      ['a', 0, MAY_4, null],
      ['b', null, null, null],
    ],
  ],
  [
    'orders that do not count are nobody’s first order and end no interval',
    [
      { source_id: 'a', ordered: day(1), payment_status: 'pending' },
      { source_id: 'b', ordered: day(2), net: 0 },
      { source_id: 'c', ordered: day(4) },
      { source_id: 'd', ordered: day(6), payment_status: 'cancelled' },
      { source_id: 'e', ordered: day(9) },
    ],
    [
      ['a', 0, MAY_4, null],
      ['b', 0, MAY_4, null],
      ['c', 0, MAY_4, null],
      ['d', 1, MAY_4, null],
      ['e', 1, MAY_4, 5],
    ],
  ],
  [
    'a refund has the place of the order it refunds, and its own without one',
    [
      FIRST,
      SECOND,
      { source_id: 'r', ordered: day(10), is_refund: true, net: -1000, refund_of_source_id: 'a' },
      { source_id: 's', ordered: day(10), is_refund: true, net: -1000, refund_of_source_id: 'gone' },
    ],
    [
      ['a', 0, MAY_4, null],
      ['b', 1, MAY_4, 5],
      ['r', 0, MAY_4, null],
      ['s', 2, MAY_4, null],
    ],
  ],
  [
    'a customer whose orders do not count has no first order',
    [{ ...FIRST, payment_status: 'pending' }],
    [['a', 0, null, null]],
  ],
  [
    'each currency counts: the first order is the first of all',
    [{ ...FIRST, currency: 'EUR' }, SECOND],
    [
      ['a', 0, MAY_4, null],
      ['b', 1, MAY_4, 5],
    ],
  ],
]

test.each(HISTORIES)('%s', async (rule, orders, history) => {
  const once = { serviceId: `${rule}, in one load` }
  await shared.load(makeBatch(orders), once)
  expect(await historyIn(once.serviceId)).toEqual(history)
  const apart = { serviceId: `${rule}, the last order first` }
  for (const order of orders.toReversed()) await shared.load(makeBatch([order]), apart)
  expect(await historyIn(apart.serviceId)).toEqual(history)
})

type Change = (load: (...args: Parameters<TestWarehouse['load']>) => Promise<unknown>) => Promise<unknown>

const CHANGES: readonly (readonly [rule: string, change: Change, history: History])[] = [
  [
    'an older order arrives',
    (load) => load(makeBatch([{ source_id: 'z', ordered: day(1) }])),
    [
      ['a', 1, '2026-05-01', 3],
      ['b', 2, '2026-05-01', 5],
      ['z', 0, '2026-05-01', null],
    ],
  ],
  [
    'the first order moves to another customer',
    (load) => load(makeBatch([{ ...FIRST, customer_source_id: 'c2' }])),
    [
      ['a', 0, MAY_4, null],
      ['b', 0, MAY_9, null],
    ],
  ],
  [
    'the first order is canceled',
    (load) => load(makeBatch([{ ...FIRST, payment_status: 'cancelled' }])),
    [
      ['a', 0, MAY_9, null],
      ['b', 0, MAY_9, null],
    ],
  ],
  [
    'a line makes the first order worth nothing',
    (load) => load({ order_lines: [lineRow({ order_source_id: 'a', line_number: 2, amount: -1000 })] }),
    [
      ['a', 0, MAY_9, null],
      ['b', 0, MAY_9, null],
    ],
  ],
  ['the first order is deleted', (load) => load({}, {}, { remove: { orders: ['a'] } }), [['b', 0, MAY_9, null]]],
  ['a replacement lacks it', (load) => load(makeBatch([SECOND]), { mode: 'replace' }), [['b', 0, MAY_9, null]]],
]

test.each(CHANGES)('history follows when %s', async (rule, change, history) => {
  const serviceId = rule
  await shared.load(makeBatch([FIRST, SECOND]), { serviceId })
  await change((batch, request, leaving) => shared.load(batch, { serviceId, ...request }, leaving))
  expect(await historyIn(serviceId)).toEqual(history)
})

test('a customer of another service with the same ID is another customer', async () => {
  await shared.load(makeBatch([SECOND]), { serviceId: 'one' })
  await shared.load(makeBatch([FIRST]), { serviceId: 'other' })
  expect(await historyIn('one')).toEqual([['b', 0, MAY_9, null]])
})

test('a change of zone moves the days of first orders and the days between orders', async () => {
  const { load, rows, warehouse } = await testWarehouse()
  await load(makeBatch([FIRST, { source_id: 'b', ordered: day(9, 1) }]))
  expect(await rows(`${HISTORY} ORDER BY 1`)).toEqual([
    ['a', 0, MAY_4, null],
    ['b', 1, MAY_4, 5],
  ])
  await warehouse.changeCalendar(1, { timeZone: 'Pacific/Auckland' })
  expect(await rows(`${HISTORY} ORDER BY 1`)).toEqual([
    ['a', 0, '2026-05-05', null],
    ['b', 1, '2026-05-05', 4],
  ])
})

/** A fixed sequence of numbers below `until`. */
const numbers = (seed: number) => {
  let state = seed
  return (until: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * until)
  }
}

const localDay = (at: number): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Los_Angeles' }).format(new Date(at))

/** The same by loops over the orders of each customer. */
const computeHistory = (orders: readonly (ReturnType<typeof orderRow> & { readonly net: number })[]): SqlValue[][] =>
  orders
    .toSorted((a, b) => (a.source_id < b.source_id ? -1 : 1))
    .map((order) => {
      const isCounted = (one: (typeof orders)[number]) => one.payment_status === 'paid' && !one.is_refund && one.net > 0
      const at = (one: (typeof orders)[number]) => Number(one.ordered)
      const counted = orders
        .filter((one) => one.customer_source_id === order.customer_source_id && isCounted(one))
        .toSorted((a, b) => at(a) - at(b) || (a.source_id < b.source_id ? -1 : 1))
      const before = counted.filter(
        (one) => at(one) < at(order) || (at(one) === at(order) && one.source_id < order.source_id),
      )
      const [first, last] = [counted[0], before.at(-1)]
      if (order.customer_source_id === null) return [order.source_id, null, null, null]
      const days =
        last && isCounted(order)
          ? (Date.parse(localDay(at(order))) - Date.parse(localDay(at(last)))) / 86_400_000
          : null
      return [order.source_id, before.length, first ? localDay(at(first)) : null, days]
    })

test('equals a loop over the orders of each customer after loads that add, change and remove orders', async () => {
  const next = numbers(11)
  const { load, rows } = await testWarehouse()
  const stored = new Map<string, ReturnType<typeof orderRow> & { readonly net: number }>()
  for (let round = 0; round < 6; round += 1) {
    const changed = Array.from({ length: 40 }, () => {
      const customer = next(12)
      const net = (next(8) - 1) * 100
      const order = orderRow({
        source_id: `o${next(120)}`,
        ordered: Date.UTC(2026, next(6), 1 + next(28), next(24)),
        customer_source_id: customer === 0 ? null : `c${customer}`,
        payment_status: next(6) === 0 ? 'pending' : 'paid',
      })
      return { ...order, net }
    })
    const batch = new Map(changed.map((order) => [order.source_id, order]))
    const removed = [...stored.keys()].filter((id) => !batch.has(id) && next(15) === 0)
    await load(makeBatch([...batch.values()]), {}, { remove: { orders: removed } })
    for (const [id, order] of batch) stored.set(id, order)
    for (const id of removed) stored.delete(id)
    expect(await rows(`${HISTORY} ORDER BY source_id`)).toEqual(computeHistory([...stored.values()]))
  }
})
