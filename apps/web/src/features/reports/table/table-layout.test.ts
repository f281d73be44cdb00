import { expect, test } from 'vitest'
import { isOwnLayout, OWN_LAYOUT, parseLayout, serializeLayout, type TableLayout } from './table-layout.ts'

const KNOWN = ['brand', 'netSales']
const LAYOUT: TableLayout = {
  columns: ['netSales'],
  pinned: ['netSales.1'],
  widths: { 'brand.0': 220 },
  formats: { netSales: 'integer' },
}

test('restores what was stored', () => {
  expect(parseLayout(serializeLayout(LAYOUT), KNOWN)).toEqual(LAYOUT)
  expect([isOwnLayout(LAYOUT), isOwnLayout(OWN_LAYOUT)]).toEqual([false, true])
})

test.each([
  ['nothing', null],
  ['a damaged text', '{"form":1,'],
  ['an outdated form', JSON.stringify({ ...LAYOUT, form: 0 })],
])('%s is the report’s own layout', (_, text) => expect(parseLayout(text, KNOWN)).toEqual(OWN_LAYOUT))

test('columns that the report no longer has, and values of the wrong kind, are left out', () => {
  const stored = {
    form: 1,
    columns: ['gone'],
    pinned: [7],
    widths: { a: 'wide', b: -3, c: 90 },
    formats: { x: 'roman' },
  }
  expect(parseLayout(JSON.stringify(stored), KNOWN)).toEqual({ ...OWN_LAYOUT, widths: { c: 90 } })
})
