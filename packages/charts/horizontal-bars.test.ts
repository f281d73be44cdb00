import { expect, test } from 'vitest'
import { horizontalBars } from './horizontal-bars.ts'
import { REST_COLOR } from './palette.ts'
import { textWidth } from './text-measure.ts'

const rows = [
  { name: 'Club', value: 200 },
  { name: 'A very long name of a tasting experience', value: 100 },
  { name: 'Web', value: -50 },
  { name: 'Nobody', value: null },
]
const draw = (box: { width: number; height: number }) => horizontalBars({ rows, box, writeValue: String })

test('bars are proportional, and negative ones grow to the left of zero', () => {
  const [club, long, web] = draw({ width: 300, height: 120 }).bars
  expect((club?.width ?? 0) / (long?.width ?? 1)).toBeCloseTo(2)
  expect((web?.x ?? 0) + (web?.width ?? 0)).toBeCloseTo(club?.x ?? -1)
})

test('a row without a value has its name and no bar', () => {
  const { bars, labels } = draw({ width: 300, height: 120 })
  expect(bars.map(({ category }) => category)).toEqual([0, 1, 2])
  expect(labels.filter(({ role }) => role === 'name').map(({ text }) => text)).toContain('Nobody')
})

test('names end before their bars begin', () => {
  const { labels, plot } = draw({ width: 180, height: 50 })
  for (const { role, text } of labels) if (role === 'name') expect(textWidth(text)).toBeLessThanOrEqual(plot.x)
})

test('names that would be cut stand above their bars where there is room', () => {
  const { bars, labels } = draw({ width: 280, height: 120 })
  expect(labels.filter(({ role }) => role === 'name').map(({ text }) => text)).toEqual(rows.map(({ name }) => name))
  for (const { y, category } of bars) {
    expect(y).toBeGreaterThan(labels[category * 2]?.y ?? Number.POSITIVE_INFINITY)
    expect(y).toBeLessThan(30 * (category + 1))
  }
})

test('names are whole where two rows have no room for bars next to them', () => {
  const channels = ['Wholesale', 'Tasting room', 'Phone', 'Web'].map((name, at) => ({ name, value: 400 - at }))
  const { bars, labels } = horizontalBars({
    rows: channels,
    box: { width: 140, height: 54 },
    writeValue: () => '$390.55',
  })
  expect(labels.filter(({ role }) => role === 'name').map(({ text }) => text)).toEqual(['Wholesale', 'Tasting room'])
  expect(bars).toEqual([])
})

test('draws only readable rows and counts the others', () => {
  const { bands, labels } = draw({ width: 300, height: 60 })
  expect(bands).toHaveLength(2)
  expect(labels.at(-1)?.text).toBe('+ 2 more')
})

test('what adds up and has no room is one line of all others', () => {
  const { labels } = horizontalBars({ rows, box: { width: 300, height: 60 }, writeValue: String, isAdditive: true })
  expect(labels.slice(-2).map(({ text }) => text)).toEqual(['All others', '-50'])
})

test('the bar of all others ends with the largest one, broken, when it would dwarf the rest', () => {
  const others = { name: 'All others', value: 1000, color: REST_COLOR }
  const { bars } = horizontalBars({ rows: [...rows, others], box: { width: 300, height: 150 }, writeValue: String })
  const end = (of: (typeof bars)[number] | undefined): number => (of?.x ?? 0) + (of?.width ?? 0)
  const broken = bars.filter(({ category }) => category === 4)
  expect(broken).toHaveLength(2)
  expect(end(broken[1])).toBeCloseTo(end(bars[0]))
  expect(end(broken[0])).toBeLessThan(broken[1]?.x ?? 0)
})

test('a compared bar is thinner than its row’s own bar, easy to see, and within the row', () => {
  const compared = rows.map((row) => ({ ...row, previous: 80 }))
  const { bars } = horizontalBars({ rows: compared, box: { width: 600, height: 80 }, writeValue: String })
  for (const previous of bars.filter(({ series }) => series === 1)) {
    const own = bars.find(({ series, category }) => series === 0 && category === previous.category)
    expect(previous.height).toBeGreaterThanOrEqual(5)
    if (own) expect(previous.height).toBeLessThan(own.height)
    if (own) expect(previous.y).toBeGreaterThan(own.y + own.height)
    expect(previous.y + previous.height).toBeLessThan(20 * (previous.category + 1))
  }
})
