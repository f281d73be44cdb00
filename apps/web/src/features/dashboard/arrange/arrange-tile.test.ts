import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compact, normalizeLayout, type Widgets } from '../grid-rules.ts'
import { type Direction, moveTile, resizeTile } from './arrange-tile.ts'

const tile = (id: string, x: number, y: number, w: number, h: number) => ({ id, type: 'sales', x, y, w, h, props: {} })
const at = (widgets: Widgets | null, id: string) => widgets?.find((entry) => entry.id === id)

/** Two columns: a over b on the left, c over d on the right. */
const A = tile('a', 0, 0, 4, 4)
const B = tile('b', 0, 4, 4, 4)
const C = tile('c', 4, 0, 4, 6)
const D = tile('d', 4, 6, 4, 2)
const START = [A, B, C, D]
const MIN = { w: 2, h: 3 }

describe('moving', () => {
  test('down passes the next tile, which goes up', () => {
    expect(moveTile(START, A, 'down')).toEqual([{ ...A, y: 4 }, { ...B, y: 0 }, C, D])
  })

  test('up passes the previous tile, which goes down', () => {
    expect(moveTile(START, D, 'up')).toEqual([A, B, { ...C, y: 2 }, { ...D, y: 0 }])
  })

  test('to the side pushes tiles in the way below, and back restores them', () => {
    const right = moveTile(START, A, 'right')
    const moved = at(right, 'a')
    expect(moved).toMatchObject({ x: 1, y: 0 })
    expect(at(right, 'c')?.y).toBe(4)
    expect(moved && moveTile(START, moved, 'left')).toEqual(START)
  })

  test.each<[id: string, direction: Direction]>([
    ['a', 'left'],
    ['a', 'up'],
    ['b', 'down'],
    ['c', 'right'],
  ])('%s cannot go further %s', (id, direction) => {
    const entry = at(START, id)
    expect(entry && moveTile(START, entry, direction)).toBeNull()
  })
})

describe('resizing', () => {
  test('makes a tile higher and pushes those below down', () => {
    expect(resizeTile(START, A, 'down', MIN)).toEqual([{ ...A, h: 5 }, { ...B, y: 5 }, C, D])
  })

  test('makes a tile narrower down to the minimum of its widget', () => {
    expect(at(resizeTile(START, A, 'left', MIN), 'a')).toEqual({ ...A, w: 3 })
    expect(resizeTile(START, { ...A, w: 2 }, 'left', MIN)).toBeNull()
    expect(resizeTile(START, { ...A, h: 3 }, 'up', MIN)).toBeNull()
  })

  test('stops at the edge of the grid', () => {
    expect(resizeTile(START, C, 'right', MIN)).toBeNull()
  })

  test('a tile that is smaller than the minimum can grow', () => {
    expect(at(resizeTile([tile('a', 0, 0, 1, 1)], tile('a', 0, 0, 1, 1), 'right', MIN), 'a')).toMatchObject({
      w: 2,
      h: 1,
    })
  })
})

const layout = fc
  .array(fc.tuple(fc.nat(7), fc.nat(12), fc.integer({ min: 1, max: 8 }), fc.integer({ min: 1, max: 5 })), {
    minLength: 1,
    maxLength: 8,
  })
  .map((areas) => compact(areas.map(([x, y, w, h], index) => tile(String(index), x, y, w, h))))

describe('in any layout', () => {
  test('repeated moves up lead to the first row, and every layout on the way is valid', () => {
    fc.assert(
      fc.property(layout, fc.nat(), (start, index) => {
        const first = start[index % start.length]
        if (first === undefined) return
        let current = first
        for (;;) {
          const next = moveTile(start, current, 'up')
          const moved = at(next, first.id)
          if (next === null || moved === undefined) break
          expect(moved.y).toBeLessThan(current.y)
          expect(normalizeLayout(next)).toEqual(next)
          current = moved
        }
        expect(current.y).toBe(0)
      }),
    )
  })

  test('a move changes no size and no column of another tile', () => {
    const direction = fc.constantFrom<Direction>('left', 'right', 'up', 'down')
    fc.assert(
      fc.property(layout, fc.nat(), direction, (start, index, towards) => {
        const moved = start[index % start.length]
        if (moved === undefined) return
        const shapes = (widgets: Widgets) =>
          widgets.filter(({ id }) => id !== moved.id).map(({ id, x, w, h }) => ({ id, x, w, h }))
        expect(shapes(moveTile(start, moved, towards) ?? start)).toEqual(shapes(start))
      }),
    )
  })
})
