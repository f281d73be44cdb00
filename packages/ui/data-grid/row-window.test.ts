import fc from 'fast-check'
import { expect, test } from 'vitest'
import { placeAfterKey, scrollTopForRow, scrollTopToShow, windowAt } from './row-window.ts'

const viewHeight = 600
const rowHeight = 36
const height = (rowCount: number): number => Math.min(rowCount * rowHeight, 15_000_000)

test('renders a few dozen rows however many there are', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 101, max: 3_000_000 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (rowCount, share) => {
        const scrollTop = share * (height(rowCount) - viewHeight)
        const { from, until, above, below } = windowAt(scrollTop, { rowCount, rowHeight, viewHeight })
        expect(until - from).toBeLessThan(40)
        expect(above + below + (until - from) * rowHeight).toBeCloseTo(height(rowCount), 3)
        // The rendered rows cover the viewport.
        expect(above).toBeLessThanOrEqual(scrollTop + 1e-6)
        expect(above + (until - from) * rowHeight).toBeGreaterThanOrEqual(
          Math.min(scrollTop + viewHeight, height(rowCount)) - 1e-6,
        )
      },
    ),
  )
})

test('scrolls to every one of a million rows, including the first and the last', () => {
  const view = { rowCount: 1_000_000, rowHeight, viewHeight }
  for (const row of [0, 1, 49, 50, 333_333, 999_980, 999_999]) {
    const scrollTop = scrollTopToShow(row, scrollTopForRow(500_000, view), view) ?? scrollTopForRow(500_000, view)
    const { from, until } = windowAt(scrollTop, view)
    expect(row).toBeGreaterThanOrEqual(from)
    expect(row).toBeLessThan(until)
    expect(scrollTopToShow(row, scrollTop, view) ?? scrollTop).toBeCloseTo(scrollTop, -1)
  }
  const atTheEnd = windowAt(height(view.rowCount) - viewHeight, view)
  expect(atTheEnd.until).toBe(1_000_000)
  expect(atTheEnd.below).toBe(0)
})

test('scrolls the requested row to the top', () => {
  for (const rowCount of [500, 20_000, 1_000_000]) {
    for (const row of [0, 50, 400])
      expect(
        windowAt(scrollTopForRow(row, { rowCount, rowHeight, viewHeight }), { rowCount, rowHeight, viewHeight }).first,
      ).toBe(row)
  }
})

test('renders a short table completely', () => {
  expect(windowAt(0, { rowCount: 12, rowHeight, viewHeight })).toMatchObject({ from: 0, until: 12, above: 0, below: 0 })
  expect(windowAt(0, { rowCount: 0, rowHeight, viewHeight })).toMatchObject({ from: 0, until: 0, first: 0 })
})

const extent = { rows: 100, columns: 4, fitting: 10 }
const from = { row: 50, column: 2 }

const KEYS: readonly (readonly [string, { row: number; column: number } | null])[] = [
  ['ArrowDown', { row: 51, column: 2 }],
  ['ArrowUp', { row: 49, column: 2 }],
  ['ArrowLeft', { row: 50, column: 1 }],
  ['ArrowRight', { row: 50, column: 3 }],
  ['PageDown', { row: 60, column: 2 }],
  ['PageUp', { row: 40, column: 2 }],
  ['Home', { row: 0, column: 2 }],
  ['End', { row: 99, column: 2 }],
  ['a', null],
]

test.each(KEYS)('%s moves the current cell', (key, place) => {
  expect(placeAfterKey(key, from, extent)).toEqual(place)
})

test('does not move beyond the edges', () => {
  expect(placeAfterKey('PageDown', { row: 95, column: 3 }, extent)).toEqual({ row: 99, column: 3 })
  expect(placeAfterKey('ArrowLeft', { row: 0, column: 0 }, extent)).toEqual({ row: 0, column: 0 })
  expect(placeAfterKey('ArrowUp', { row: 0, column: 0 }, extent)).toEqual({ row: 0, column: 0 })
})
