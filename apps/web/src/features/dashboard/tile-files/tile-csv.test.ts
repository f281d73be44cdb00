import { expect, test } from 'vitest'
import type { WidgetData } from '#contract/dashboards.ts'
import { sampleDimension, sampleKpi, sampleMeasure } from '#widgets/kit/fixture-columns.ts'
import { tileCsv } from './tile-csv.ts'

const table: WidgetData = {
  kpis: [],
  columns: [sampleDimension('channel', 'Sales channel'), sampleMeasure('netSales', 'Net sales', 'currency')],
  rows: [
    ['pos', 1234.5],
    ['web', -3],
  ],
}
const lines = (data: WidgetData): string[] => tileCsv(data).split('\r\n')

test('begins with a byte order mark and has a line per row with labels and plain numbers', () => {
  expect(lines(table)).toEqual(['\u{FEFF}Sales channel,Net sales', 'Tasting room,1234.5', 'Web,-3', ''])
})

test('names the period of each row when two are compared', () => {
  expect(lines({ ...table, previousRows: [['pos', 9]] })).toEqual([
    '\u{FEFF}Period,Sales channel,Net sales',
    'Current,Tasting room,1234.5',
    'Current,Web,-3',
    'Previous,Tasting room,9',
    '',
  ])
})

test('has the numbers of a tile without rows', () => {
  const kpis = [
    sampleKpi('netSales', 'Net sales', 'currency', [10, 8]),
    sampleKpi('tip', 'Tips, all', 'currency', [1, null]),
  ]
  expect(lines({ kpis, columns: [], rows: [] })).toEqual([
    '\u{FEFF}Number,Value,Previous',
    'Net sales,10,8',
    '"Tips, all",1,',
    '',
  ])
})

test.each([
  ['=HYPERLINK("x")', `"'=HYPERLINK(""x"")"`],
  ['a;=1+1', `"a;'=1+1"`],
  ['Estate "A"', '"Estate ""A"""'],
])('writes the name %s so that it is not evaluated', (name, cell) => {
  const brand = { ...table, columns: [sampleDimension('brand', 'Brand'), ...table.columns.slice(1)], rows: [[name, 1]] }
  expect(lines(brand)[1]).toBe(`${cell},1`)
})
