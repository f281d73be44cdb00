import fc from 'fast-check'
import { expect, test } from 'vitest'
import { COLUMNS, compact, firstFreeSlot, overlaps } from './grid-rules.ts'

const tile = (id: string, x: number, y: number, w: number, h: number) => ({ id, type: 'sales', x, y, w, h, props: {} })

const layout = fc
  .array(fc.tuple(fc.nat(7), fc.nat(12), fc.integer({ min: 1, max: 8 }), fc.integer({ min: 1, max: 6 })), {
    maxLength: 8,
  })
  .map((areas) => compact(areas.map(([x, y, w, h], index) => tile(String(index), x, y, w, h))))
const size = fc.record({ w: fc.integer({ min: 1, max: 8 }), h: fc.integer({ min: 1, max: 6 }) })

test('no other tile moves, and no place further up or left fits', () => {
  fc.assert(
    fc.property(layout, size, (widgets, { w, h }) => {
      const slot = firstFreeSlot(widgets, { w, h })
      const added = [...widgets, { ...tile('new', 0, 0, w, h), ...slot }]
      expect(compact(added)).toEqual(added)
      const isBefore = (x: number, y: number): boolean => y < slot.y || (y === slot.y && x < slot.x)
      for (let y = 0; y <= slot.y; y += 1)
        for (let x = 0; x + w <= COLUMNS; x += 1)
          if (isBefore(x, y)) expect(widgets.some((other) => overlaps(other, { x, y, w, h }))).toBe(true)
    }),
  )
})

test('fills the gap at the right of a row before it begins a new one', () => {
  const widgets = [tile('a', 0, 0, 5, 9), tile('b', 5, 0, 3, 4), tile('c', 0, 9, 8, 4)]
  expect(firstFreeSlot(widgets, { w: 3, h: 5 })).toEqual({ x: 5, y: 4, w: 3, h: 5 })
  expect(firstFreeSlot(widgets, { w: 3, h: 6 })).toEqual({ x: 0, y: 13, w: 3, h: 6 })
})

test('narrows a tile that is wider than the grid', () => {
  expect(firstFreeSlot([], { w: 12, h: 2 })).toEqual({ x: 0, y: 0, w: 8, h: 2 })
})
