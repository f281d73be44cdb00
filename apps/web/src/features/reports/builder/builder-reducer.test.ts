import { describe, expect, test } from 'vitest'
import { type BuilderState, builderReducer, isDirty, startBuilder } from './builder-reducer.ts'
import type { DraftEdit } from './draft-edits.ts'
import { ORDERS } from './orders-type.fixture.ts'
import { emptyDraft, newColumn, type ReportDraft } from './report-draft.ts'

const base: ReportDraft = {
  ...emptyDraft(ORDERS),
  columns: [newColumn('channel'), newColumn('netSales'), newColumn('averageOrder')],
  sort: [{ columnId: 'netSales', direction: 'desc' }],
  chart: { kind: 'bar', x: 'channel', series: ['netSales'] },
}
const start = startBuilder(ORDERS, base)

const edited = (state: BuilderState, edit: DraftEdit, field?: string): BuilderState =>
  builderReducer(state, { type: 'edited', edit, ...(field === undefined ? {} : { field }) })
const undone = (state: BuilderState): BuilderState => builderReducer(state, { type: 'undone' })
const redone = (state: BuilderState): BuilderState => builderReducer(state, { type: 'redone' })

const ids = ({ columns }: ReportDraft): readonly string[] => columns.map(({ columnId }) => columnId)

const TOP = {
  columnId: 'channel',
  top: 2,
  by: { columnId: 'netSales', aggregation: 'None' as const },
  direction: 'desc' as const,
}

const SHARE = {
  columnId: 'calculation1',
  displayName: 'Share of netSales',
  kind: 'shareOfTotal' as const,
  of: { columnId: 'netSales', aggregation: 'None' as const },
  direction: 'desc' as const,
  along: null,
}

const EDITS: readonly (readonly [DraftEdit, Partial<ReportDraft>])[] = [
  [
    { kind: 'changed', change: { name: 'A', top: 10 } },
    { name: 'A', top: 10 },
  ],
  [{ kind: 'changed', change: { range: null } }, { range: null }],
  [{ kind: 'columnAdded', columnId: 'orderMonth' }, { columns: base.columns.toSpliced(1, 0, newColumn('orderMonth')) }],
  [{ kind: 'columnAdded', columnId: 'netSales' }, { columns: [...base.columns, newColumn('netSales')] }],
  [
    { kind: 'calculationAdded', calculation: 'shareOfTotal' },
    { columns: [...base.columns, newColumn('calculation1')], calculations: [SHARE] },
  ],
  [{ kind: 'columnRemoved', index: 2 }, { columns: base.columns.slice(0, 2) }],
  [
    { kind: 'columnMoved', index: 2, to: 0 },
    { columns: [newColumn('averageOrder'), newColumn('channel'), newColumn('netSales')] },
  ],
  [
    { kind: 'columnChanged', index: 0, change: { displayName: 'Where' } },
    { columns: [{ ...newColumn('channel'), displayName: 'Where' }, ...base.columns.slice(1)] },
  ],
  [{ kind: 'grouped', isGrouped: false }, { isGrouped: false }],
  [{ kind: 'groupLimited', columnId: 'channel', limit: TOP }, { groupLimits: [TOP] }],
  [
    { kind: 'pivoted', columnId: 'channel', isAcross: true },
    { pivot: { columns: ['channel'], subtotals: true }, top: null },
  ],
]

describe('every edit', () => {
  test.each(EDITS.map(([edit, expected]) => [edit.kind, edit, expected] as const))(
    '%s applies, is undone and redone',
    (_, edit, expected) => {
      const after = edited(start, edit)
      expect(after.present).toEqual({ ...base, ...expected })
      expect(isDirty(after)).toBe(true)
      expect(undone(after).present).toEqual(base)
      expect(isDirty(undone(after))).toBe(false)
      expect(redone(undone(after)).present).toEqual(after.present)
    },
  )
})

describe('columns', () => {
  test('removing a column removes its sort and chart series', () => {
    const { present } = edited(start, { kind: 'columnRemoved', index: 1 })
    expect(present.sort).toEqual([])
    expect(present.chart).toEqual({ kind: 'bar', x: 'channel', series: [] })
  })

  test.each([
    [0, -1],
    [2, 3],
    [9, 0],
  ])('ignores a move from %s to %s outside the list', (index, to) => {
    expect(edited(start, { kind: 'columnMoved', index, to })).toBe(start)
  })

  test('records have no aggregations, and groups only those the column allows', () => {
    const maximum = edited(start, { kind: 'columnChanged', index: 1, change: { aggregation: 'Max' } })
    const records = edited(maximum, { kind: 'grouped', isGrouped: false })
    expect(records.present.columns.map(({ aggregation }) => aggregation)).toEqual(['None', 'None', 'None'])
    const summed = edited(start, { kind: 'columnChanged', index: 2, change: { aggregation: 'Sum' } })
    const again = edited(edited(summed, { kind: 'grouped', isGrouped: false }), { kind: 'grouped', isGrouped: true })
    expect(again.present.columns[2]?.aggregation).toBe('None')
  })
})

describe('steps', () => {
  test('groups letters typed into one field into one step, per field', () => {
    let state = start
    for (const name of ['N', 'Ne', 'Net']) state = edited(state, { kind: 'changed', change: { name } }, 'name')
    state = edited(state, { kind: 'changed', change: { description: 'x' } }, 'description')
    expect(undone(state).present.name).toBe('Net')
    expect(undone(undone(state)).present).toEqual(base)
  })

  test('an edit without effect is not a step', () => {
    expect(edited(start, { kind: 'changed', change: { name: base.name } })).toBe(start)
  })

  test('an edit after an undo clears the redo stack', () => {
    const state = edited(undone(edited(start, { kind: 'changed', change: { name: 'A' } })), {
      kind: 'changed',
      change: { name: 'B' },
    })
    expect(redone(state)).toBe(state)
  })

  test('limits the number of steps', () => {
    let state = start
    for (let top = 1; top <= 100 + 20; top++) state = edited(state, { kind: 'changed', change: { top } })
    expect(state.past).toHaveLength(100)
  })

  test('ignores undo and redo on an empty stack', () => {
    expect(undone(start)).toBe(start)
    expect(redone(start)).toBe(start)
  })
})

describe('saving', () => {
  test('a save marks the draft as saved and keeps the undo stack', () => {
    const state = builderReducer(edited(start, { kind: 'changed', change: { top: 3 } }), {
      type: 'saved',
      draft: { ...base, top: 3 },
    })
    expect(isDirty(state)).toBe(false)
    expect(undone(state).present).toEqual(base)
  })

  test('edits made during a save stay unsaved', () => {
    const sent = edited(start, { kind: 'changed', change: { top: 3 } })
    const later = edited(sent, { kind: 'changed', change: { top: 4 } })
    expect(isDirty(builderReducer(later, { type: 'saved', draft: sent.present }))).toBe(true)
  })

  test('a reload clears the stacks; restored edits are one step after the saved draft', () => {
    const other = { ...base, name: 'Theirs' }
    expect(builderReducer(start, { type: 'loaded', draft: other })).toEqual(startBuilder(ORDERS, other))
    const restored = builderReducer(start, { type: 'restored', draft: other })
    expect(ids(undone(restored).present)).toEqual(ids(base))
    expect(isDirty(restored)).toBe(true)
  })
})
