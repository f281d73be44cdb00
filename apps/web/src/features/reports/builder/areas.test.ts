import { expect, test } from 'vitest'
import { columnsByArea, dropInto, step } from './areas.ts'
import { applyEdit } from './draft-edits.ts'
import { ORDERS } from './orders-type.fixture.ts'
import { emptyDraft, newColumn, type ReportDraft } from './report-draft.ts'

const draft = (across: readonly string[]): ReportDraft => ({
  ...emptyDraft(ORDERS),
  columns: ['channel', 'netSales', 'orderMonth', 'averageOrder'].map(newColumn),
  pivot: across.length === 0 ? null : { columns: [...across], subtotals: true },
})

test('groups are rows, or columns of a pivot, and measures are values', () => {
  expect(columnsByArea(ORDERS, draft([]))).toEqual({ rows: [0, 2], columns: [], values: [1, 3] })
  expect(columnsByArea(ORDERS, draft(['orderMonth']))).toEqual({ rows: [0], columns: [2], values: [1, 3] })
})

test('a step moves a column within its area, and a group from the rows to the columns and back', () => {
  expect(step(ORDERS, draft([]), 0, 1)).toEqual({ to: 2, isAcross: false })
  expect(step(ORDERS, draft([]), 0, -1)).toBeNull()
  expect(step(ORDERS, draft([]), 2, 1)).toEqual({ to: 2, isAcross: true })
  expect(step(ORDERS, draft(['orderMonth']), 0, 1)).toEqual({ to: 1, isAcross: true })
  expect(step(ORDERS, draft(['orderMonth']), 2, -1)).toEqual({ to: 1, isAcross: false })
  expect(step(ORDERS, draft([]), 1, 1)).toEqual({ to: 3, isAcross: false })
  expect(step(ORDERS, draft([]), 3, 1)).toBeNull()
})

test('a column is dropped before another or at the end, and only where it belongs', () => {
  expect(dropInto(ORDERS, draft([]), { index: 2, area: 'rows', before: 0 })).toEqual({ to: 0, isAcross: false })
  expect(dropInto(ORDERS, draft([]), { index: 0, area: 'rows', before: null })).toEqual({ to: 2, isAcross: false })
  expect(dropInto(ORDERS, draft([]), { index: 0, area: 'columns', before: null })).toEqual({ to: 0, isAcross: true })
  expect(dropInto(ORDERS, draft([]), { index: 0, area: 'values', before: 1 })).toBeNull()
  expect(dropInto(ORDERS, draft([]), { index: 1, area: 'rows', before: null })).toBeNull()
})

test('a pivot has its columns in the order of their area', () => {
  const both = draft(['channel', 'orderMonth'])
  const moved = applyEdit(both, { kind: 'columnMoved', index: 2, to: 0, isAcross: true }, ORDERS)
  expect(moved.columns.map(({ columnId }) => columnId)).toEqual(['orderMonth', 'channel', 'netSales', 'averageOrder'])
  expect(moved.pivot?.columns).toEqual(['orderMonth', 'channel'])
  const back = applyEdit(both, { kind: 'columnMoved', index: 2, to: 2, isAcross: false }, ORDERS)
  expect(back.pivot?.columns).toEqual(['channel'])
})
