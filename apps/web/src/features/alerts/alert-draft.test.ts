import { describe, expect, test } from 'vitest'
import type { CatalogColumn } from '#contract/report-catalog.ts'
import { draftToInput, newDraft, watchableColumns } from './alert-draft.ts'

const column = (columnId: string, kind: CatalogColumn['kind'], format: CatalogColumn['format']): CatalogColumn => ({
  columnId,
  columnName: columnId,
  displayName: columnId,
  kind,
  type: 'number',
  format,
  additive: kind === 'measure' && format !== 'percent',
  description: '',
  goodDirection: 'neutral',
  aggregations: [],
  filterOnly: false,
})

const COLUMNS = [
  column('channel', 'dimension', 'text'),
  column('netSales', 'measure', 'currency'),
  column('refundRate', 'measure', 'percent'),
]

const byChannel = {
  reportType: 'Orders',
  name: 'By channel',
  columns: [{ columnId: 'channel' }, { columnId: 'netSales' }, { columnId: 'RefundRate' }],
  groupColumns: ['channel'],
}

test('numbers of a report can be watched, names of its rows cannot', () => {
  const counted = {
    ...byChannel,
    columns: [...byChannel.columns, { columnId: 'channel', aggregation: 'Count' as const }],
  }
  expect(watchableColumns(counted, COLUMNS)).toEqual([
    { index: 1, name: 'netSales', format: 'currency', additive: true },
    { index: 2, name: 'refundRate', format: 'percent', additive: false },
    { index: 3, name: 'channel (count)', format: 'integer', additive: false },
  ])
})

describe('a new alert', () => {
  const columns = watchableColumns(byChannel, COLUMNS)

  test.each([
    ['LastWeek', 'LastWeek'],
    ['ThisYear', 'Yesterday'],
    ['None', 'Yesterday'],
  ])('of a report over %s watches %s', (relativeRange, range) => {
    const definition = { ...byChannel, relativeDateFilter: { relativeRange } }
    expect(newDraft(definition, columns, true)).toMatchObject({ range, scope: 'total', column: 1 })
  })

  test('of a list without dates watches every row, and the number that it is sorted by', () => {
    const list = { ...byChannel, groupColumns: [], orderColumns: [{ columnId: 'refundRate' }] }
    expect(newDraft(list, columns, false)).toMatchObject({ range: null, scope: 'rows', column: 2 })
  })

  test('is complete with a limit; percentages are sent as fractions', () => {
    const draft = { ...newDraft(byChannel, columns, true), column: 2 }
    const report = { definition: byChannel, columns, dateColumn: 'orderDate' }
    expect(draftToInput(draft, report)).toBeNull()
    expect(draftToInput({ ...draft, value: 5 }, report)).toMatchObject({
      column: 2,
      condition: { kind: 'below', value: 0.05 },
      definition: { relativeDateFilter: { relativeRange: 'Yesterday', columnName: 'OrderDate' } },
    })
  })
})
