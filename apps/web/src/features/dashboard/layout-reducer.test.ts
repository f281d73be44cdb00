import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { WidgetEntry } from '#contract/dashboards.ts'
import { COLUMNS, isSameLayout } from './grid-rules.ts'
import {
  initialLayout,
  isDirty,
  type LayoutAction,
  type LayoutState,
  layoutReducer,
  restoredLayout,
} from './layout-reducer.ts'
import { orderForPhone } from './tile-places.ts'
import { createEntry } from './use-add-widget.ts'

const TYPES = ['sales', 'logo', 'avgOrder', 'neverHeardOf']

const entry = fc.record({
  id: fc.string({ minLength: 0, maxLength: 4 }),
  type: fc.constantFrom(...TYPES),
  x: fc.nat(9),
  y: fc.nat(30),
  w: fc.integer({ min: 1, max: 9 }),
  h: fc.integer({ min: 1, max: 9 }),
  props: fc.dictionary(fc.string({ maxLength: 3 }), fc.jsonValue({ maxDepth: 1 })),
})
const layout = fc.array(entry, { maxLength: 8 })

type Edit = (state: LayoutState) => LayoutAction

const some = (state: LayoutState, index: number): WidgetEntry | undefined =>
  state.present[index % Math.max(1, state.present.length)]

const edit: fc.Arbitrary<Edit> = fc.oneof(
  fc.tuple(fc.constantFrom(...TYPES), fc.nat(), fc.double({ min: 0, max: 0.999, noNaN: true })).map(
    ([type, now, random]): Edit =>
      ({ present }) => ({
        type: 'added',
        entry: createEntry({ type, size: { w: 3, h: 4 }, props: {}, widgets: present, now, random }),
      }),
  ),
  fc.nat().map(
    (index): Edit =>
      (state) => ({ type: 'removed', id: some(state, index)?.id ?? '' }),
  ),
  fc.tuple(fc.nat(), fc.nat(7), fc.nat(20), fc.integer({ min: 1, max: 8 })).map(
    ([index, x, y, w]): Edit =>
      (state) => ({ type: 'arranged', placements: [{ id: some(state, index)?.id ?? '', x, y, w, h: 3 }] }),
  ),
  fc.tuple(fc.nat(), fc.string({ maxLength: 5 })).map(
    ([index, title]): Edit =>
      (state) => ({ type: 'configured', id: some(state, index)?.id ?? '', props: { title } }),
  ),
)

const apply = (state: LayoutState, edits: readonly Edit[]): LayoutState =>
  edits.reduce((before, next) => layoutReducer(before, next(before)), state)

const repeat = (state: LayoutState, type: 'undone' | 'redone', times: number): LayoutState =>
  Array.from({ length: times }).reduce<LayoutState>((before) => layoutReducer(before, { type }), state)

