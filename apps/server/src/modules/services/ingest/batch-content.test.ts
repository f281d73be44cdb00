import { expect, test } from 'vitest'
import { pushedRows } from '#connectors/api/api.connector.ts'
import { INGEST_RECORDS } from '#contract/ingest.ts'
import { packRows, unpackRows } from './batch-content.ts'

const rowsOf = (record: object) => pushedRows('orders', INGEST_RECORDS.orders.parse(record), 'USD')

const line = { lineId: '1', quantity: 1, amount: 12.35 }
const first = rowsOf({
  sourceId: 'o1',
  orderNumber: '1',
  ordered: '2026-05-04T13:30:00Z',
  total: 12.35,
  channel: 'Kiosk',
  lines: [line],
})
const second = rowsOf({
  sourceId: 'o2',
  orderNumber: '2',
  ordered: '2026-05-05T09:00:00',
  total: -1,
  isRefund: true,
  lines: [line, { ...line, lineId: '2', sku: 'PN' }],
})
const both = {
  orders: [...(first.orders ?? []), ...(second.orders ?? [])],
  order_lines: [...(first.order_lines ?? []), ...(second.order_lines ?? [])],
}

const withoutNulls = (rows: readonly object[] = []) =>
  rows.map((row) => Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)))

test('rows come back as they were packed, a column that all of them share included', () => {
  const { orders, order_lines } = unpackRows(packRows(both))
  expect(withoutNulls(orders)).toEqual(both.orders)
  expect(withoutNulls(order_lines)).toEqual(both.order_lines)
  expect(packRows(both).length).toBeLessThan(JSON.stringify(both).length)
})

test('reads batches that an earlier release stored, and one without rows', () => {
  expect(unpackRows(JSON.stringify(both))).toEqual(JSON.parse(JSON.stringify(both)))
  expect(unpackRows(packRows({ customers: [] }))).toEqual({ customers: [] })
})
