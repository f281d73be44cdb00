import { expect, test } from 'vitest'
import { pushedRows } from '#connectors/api/api.connector.ts'
import { INGEST_RECORDS } from '#contract/ingest.ts'
import { packRows } from '#warehouse/schema/packed-rows.ts'
import { storedBatch, waitingBatch } from './batch-content.ts'

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

test('a stored batch says which orders it has, and is read without its content', () => {
  const { outline } = storedBatch(both)
  const { orders, isWhole, rows } = waitingBatch({ content: 'unread', outline })
  expect({ orders, isWhole }).toEqual({ orders: ['o1', 'o2'], isWhole: true })
  expect(rows.tables).toEqual(packRows(both).tables)
  const { order_lines } = both
  expect(waitingBatch(storedBatch({ order_lines }))).toMatchObject({ orders: ['o1', 'o2'], isWhole: false })
  expect(waitingBatch(storedBatch({ customers: [] }))).toMatchObject({ orders: [], isWhole: false })
})

test('many orders take less than a quarter of the space of their rows', () => {
  const orders = Array.from({ length: 100 }, (_, index) => ({ ...both.orders[0], source_id: `o${index}` }))
  const { content, outline } = storedBatch({ orders } as Parameters<typeof storedBatch>[0])
  expect(content.length + (outline?.length ?? 0)).toBeLessThan(JSON.stringify({ orders }).length / 4)
})

const byColumn = (rows: readonly object[]) => {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const valuesOf = (name: string) => rows.map((row) => Reflect.get(row, name) ?? null)
  const columns = names.map((name) => [name, new Set(valuesOf(name)).size === 1 ? valuesOf(name)[0] : valuesOf(name)])
  return { rows: rows.length, columns: Object.fromEntries(columns) }
}

test('batches of earlier releases are the same rows', () => {
  const now = waitingBatch(storedBatch(both))
  expect(waitingBatch({ content: JSON.stringify(both), outline: null })).toEqual(now)
  const columns = { orders: byColumn(both.orders), order_lines: byColumn(both.order_lines) }
  expect(waitingBatch({ content: JSON.stringify(columns), outline: null })).toEqual(now)
})
