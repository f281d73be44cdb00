import { expect, test } from 'vitest'
import { ROLLUP_NAMES } from '#domain/canonical/rollups.ts'
import { CANONICAL_TABLE_NAMES } from '#domain/canonical/tables.ts'
import type { CodeRules } from '#domain/own-codes.ts'
import type { Batch } from '../load-batch.fixture.ts'
import { lineRow, orderRow, productRow, reservationRow } from '../sample-rows.fixture.ts'
import { type TestWarehouse, testWarehouse } from '../test-warehouse.fixture.ts'

const written = (channel_raw: string | null, id: string, more: Parameters<typeof orderRow>[0] = {}): Batch => ({
  orders: [orderRow({ source_id: id, channel: 'other', channel_raw, customer_source_id: 'c1', total: 1000, ...more })],
  order_lines: [lineRow({ source_id: `${id}/1`, order_source_id: id })],
})

const merged = (batches: readonly Batch[]): Batch => ({
  orders: batches.flatMap(({ orders = [] }) => orders),
  order_lines: batches.flatMap(({ order_lines = [] }) => order_lines),
  reservations: [reservationRow({ customer_source_id: 'c1' })],
  products: batches.flatMap(({ products = [] }) => products),
})

const sold = (id: string, item_kind: string, category: string | null): Batch => ({
  ...written(null, id, { channel: 'phone', customer_source_id: null }),
  order_lines: [lineRow({ source_id: `${id}/1`, order_source_id: id, item_kind, category, quantity: 2, amount: 1000 })],
  products: [productRow({ source_id: id, item_kind, category })],
})

const SALES = merged([
  written('Newsletter', 'o1'),
  written('NEWSLETTER', 'o2'),
  written('Σίσυφος', 'o3'),
  written('Walk-in', 'o4'),
  written('newsletters', 'o5'),
  written(null, 'o6'),
  written('Web', 'o7', { channel: 'web' }),
  written('Dock', 'o8', { fulfillment_status: 'other', fulfillment_status_raw: 'At the dock' }),
  sold('p1', 'other', 'Hausgemacht'),
  sold('p2', 'wine', 'TRESTER'),
  sold('p3', 'gift_card', 'Hausgemacht'),
  sold('p4', 'wine', null),
])

const RULES: CodeRules = {
  version: 1,
  codes: [
    { list: 'channel', values: ['newsletter'], parent: 'web' },
    { list: 'channel', values: ['ΣΊΣΥΦΟΣ', 'dock'], parent: 'club' },
    { list: 'channel', values: ['walk-IN'], parent: 'pos' },
    { list: 'fulfillmentStatus', values: ['AT THE DOCK'], parent: 'unfulfilled' },
    { list: 'orderType', values: ['newsletter'], parent: 'corporate' },
    { list: 'itemKind', values: ['hausgemacht'], parent: 'wine' },
    { list: 'itemKind', values: ['Trester'], parent: 'other' },
  ],
}

const EXPECTED = [
  ['o1', 'web', 'fulfilled', false],
  ['o2', 'web', 'fulfilled', false],
  ['o3', 'club', 'fulfilled', false],
  ['o4', 'pos', 'fulfilled', false],
  ['o5', 'other', 'fulfilled', false],
  ['o6', 'other', 'fulfilled', false],
  ['o7', 'web', 'fulfilled', false],
  ['o8', 'club', 'unfulfilled', true],
  ...['p1', 'p2', 'p3', 'p4'].map((id) => [id, 'phone', 'fulfilled', false]),
]

const codes = ({ rows }: TestWarehouse) =>
  rows('SELECT source_id, channel, fulfillment_status, is_awaiting FROM orders ORDER BY source_id')

/** Everything that is stored, so that nothing derived from a code is forgotten. */
const everything = async ({ rows }: TestWarehouse) => {
  const tables = [...CANONICAL_TABLE_NAMES, ...ROLLUP_NAMES]
  return Promise.all(tables.map(async (table) => [table, await rows(`SELECT * FROM ${table} ORDER BY ALL`)]))
}

const GOODS = `SELECT o.source_id, l.item_kind, p.item_kind, o.wine_count::INTEGER, o.net_sales::INTEGER FROM orders o
  JOIN order_lines l ON l.order_source_id = o.source_id JOIN products p ON p.source_id = o.source_id ORDER BY 1`

const loadedWith = async (codeRules?: CodeRules): Promise<TestWarehouse> => {
  const opened = await testWarehouse()
  await opened.load(SALES, codeRules === undefined ? {} : { codeRules })
  return opened
}

test('a load gives orders the codes of the rules, by what the source wrote in any case', async () => {
  const loaded = await loadedWith(RULES)
  expect(await codes(loaded)).toEqual(EXPECTED)
  expect(await loaded.rows('SELECT DISTINCT channel FROM order_lines ORDER BY 1')).toEqual([
    ['club'],
    ['other'],
    ['phone'],
    ['pos'],
    ['web'],
  ])
  // only the tasting room's sales of the day belong to the visit
  expect(await loaded.rows('SELECT revenue FROM reservations')).toEqual([[1000]])
})

test('goods have the kinds of their categories, and gift cards stay gift cards', async () => {
  expect(await (await loadedWith(RULES)).rows(GOODS)).toEqual([
    ['p1', 'wine', 'wine', 2, 1000],
    ['p2', 'other', 'other', 0, 1000],
    ['p3', 'gift_card', 'gift_card', 0, 0],
    ['p4', 'wine', 'wine', 2, 1000],
  ])
})

test('rules that change later leave the same rows, sums and visits as a load under them', async () => {
  const later = await loadedWith()
  expect(await later.warehouse.changeCodeRules(1, RULES)).toMatchObject({ changed: true, dataVersion: 2 })
  expect(await codes(later)).toEqual(EXPECTED)
  expect(await everything(later)).toEqual(await everything(await loadedWith(RULES)))
})

test('a new parent moves the orders at once, and a load of the same rows changes nothing', async () => {
  const opened = await loadedWith(RULES)
  const moved = { version: 2, codes: [{ list: 'channel', values: ['newsletter'], parent: 'event' }] } as const
  expect(await opened.warehouse.changeCodeRules(1, moved)).toMatchObject({ changed: true, dataVersion: 2 })
  const sums = 'SELECT channel, sum(orders) FROM orders_by_day GROUP BY 1 ORDER BY 1'
  // the values that have no rule any more keep their codes
  expect(await opened.rows(sums)).toEqual([
    ['club', 2],
    ['event', 2],
    ['other', 2],
    ['phone', 4],
    ['pos', 1],
    ['web', 1],
  ])
  const again = merged([written('Newsletter', 'o1'), written('NEWSLETTER', 'o2')])
  expect(await opened.load(again)).toMatchObject({ changed: false, dataVersion: 2 })
})

test('rules that are not newer than the stored ones change nothing', async () => {
  const opened = await loadedWith({ ...RULES, version: 5 })
  const older: CodeRules = { version: 4, codes: [{ list: 'channel', values: ['newsletter'], parent: 'event' }] }
  expect(await opened.warehouse.changeCodeRules(1, older)).toMatchObject({ changed: false, dataVersion: 1 })
  expect(await opened.load(written('Newsletter', 'o9'), { codeRules: older })).toMatchObject({ changed: true })
  expect(await opened.rows(`SELECT channel FROM orders WHERE source_id = 'o9'`)).toEqual([['web']])
})

test('an account without data has nothing to change', async () => {
  const { warehouse } = await testWarehouse()
  expect(await warehouse.changeCodeRules(7, RULES)).toMatchObject({ changed: false, dataVersion: 0 })
})
