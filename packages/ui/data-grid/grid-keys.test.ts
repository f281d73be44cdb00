import { expect, test } from 'vitest'
import { placeAfterKey } from './grid-keys.ts'

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
