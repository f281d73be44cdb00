import { expect, test } from 'vitest'
import type { ReportDefinition } from '#contract/report-definition.ts'
import { serializeStored } from '#web/app/draft/draft-storage.ts'
import {
  arrangedColumns,
  isOwnLayout,
  layoutInForce,
  OWN_LAYOUT,
  parseLayout,
  type TableLayout,
} from './table-layout.ts'

const KNOWN_COLUMNS = ['brand', 'netSales']
const LAYOUT: TableLayout = {
  columns: ['netSales'],
  pinned: ['netSales.1'],
  widths: { 'brand.0': 220 },
  formats: { netSales: 'integer' },
}

test('restores what was stored', () => {
  expect(parseLayout(serializeStored(LAYOUT), KNOWN_COLUMNS)).toEqual(LAYOUT)
  expect([isOwnLayout(LAYOUT), isOwnLayout(OWN_LAYOUT)]).toEqual([false, true])
})

test.each([
  ['nothing', null],
  ['a damaged text', '{"form":1,'],
  ['an outdated form', JSON.stringify({ ...LAYOUT, form: 0 })],
])('%s is the report’s own layout', (_, text) => expect(parseLayout(text, KNOWN_COLUMNS)).toEqual(OWN_LAYOUT))

test('columns that the report no longer has, and values of the wrong kind, are left out', () => {
  const stored = {
    form: 1,
    columns: ['gone'],
    pinned: [7],
    widths: { a: 'wide', b: -3, c: 90 },
    formats: { x: 'roman' },
  }
  expect(parseLayout(JSON.stringify(stored), KNOWN_COLUMNS)).toEqual({ ...OWN_LAYOUT, pinned: [], widths: { c: 90 } })
})

const plain = { aggregation: 'None', total: true, totalAggregation: 'sum' } as const
const columns: ReportDefinition['columns'] = [
  { ...plain, columnId: 'brand', width: 180, pinned: true },
  { ...plain, columnId: 'netSales', width: 90 },
  { ...plain, columnId: 'tax', format: 'currency' },
]

test.each<[string, Partial<TableLayout>, string[], Record<string, number>]>([
  ['nothing: the report’s own pins and widths', {}, ['brand.0'], { 'brand.0': 180, 'netSales.1': 90 }],
  [
    'a width: that of this column alone',
    { widths: { 'tax.2': 70, 'brand.0': 50 } },
    ['brand.0'],
    { 'brand.0': 50, 'netSales.1': 90, 'tax.2': 70 },
  ],
  ['a pin: only that', { pinned: ['tax.2'] }, ['tax.2'], { 'brand.0': 180, 'netSales.1': 90 }],
  ['no pin: none', { pinned: [] }, [], { 'brand.0': 180, 'netSales.1': 90 }],
])('a reader who chose %s', (_, chosen, pinned, widths) => {
  expect(layoutInForce({ ...OWN_LAYOUT, ...chosen }, columns)).toMatchObject({ pinned, widths })
})

test('columns are saved with the pins, widths and formats in force', () => {
  const chosen: TableLayout = { columns: null, pinned: ['tax.2'], widths: { 'tax.2': 70 }, formats: { tax: 'integer' } }
  expect(arrangedColumns(columns, layoutInForce(chosen, columns))).toEqual([
    { ...plain, columnId: 'brand', width: 180 },
    { ...plain, columnId: 'netSales', width: 90 },
    { ...plain, columnId: 'tax', format: 'integer', width: 70, pinned: true },
  ])
  expect(arrangedColumns(columns, layoutInForce(OWN_LAYOUT, columns))).toEqual(columns)
})