describe('unsaved layout', () => {
  test('undoing every step restores the loaded layout, redoing them the last one', () => {
    fc.assert(
      fc.property(layout, fc.array(edit, { maxLength: 20 }), (widgets, edits) => {
        const start = initialLayout(widgets)
        const end = apply(start, edits)
        const undone = repeat(end, 'undone', end.past.length)
        expect(undone.present).toBe(start.present)
        expect(isDirty(undone)).toBe(false)
        expect(repeat(undone, 'redone', undone.future.length)).toEqual(end)
      }),
    )
  })

  test('ids are unique, and tiles are within the columns without overlapping', () => {
    fc.assert(
      fc.property(layout, fc.array(edit, { maxLength: 20 }), (widgets, edits) => {
        const { present } = apply(initialLayout(widgets), edits)
        expect(new Set(present.map(({ id }) => id)).size).toBe(present.length)
        const cells = present.flatMap(({ x, y, w, h }) =>
          Array.from({ length: w * h }, (_, n) => `${x + (n % w)}.${y + Math.floor(n / w)}`),
        )
        expect(new Set(cells).size).toBe(cells.length)
        for (const { x, w } of present) expect(x + w).toBeLessThanOrEqual(COLUMNS)
      }),
    )
  })

  test('saving and loading preserves the layout, including unknown types and props', () => {
    fc.assert(
      fc.property(layout, fc.array(edit, { maxLength: 10 }), (widgets, edits) => {
        const { present } = apply(initialLayout(widgets), edits)
        const stored: WidgetEntry[] = JSON.parse(JSON.stringify(present))
        const again = initialLayout(stored.toReversed())
        expect(isSameLayout(again.present, present)).toBe(true)
        expect(isDirty(again)).toBe(false)
      }),
    )
  })

  const tile = { id: 'a', type: 'sales', x: 0, y: 0, w: 3, h: 4, props: { title: 'Sales', periodType: 'qtd' } }

  test('reordered entries and props are not a change', () => {
    const start = initialLayout([tile])
    const placed = layoutReducer(start, { type: 'arranged', placements: [tile] })
    const configured = layoutReducer(placed, {
      type: 'configured',
      id: 'a',
      props: { periodType: 'qtd', title: 'Sales' },
    })
    expect(configured).toBe(start)
  })

  test('keeps a hundred undo steps and drops the oldest', () => {
    const edits = Array.from(
      { length: 100 + 5 },
      (_, n): Edit =>
        () => ({
          type: 'configured',
          id: 'a',
          props: { title: String(n) },
        }),
    )
    const end = apply(initialLayout([tile]), edits)
    expect(end.past).toHaveLength(100)
    expect(repeat(end, 'undone', 200).present[0]?.props.title).toBe('4')
  })

  test('is clean after a save and dirty again after an undo', () => {
    const edited = layoutReducer(initialLayout([tile]), { type: 'removed', id: 'a' })
    const saved = layoutReducer(edited, { type: 'saved', widgets: edited.present })
    expect([isDirty(edited), isDirty(saved), isDirty(layoutReducer(saved, { type: 'undone' }))]).toEqual([
      true,
      false,
      true,
    ])
  })

  test('adds a widget at x 0 in row twice the number of widgets, from where the grid compacts', () => {
    const start = initialLayout([tile, { ...tile, id: 'b', y: 4 }, { ...tile, id: 'c', y: 8 }])
    const added = createEntry({
      type: 'logo',
      size: { w: 1, h: 2 },
      props: {},
      widgets: start.present,
      now: 5,
      random: 0.5,
    })
    expect(added).toMatchObject({ x: 0, y: 6, id: expect.stringMatching(/^logo-5-[0-9a-z]+$/) })
    const { present } = layoutReducer(start, { type: 'added', entry: added })
    expect(present.map(({ type, y }) => [type, y])).toEqual([
      ['sales', 0],
      ['sales', 4],
      ['sales', 10],
      ['logo', 8],
    ])
  })

  test('continues on a newer version, with their layout and then mine in the undo history', () => {
    const mine = layoutReducer(initialLayout([tile]), { type: 'configured', id: 'a', props: { title: 'Mine' } })
    const theirs = [{ ...tile, w: 8 }]
    const both = [{ ...tile, w: 8, props: { title: 'Mine' } }]
    const rebased = layoutReducer(mine, { type: 'rebased', saved: theirs, widgets: both })
    const undone = repeat(rebased, 'undone', 1)
    expect([rebased.present, undone.present, repeat(undone, 'undone', 1).present]).toEqual([both, theirs, mine.present])
    expect([isDirty(rebased), isDirty(undone)]).toEqual([true, false])
  })

  test('a draft of an earlier visit is one step that can be undone', () => {
    const restored = restoredLayout([tile], [{ ...tile, w: 5 }])
    expect(isDirty(restored)).toBe(true)
    expect(isDirty(layoutReducer(restored, { type: 'undone' }))).toBe(false)
    expect(restoredLayout([tile], [tile]).past).toEqual([])
  })
})

const tileAt = (id: string, x: number, y: number, w = 3, h = 4) => ({ id, type: 'sales', x, y, w, h, props: {} })

test('orders tiles by row, then by column', () => {
  const ids = orderForPhone([tileAt('c', 0, 9), tileAt('b', 5, 0), tileAt('a', 0, 0, 5, 9)]).map(
    (item) => item.entry.id,
  )
  expect(ids).toEqual(['a', 'b', 'c'])
})

test('pairs consecutive small tiles and gives a single or large one the full row', () => {
  const spans = orderForPhone([
    tileAt('large', 0, 0, 5, 9),
    tileAt('one', 5, 0),
    tileAt('two', 5, 4),
    tileAt('lone', 0, 9),
    tileAt('wide', 3, 9, 5, 4),
  ]).map((item) => `${item.entry.id} ${item.span}`)
  expect(spans).toEqual(['large full', 'one half', 'two half', 'lone full', 'wide full'])
})
