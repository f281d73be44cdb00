import { expect, test } from 'vitest'
import { z } from 'zod'
import { upperFirst } from '#domain/text.ts'
import { MalformedResponse } from './platform-problems.ts'
import { RecordProblem, readEnvelope, readRecords } from './read-records.ts'

const reader = {
  schema: z.object({
    id: z.string(),
    name: z.string(),
    items: z.array(z.object({ price: z.number().int() })).default([]),
    when: z.iso.datetime().nullable().default(null),
  }),
  rows: ({ id, name }: { id: string; name: string }) => {
    if (name === 'nobody') throw new RecordProblem('name', 'name is nobody')
    return [{ table: 'clubs' as const, row: { source_id: id, source_updated: null, time_basis: 'utc' as const, name } }]
  },
}

test.each([
  [{ id: 'b' }, 'b', 'name', 'Name is missing'],
  [{ id: 'b', name: 7 }, 'b', 'name', 'Name must be a string'],
  [{ id: 'b', name: null }, 'b', 'name', 'Name is empty'],
  [{ id: 'b', name: 'B', items: [{ price: 1 }, { price: '1' }] }, 'b', 'items[1].price', 'Price must be a number'],
  [{ id: 'b', name: 'B', items: [{ price: 1.5 }] }, 'b', 'items[0].price', 'Price must be a whole number'],
  [{ id: 'b', name: 'B', when: 'soon' }, 'b', 'when', 'When has an invalid value'],
  [{ id: 7, name: 'B' }, '7', 'id', 'ID must be a string'],
  [{ id: null, name: 'B' }, null, 'id', 'ID is empty'],
  [{ name: 'B' }, null, 'id', 'ID is missing'],
  ['text', null, null, 'It must be an object'],
  [null, null, null, 'It is empty'],
  [{ id: 'b', name: 'nobody' }, 'b', 'name', 'Name is nobody'],
])('quarantines %j and reads the other records', (record, sourceId, field, reason) => {
  const { rows, records, quarantined } = readRecords([{ id: 'a', name: 'A' }, record, { id: 'c', name: 'C' }], reader)
  expect(rows.map(({ row }) => row.source_id)).toEqual(['a', 'c'])
  expect(records.map(({ id }) => id)).toEqual(['a', 'c'])
  expect(quarantined).toEqual([{ sourceId, field, reason }])
})

test('quarantines all rows that a record stands for', () => {
  const { quarantined } = readRecords([{ id: 'b' }], { ...reader, idOf: () => ['b', 'b-1'] })
  expect(quarantined.map(({ sourceId }) => sourceId)).toEqual(['b', 'b-1'])
  expect(readRecords([{}], { ...reader, idOf: () => [] }).quarantined).toMatchObject([{ sourceId: null }])
})

test.each([
  ['an amount above the safe integer range', { price: 2 ** 53 }],
  ['a price that is NaN', { price: Number.NaN }],
  ['an infinite cost', { cost: Number.POSITIVE_INFINITY }],
])('%s is not stored', (_name, changes) => {
  const row = {
    source_id: 'p',
    source_updated: null,
    time_basis: 'utc' as const,
    sku: null,
    title: 'Wine',
    category: null,
    brand: null,
    vintage: null,
    varietal: null,
    item_kind: 'wine',
    price: 1,
    cost: 1,
    currency: null,
  }
  const rows = () => [{ table: 'products' as const, row: { ...row, ...changes } }]
  const { quarantined } = readRecords([{ id: 'a', name: 'A' }], { ...reader, rows })
  const [field = ''] = Object.keys(changes)
  expect(quarantined).toEqual([
    { sourceId: 'a', field, reason: `${upperFirst(field)} comes to a number that cannot be kept` },
  ])
})

test('rethrows a programming error instead of quarantining the record', () => {
  const rows = () => {
    throw new TypeError('ours')
  }
  expect(() => readRecords([{ id: 'a', name: 'A' }], { ...reader, rows })).toThrow(TypeError)
})

test.each([
  [{}, 'Page 3 of orders: orders is missing'],
  [{ orders: {} }, 'Page 3 of orders: orders must be an array'],
  ['<html>', 'Page 3 of orders: It must be an object'],
])('rejects an envelope such as %j', (value, message) => {
  const read = () => readEnvelope(value, z.object({ orders: z.array(z.unknown()) }), 'Page 3 of orders')
  expect(read).toThrow(new MalformedResponse(message))
})
