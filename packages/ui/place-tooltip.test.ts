import fc from 'fast-check'
import { expect, test } from 'vitest'
import { placeTooltip } from './chart-figure.tsx'

const size = { width: 220, height: 90 }
const window = { width: 1000, height: 600 }

test.each([
  ['above', { x: 400, y: 300, width: 20, height: 200 }, { left: 300, top: 202 }],
  ['below without room above', { x: 400, y: 40, width: 20, height: 200 }, { left: 300, top: 248 }],
  ['on the right of a tall area', { x: 400, y: 40, width: 20, height: 540 }, { left: 428, top: 265 }],
  ['on the left at the right edge', { x: 900, y: 40, width: 90, height: 540 }, { left: 672, top: 265 }],
])('a tooltip is %s', (_name, area, position) => expect(placeTooltip(area, size, window)).toEqual(position))

test('it never covers what it explains, where the window has room', () => {
  const area = fc.record({
    x: fc.integer({ min: 0, max: 900 }),
    y: fc.integer({ min: 0, max: 500 }),
    width: fc.integer({ min: 1, max: 100 }),
    height: fc.integer({ min: 1, max: 600 }),
  })
  fc.assert(
    fc.property(area, (covered) => {
      const { left, top } = placeTooltip(covered, size, window)
      const isBeside = left >= covered.x + covered.width || left + size.width <= covered.x
      expect(isBeside || top >= covered.y + covered.height || top + size.height <= covered.y).toBe(true)
    }),
  )
})
