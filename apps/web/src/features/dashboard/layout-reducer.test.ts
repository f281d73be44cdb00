import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { WidgetEntry } from '#contract/dashboards.ts'
import { COLUMNS, isSameLayout } from './grid-rules.ts'
import {
  isDirty,
  type LayoutAction,
  type LayoutState,
  layoutReducer,
  loadedLayout,
  MAX_UNDO,
} from './layout-reducer.ts'
import { newEntry } from './new-entry.ts'

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

const some = (state: LayoutState, place: number): WidgetEntry | undefined =>
  state.present[place % Math.max(1, state.present.length)]

const edit: fc.Arbitrary<Edit> = fc.oneof(
  fc.tuple(fc.constantFrom(...TYPES), fc.nat(), fc.double({ min: 0, max: 0.999, noNaN: true })).map(
    ([type, now, random]): Edit =>
      ({ present }) => ({
        type: 'added',
        entry: newEntry({ type, size: { w: 3, h: 4 }, props: {}, count: present.length, now, random }),
      }),
  ),
  fc.nat().map(
    (place): Edit =>
      (state) => ({ type: 'removed', id: some(state, place)?.id ?? '' }),
  ),
  fc.tuple(fc.nat(), fc.nat(7), fc.nat(20), fc.integer({ min: 1, max: 8 })).map(
    ([place, x, y, w]): Edit =>
      (state) => ({ type: 'arranged', placements: [{ id: some(state, place)?.id ?? '', x, y, w, h: 3 }] }),
  ),
  fc.tuple(fc.nat(), fc.string({ maxLength: 5 })).map(
    ([place, title]): Edit =>
      (state) => ({ type: 'configured', id: some(state, place)?.id ?? '', props: { title } }),
  ),
)

const apply = (state: LayoutState, edits: readonly Edit[]): LayoutState =>
  edits.reduce((before, next) => layoutReducer(before, next(before)), state)

const repeat = (state: LayoutState, type: 'undone' | 'redone', times: number): LayoutState =>
  Array.from({ length: times }).reduce<LayoutState>((before) => layoutReducer(before, { type }), state)

describe('the unsaved layout', () => {
  test('undoing every step leads back to the loaded layout, redoing them to the last one', () => {
    fc.assert(
      fc.property(layout, fc.array(edit, { maxLength: 20 }), (widgets, edits) => {
        const start = loadedLayout(widgets)
        const end = apply(start, edits)
        const undone = repeat(end, 'undone', end.past.length)
        expect(undone.present).toBe(start.present)
        expect(isDirty(undone)).toBe(false)
        expect(repeat(undone, 'redone', undone.future.length)).toEqual(end)
      }),
    )
  })

  test('ids are unique, tiles are within the columns and none overlaps another', () => {
    fc.assert(
      fc.property(layout, fc.array(edit, { maxLength: 20 }), (widgets, edits) => {
        const { present } = apply(loadedLayout(widgets), edits)
        expect(new Set(present.map(({ id }) => id)).size).toBe(present.length)
        const cells = present.flatMap(({ x, y, w, h }) =>
          Array.from({ length: w * h }, (_, n) => `${x + (n % w)}.${y + Math.floor(n / w)}`),
        )
        expect(new Set(cells).size).toBe(cells.length)
        for (const { x, w } of present) expect(x + w).toBeLessThanOrEqual(COLUMNS)
      }),
    )
  })

  test('what is saved and loaded again is the same layout, unknown types and props included', () => {
    fc.assert(
      fc.property(layout, fc.array(edit, { maxLength: 10 }), (widgets, edits) => {
        const { present } = apply(loadedLayout(widgets), edits)
        const stored: WidgetEntry[] = JSON.parse(JSON.stringify(present))
        const again = loadedLayout(stored.toReversed())
        expect(isSameLayout(again.present, present)).toBe(true)
        expect(isDirty(again)).toBe(false)
      }),
    )
  })

  const tile = { id: 'a', type: 'sales', x: 0, y: 0, w: 3, h: 4, props: { title: 'Sales', periodType: 'qtd' } }

  test('the same places and the same props in another order are no change', () => {
    const start = loadedLayout([tile])
    const placed = layoutReducer(start, { type: 'arranged', placements: [tile] })
    const configured = layoutReducer(placed, {
      type: 'configured',
      id: 'a',
      props: { periodType: 'qtd', title: 'Sales' },
    })
    expect(configured).toBe(start)
  })

  test('a hundred steps can be undone, the oldest is let go', () => {
    const edits = Array.from(
      { length: MAX_UNDO + 5 },
      (_, n): Edit =>
        () => ({
          type: 'configured',
          id: 'a',
          props: { title: String(n) },
        }),
    )
    const end = apply(loadedLayout([tile]), edits)
    expect(end.past).toHaveLength(100)
    expect(repeat(end, 'undone', 200).present[0]?.props.title).toBe('4')
  })

  test('after a save nothing is unsaved, and an undo makes it so again', () => {
    const edited = layoutReducer(loadedLayout([tile]), { type: 'removed', id: 'a' })
    const saved = layoutReducer(edited, { type: 'saved', widgets: edited.present })
    expect([isDirty(edited), isDirty(saved), isDirty(layoutReducer(saved, { type: 'undone' }))]).toEqual([
      true,
      false,
      true,
    ])
  })

  test('a widget is added at the left, two rows a widget down, and then moves up', () => {
    const added = newEntry({ type: 'logo', size: { w: 1, h: 2 }, props: {}, count: 1, now: 5, random: 0.5 })
    expect(added).toMatchObject({ x: 0, y: 2, id: expect.stringMatching(/^logo-5-[0-9a-z]+$/) })
    const { present } = layoutReducer(loadedLayout([{ ...tile, h: 1 }]), { type: 'added', entry: added })
    expect(present[1]).toMatchObject({ x: 0, y: 1 })
  })
})
