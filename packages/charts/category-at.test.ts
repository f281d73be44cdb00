import { expect, test } from 'vitest'
import { categoryAt } from './category-at.ts'
import { pieChart } from './pie-chart.ts'

const parts = [
  { name: 'A', value: 1, color: 0 },
  { name: 'B', value: 1, color: 1 },
]
const chart = pieChart({ parts, box: { width: 600, height: 200 }, writeValue: String, writeShare: String })
const [centre] = chart.slices

test('a point within the ring means the slice in its direction, and a line of the list its part', () => {
  if (centre === undefined) throw new Error('a slice is needed')
  expect(categoryAt(chart, centre.x + 40, centre.y)).toBe(0)
  expect(categoryAt(chart, centre.x - 40, centre.y)).toBe(1)
  const line = chart.bands[1]
  expect(categoryAt(chart, (line?.x ?? 0) + 5, (line?.y ?? 0) + 5)).toBe(1)
})

test('a point beside everything means nothing', () => expect(categoryAt(chart, 599, 1)).toBeNull())
