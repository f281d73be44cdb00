import { expect, test } from 'vitest'
import { INGEST_RECORDS, type IngestKind } from '#contract/ingest.ts'
import { schemaOfBatch } from './record-schema.ts'

const line = { lineId: '1', quantity: 1, amount: 5 }
const order = { sourceId: ' o1 ', orderNumber: '1', ordered: '2026-05-04T13:30:00Z', total: 5, lines: [line] }
const { sourceId: _id, ...withoutId } = order
const { lineId: _line, ...withoutLineId } = line

const BATCHES: readonly (readonly [string, IngestKind, readonly unknown[]])[] = [
  ['orders without optional fields', 'orders', [order, { ...order, lines: [] }]],
  ['fields that only one record has', 'orders', [order, { ...order, city: 'Napa', tip: null }, { ...order, city: 7 }]],
  [
    'fields that only one line has',
    'orders',
    [order, { ...order, lines: [line, { ...line, lineId: '2', sku: 'PN' }] }],
  ],
  ['missing IDs', 'orders', [withoutId, { ...order, lines: [withoutLineId] }, { ...order, sourceId: ' ' }]],
  [
    'wrong values',
    'orders',
    [{ ...order, tip: 'x', ordered: '2026-02-30T10:00:00', total: 1e12, lines: [{ ...line, sku: 1 }] }],
  ],
  [
    'unknown fields',
    'orders',
    [
      { ...order, unknown: 1, lines: [{ ...line, other: 1 }] },
      { ...order, constructor: 1 },
    ],
  ],
  ['a line ID twice', 'orders', [{ ...order, lines: [line, line] }]],
  [
    'no lines',
    'orders',
    [
      { ...order, lines: null },
      { ...order, lines: 'x' },
      { ...order, lines: [null] },
    ],
  ],
  ['no records', 'customers', [null, 7, 'x', [], {}]],
  ['lines', 'lines', [{ ...line, orderSourceId: 'o1' }, line, { ...line, orderSourceId: 'o1', currency: 'usd' }]],
]

test.each(BATCHES)('answers as the schema of the contract: %s', (_name, kind, records) => {
  const schema = schemaOfBatch(kind, records)
  const answers = (
    record: unknown,
    { success, data, error }: { success: boolean; data?: unknown; error?: { issues: unknown } },
  ) => [record, success, data, error?.issues]
  const expected = records.map((record) => answers(record, INGEST_RECORDS[kind].safeParse(record)))
  expect(records.map((record) => answers(record, schema.safeParse(record)))).toEqual(expected)
})
