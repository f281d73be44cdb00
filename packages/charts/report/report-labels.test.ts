import { describe, expect, test } from 'vitest'
import { toSvgString } from '../svg-string.ts'
import { drawReport } from './draw-report.ts'
import { box, byChannel, channels, dimension, makeChartInput, measure } from './report-chart.fixture.ts'
import type { ReportCell } from './report-data.ts'

const byMonth = [
  { ...dimension('orderMonth'), displayName: 'Order month' },
  { ...measure('netSales'), displayName: 'Net sales' },
]
const months = (values: readonly number[]): ReportCell[][] =>
  values.map((value, at) => [`2025-${String(at + 1).padStart(2, '0')}`, value])
const range = { from: '2025-01-01', until: '2026-01-01', partial: false }
const calm = [100, 104, 98, 101, 99, 103, 97, 100, 102, 98, 101]

const textsOf = (drawing: ReturnType<typeof drawReport>, role: string): readonly string[] =>
  drawing?.chart.labels.filter((label) => label.role === role).map(({ text }) => text) ?? []

describe('what a chart says', () => {
  const line = makeChartInput({ kind: 'line', columns: byMonth, rows: months(calm), range })

  test('its title names the measure and the columns, and leaves the dates to the page', () => {
    expect(drawReport(line, box)?.title).toBe('Net sales by order month')
    const split = { ...line, columns: [...byMonth, { ...dimension('channel'), displayName: 'Sales channel' }] }
    const rows = months(calm).map((row) => [...row, 'web'])
    const drawing = drawReport({ ...split, rows, range: null, chart: { ...line.chart, series: ['channel'] } }, box)
    expect(drawing?.title).toBe('Net sales by order month and sales channel')
  })

  test('its axes are named, in the picture of an email as well', () => {
    const drawing = drawReport(line, box)
    expect(textsOf(drawing, 'axis')).toEqual(['Net sales', 'Order month'])
    expect(drawing && toSvgString(drawing.chart, { title: '' })).toContain('>Order month</text>')
  })

  test('a value far from all others is written next to its mark, whatever the kind', () => {
    const rows = months([...calm, 900])
    for (const kind of ['line', 'bar'] as const)
      expect(textsOf(drawReport({ ...line, rows, chart: { ...line.chart, kind } }, box), 'callout')).toEqual([
        'Dec: $900',
      ])
    expect(textsOf(drawReport({ ...line, range: null }, box), 'callout')).toEqual([])
  })

  test('a month that has just begun is no outlier', () => {
    const rows = months([...calm, 1])
    const begun = { from: '2025-01-01', until: '2025-12-02', partial: true }
    expect(textsOf(drawReport({ ...line, rows, range: begun }, box), 'callout')).toEqual([])
  })
})

describe('lines', () => {
  const previous = months(calm.map((value) => value - 20))
  const compared = makeChartInput({
    kind: 'line',
    columns: byMonth,
    rows: months(calm),
    previous,
    previousName: 'last year',
  })

  test('are named at their ends where there is room', () => {
    expect(textsOf(drawReport(compared, box), 'series')).toEqual(['Net sales', 'Last year'])
    expect(textsOf(drawReport(compared, { ...box, width: 320 }), 'series')).toEqual([])
  })

  test('names that would touch move apart and stay within the plot', () => {
    const columns = [...byMonth, dimension('channel')]
    const rows = ['a', 'b', 'c', 'd'].flatMap((name, at) => months(calm).map((row) => [...row, name].with(1, at)))
    const drawing = drawReport(makeChartInput({ kind: 'line', columns, rows, series: ['channel', 'netSales'] }), box)
    const ends = drawing?.chart.labels.filter(({ role }) => role === 'series').map(({ y }) => y) ?? []
    expect(ends).toHaveLength(4)
    for (const [at, y] of ends.entries()) {
      expect(y).toBeLessThanOrEqual(box.height)
      if (at > 0) expect(y - (ends[at - 1] ?? 0)).toBeGreaterThanOrEqual(13.9)
    }
  })

  test('last year is a thin grey line below this one, in the picture of an email as well', () => {
    const drawing = drawReport(compared, box)
    expect(drawing?.chart.strokes.map(({ dashed, paint }) => [dashed, paint.tone])).toEqual([
      [false, 'comparison'],
      [false, 'full'],
    ])
    expect(drawing && toSvgString(drawing.chart, { title: '' })).toMatch(/stroke="#8A827A" stroke-width="1.25"/)
  })
})

describe('bars', () => {
  const categoriesOf = (rows: readonly (readonly ReportCell[])[], kind: 'bar' | 'pie' = 'bar') => {
    const drawing = drawReport(makeChartInput({ kind, columns: channels, rows }), { ...box, width: 1200 })
    return rows.map((_, at) => drawing?.markAt(at, null)?.label)
  }

  test.each(['bar', 'pie'] as const)('go from the largest to the smallest, all others last: %s', (kind) => {
    const rows = [
      ['Web', 20],
      ['All others', 500],
      ['Phone', 5],
      ['Club', 300],
    ]
    expect(categoriesOf(rows, kind)).toEqual(['Club', 'Web', 'Phone', 'All others'])
  })

  test('keep the order of ages and vintages, and of rows sorted from the smallest', () => {
    const ages = [
      ['21-29', 5],
      ['30-39', 50],
      ['40-49', 20],
    ]
    expect(categoriesOf(ages)).toEqual(['21-29', '30-39', '40-49'])
    expect(categoriesOf(byChannel(3, (at) => at + 1))).toEqual(['Channel 0', 'Channel 1', 'Channel 2'])
  })

  test('of all others are grey, and the channel Other is not taken for them', () => {
    const rows = [
      ['Other', 500],
      ['Web', 40],
      ['All others', 30],
    ]
    for (const width of [1200, 300]) {
      const drawing = drawReport(makeChartInput({ kind: 'bar', columns: channels, rows }), { ...box, width })
      expect(drawing?.chart.bars.map(({ paint }) => paint.color)).toEqual([0, 0, 7])
    }
  })

  test('of what has no value are grey, and broken where they would dwarf the named ones', () => {
    const rows = [
      ['Web', 40],
      ['Phone', 20],
      [null, 5000],
    ]
    const barsAt = (width: number) =>
      drawReport(makeChartInput({ kind: 'bar', columns: channels, rows }), { ...box, width })?.chart.bars ?? []
    expect(barsAt(1200).map(({ paint }) => paint.color)).toEqual([0, 0, 7])
    const inRows = makeChartInput({ kind: 'bar', columns: channels, rows: rows.with(0, ['Web '.repeat(40), 40]) })
    expect(drawReport(inRows, box)?.chart.bars.map(({ category, paint }) => [category, paint.color])).toEqual([
      [0, 0],
      [1, 0],
      [2, 7],
      [2, 7],
    ])
  })

  test('of small values are two pixels high, on the zero line', () => {
    const rows = [
      ['Web', 1_000_000],
      ['Phone', 1],
    ]
    const [web, phone] = drawReport(makeChartInput({ kind: 'bar', columns: channels, rows }), box)?.chart.bars ?? []
    expect(phone?.height).toBe(2)
    expect((phone?.y ?? 0) + 2).toBeCloseTo((web?.y ?? 0) + (web?.height ?? 0))
  })
})
