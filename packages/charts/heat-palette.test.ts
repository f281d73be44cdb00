import { expect, test } from 'vitest'
import { contrast, DARK_HEAT, LIGHT_HEAT, textOn } from './heat-palette.ts'
import { heatCeiling, heatmap } from './heatmap.ts'

const scales = [
  ['light, above zero', LIGHT_HEAT.above],
  ['light, below zero', LIGHT_HEAT.below],
  ['dark, above zero', DARK_HEAT.above],
  ['dark, below zero', DARK_HEAT.below],
] as const

test.each(scales)('text is readable on every step: %s', (_, colors) => {
  for (const color of colors) expect(contrast(color, textOn(color))).toBeGreaterThanOrEqual(4.5)
})

test.each([
  [null, 10, 0],
  [0, 10, 0],
  [0.001, 10, 1],
  [10, 10, 8],
  [-10, 10, -8],
])('the step of %s among at most %s is %s', (value, largest, step) => {
  const values = [[value, largest]]
  const { cells } = heatmap({
    columns: ['a', 'b'],
    rows: ['r'],
    values,
    box: { width: 200, height: 90 },
    writeValue: String,
  })
  expect(cells[0]?.step).toBe(step)
})

test('one outlier does not make the other values look alike', () => {
  const usual = Array.from({ length: 40 }, (_, at) => at + 1)
  expect(heatCeiling([usual])).toEqual({ size: 40, isCut: false })
  const cut = heatCeiling([[...usual, 5000]])
  expect(cut.isCut).toBe(true)
  expect(cut.size).toBeLessThanOrEqual(40)
})

test('does not cap a small number of values', () =>
  expect(heatCeiling([[1, 2, 900]])).toEqual({ size: 900, isCut: false }))
