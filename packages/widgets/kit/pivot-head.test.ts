import { expect, test } from 'vitest'
import { sampleDimension } from './fixture-columns.ts'
import { pivotHeaders } from './pivot-head.ts'

test('neighbors with the same value share a header, and a total covers the levels below it', () => {
  const columns = [['2025', 'web'], ['2025', 'pos'], ['2025'], ['2026', 'web'], ['2026'], []]
  const headers = pivotHeaders({
    columns,
    columnColumns: [sampleDimension('orderYear', 'Year'), sampleDimension('channel', 'Channel')],
  })
  const shown = headers.map((level) => level.map(({ value, span, depth }) => [value?.cell ?? 'Total', span, depth]))
  expect(shown).toEqual([
    [
      ['2025', 3, 1],
      ['2026', 2, 1],
      ['Total', 1, 2],
    ],
    [
      ['web', 1, 1],
      ['pos', 1, 1],
      ['Total', 1, 1],
      ['web', 1, 1],
      ['Total', 1, 1],
    ],
  ])
})

test('two people of one name have a header each, and their key has none', () => {
  const columnColumns = [
    sampleDimension('customerName', 'Customer'),
    { ...sampleDimension('customerId', 'Customer ID'), keyOf: 'customerName' },
    sampleDimension('orderYear', 'Year'),
  ]
  const columns = [['Leif', 'a', 2025], ['Leif', 'a', 2026], ['Leif', 'a'], ['Leif', 'b', 2026], ['Leif', 'b'], []]
  const shown = pivotHeaders({ columns, columnColumns }).map((level) =>
    level.map(({ value, span, depth }) => [value?.cell ?? 'Total', span, depth]),
  )
  expect(shown).toEqual([
    [
      ['Leif', 3, 1],
      ['Leif', 2, 1],
      ['Total', 1, 2],
    ],
    [
      [2025, 1, 1],
      [2026, 1, 1],
      ['Total', 1, 1],
      [2026, 1, 1],
      ['Total', 1, 1],
    ],
  ])
})
