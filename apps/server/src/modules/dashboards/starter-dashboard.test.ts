import { expect, test } from 'vitest'
import { starterWidgets } from './starter-dashboard.ts'

const COLUMNS = 8
const cellsOf = ({ x, y, w, h }: { x: number; y: number; w: number; h: number }) =>
  Array.from({ length: w * h }, (_, cell) => `${x + (cell % w)},${y + Math.floor(cell / w)}`)

test('the first dashboard fills its eight columns: no cell is empty, none is used twice', () => {
  const widgets = starterWidgets()
  const cells = widgets.flatMap(cellsOf)
  const height = Math.max(...widgets.map(({ y, h }) => y + h))
  expect(new Set(cells).size).toBe(cells.length)
  expect(cells.length).toBe(COLUMNS * height)
  expect(Math.max(...widgets.map(({ x, w }) => x + w))).toBe(COLUMNS)
})

test('a laptop screen of 17 rows shows eight tiles whole', () => {
  expect(starterWidgets().filter(({ y, h }) => y + h <= 17)).toHaveLength(8)
})
