import { expect, test } from 'vitest'
import { stackedRows, stackedRowsHeight } from './stacked-rows.ts'

const data = {
  categories: ['Summer 2026 Estate Club', 'Fall 2026 Estate Club'],
  series: [
    { name: 'Processed', color: 0, values: [400, 300] },
    { name: 'Skipped', color: 1, values: [40, 30] },
  ],
}
const draw = (width: number, mode: 'grouped' | 'stacked') => {
  const box = { width, height: stackedRowsHeight(data, mode, width) }
  return { ...stackedRows({ data, box, mode, writeValue: String }), rowHeight: box.height / data.categories.length }
}

test.each(['grouped', 'stacked'] as const)('names are whole on every screen: %s', (mode) => {
  for (const width of [260, 900]) {
    const names = draw(width, mode).labels.filter(({ role }) => role === 'name')
    expect(names.map(({ text }) => text)).toEqual(data.categories)
  }
})

test.each(['grouped', 'stacked'] as const)('on a narrow screen a bar is below its name, within its row: %s', (mode) => {
  const { bars, labels, rowHeight } = draw(260, mode)
  expect(bars).toHaveLength(4)
  for (const { category, y, height } of bars) {
    const name = labels.filter(({ role }) => role === 'name')[category]
    expect(y).toBeGreaterThan(name?.y ?? Number.POSITIVE_INFINITY)
    expect(y + height).toBeLessThanOrEqual(rowHeight * (category + 1))
  }
})
