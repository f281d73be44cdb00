import { describe, expect, test } from 'vitest'
import { toSvgString } from '../svg-string.ts'
import { drawReport } from './draw-report.ts'
import { box, dimension, makeChartInput, measure } from './report-chart.fixture.ts'
import type { ReportCell } from './report-data.ts'
import { reportSeries } from './report-series.ts'

const columns = [dimension('orderMonth'), dimension('varietal'), measure('netSales')]
const rows: ReportCell[][] = [
  ['2026-01', 'web', 10],
  ['2026-01', 'pos', 20],
  ['2026-02', 'web', 30],
]
const previous = [['2025-01', 'web', 7], null, ['2025-02', 'web', 9]]
const input = (kind: 'line' | 'bar' | 'stackedBar' | 'heatmap', series: readonly string[] = ['varietal']) =>
  makeChartInput({ kind, columns, rows, previous, previousName: 'last year', series })

test('each series has the comparison of its own value; what was sold where nothing is sold now is a gap', () => {
  const series = reportSeries(input('line'))?.series.map(({ name, values, comparisonOf }) => [
    name,
    values,
    comparisonOf,
  ])
  expect(series).toEqual([
    ['web, last year', [7, 9], 'web'],
    ['web', [10, 30], undefined],
    ['pos, last year', [0, null], 'pos'],
    ['pos', [20, 0], undefined],
  ])
})

test('what was sold last year and is not sold now has its own series, with nothing sold now', () => {
  const series = (more: object) =>
    reportSeries({ ...input('line'), hasEveryGroup: true, ...more })?.series.map(({ name, values }) => [name, values])
  const ended: ReportCell[][] = [
    ['2026-02', 'pos', 0],
    ['2026-01', 'club', 0],
  ]
  const before = [
    ['2025-02', 'pos', 4],
    ['2025-01', 'club', 5],
  ]
  expect(series({ rows: [...rows, ...ended], previous: [...previous, ...before] })).toEqual([
    ['web, last year', [7, 9]],
    ['web', [10, 30]],
    ['pos, last year', [0, 4]],
    ['pos', [20, 0]],
    ['club, last year', [5, 0]],
    ['club', [0, 0]],
  ])
  expect(series({})?.[2]).toEqual(['pos, last year', [0, 0]])
})

test('a period without a row is a gap in the comparison, unless the rows are all of both periods', () => {
  const month = {
    columns: [dimension('orderMonth'), measure('netSales')],
    rows: [['2026-02', 9]],
    previous: [['2025-02', 8]],
  }
  const range = { from: '2026-01-01', until: '2026-03-01', partial: false }
  const ofMonths = (hasEveryGroup: boolean) =>
    reportSeries({ ...makeChartInput({ kind: 'bar', ...month, range }), hasEveryGroup })?.series.map(
      ({ values }) => values,
    )
  expect([ofMonths(false), ofMonths(true)]).toEqual([
    [
      [null, 8],
      [0, 9],
    ],
    [
      [0, 8],
      [0, 9],
    ],
  ])
})

test('both periods are in the tooltip, each series followed by its comparison', () => {
  for (const kind of ['line', 'bar', 'stackedBar'] as const)
    expect(
      drawReport(input(kind), box)
        ?.tooltip(0)
        .lines.map(({ name, text }) => [name, text]),
    ).toEqual([
      ['web', '$10.00'],
      ['web, last year', '$7.00'],
      ['pos', '$20.00'],
    ])
  const square = drawReport(input('heatmap'), box)?.tooltip(0).lines
  expect(square?.map(({ name, text }) => [name, text])).toEqual([
    ['netSales', '$10.00'],
    ['Last year', '$7.00'],
  ])
})

describe('is drawn readably', () => {
  test('as thin lines in the lighter color of their series, without names of their own', () => {
    const drawing = drawReport(input('line'), box)
    const tones = drawing?.chart.strokes.map(({ paint }) => [paint.color, paint.tone])
    expect(tones).toEqual([
      [0, 'faded'],
      [0, 'full'],
      [1, 'full'],
    ])
    expect(drawing?.chart.labels.filter(({ role }) => role === 'series').map(({ text }) => text)).toEqual([
      'web',
      'pos',
    ])
    expect(drawing && toSvgString(drawing.chart, { title: '' })).toContain('stroke-width="1.25" stroke-opacity="0.5"')
  })

  test('as a narrow bar before each bar', () => {
    const bars = drawReport(input('bar'), box)?.chart.bars.filter(({ category }) => category === 0) ?? []
    expect(bars.map(({ paint }) => paint.tone)).toEqual(['faded', 'full', 'full'])
    const [before, now] = bars
    expect(before?.width).toBeLessThan((now?.width ?? 0) / 2)
    expect((before?.x ?? 0) + (before?.width ?? 0)).toBeLessThanOrEqual(now?.x ?? 0)
  })

  test('as a narrow stack before the stack, whose height is the sum of both', () => {
    const more = [['2025-01', 'web', 7], ['2025-01', 'pos', 50], null]
    const drawing = drawReport({ ...input('stackedBar'), previous: more }, box)
    const bars = drawing?.chart.bars.filter(({ category }) => category === 0) ?? []
    const [stacked] = [bars.filter(({ paint }) => paint.tone === 'faded')]
    expect(new Set(stacked.map(({ x }) => x)).size).toBe(1)
    for (const bar of bars) expect(bar.y).toBeGreaterThanOrEqual(drawing?.chart.plot.y ?? 0)
    const height = (tone: string) =>
      bars.filter(({ paint }) => paint.tone === tone).reduce((sum, bar) => sum + bar.height, 0)
    expect(height('faded') / height('full')).toBeCloseTo(57 / 30)
  })

  test('below each other in rows of long names, whose sum is that of this period', () => {
    const long = (name: string) => `${name} ${'x'.repeat(60)}`
    const byBrand = (given: readonly (ReportCell[] | null)[]) =>
      given.map((row) => row && [long(String(row[0]).slice(5)), ...row.slice(1)])
    const drawing = drawReport(
      makeChartInput({
        kind: 'stackedBar',
        columns: columns.with(0, dimension('brand')),
        rows: byBrand(rows).flatMap((row) => (row === null ? [] : [row])),
        previous: byBrand(previous),
        series: ['varietal'],
      }),
      box,
    )
    const [first] = drawing?.chart.labels.filter(({ role }) => role === 'value') ?? []
    expect(first?.text).toBe('$30.00')
    const bars = drawing?.chart.bars.filter(({ category }) => category === 0) ?? []
    expect(bars.map(({ paint }) => paint.tone).toSorted()).toContain('faded')
  })
})

test('the legend has one entry for the comparison, and hides a series with its own', () => {
  const names = (hidden: readonly string[]) => {
    const drawing = drawReport({ ...input('bar'), hidden: new Set(hidden) }, box)
    return {
      legend: drawing?.legend.map(({ name }) => name),
      tones: drawing?.chart.bars.map(({ paint }) => [paint.color, paint.tone].join(' ')),
    }
  }
  const legend = ['web', 'pos', 'Last year']
  expect(names([])).toEqual({ legend, tones: ['0 faded', '0 full', '1 full', '0 faded', '0 full'] })
  expect(names(['Last year'])).toEqual({ legend, tones: ['0 full', '1 full', '0 full'] })
  expect(names(['web'])).toEqual({ legend, tones: ['1 full'] })
})

test('the rest of many series is compared with the rest', () => {
  const brands = Array.from({ length: 8 }, (_, at): ReportCell[] => ['2026-01', `Brand ${at}`, 100 - at])
  const before = brands.map(([, brand], at): ReportCell[] => ['2025-01', brand ?? null, 10 + at])
  const drawing = drawReport({ ...input('stackedBar'), rows: brands, previous: before }, box)
  const lines = drawing?.tooltip(0).lines.map(({ name, text }) => `${name} ${text}`)
  expect(lines?.slice(-2)).toEqual(['All others $378.00', `All others, last year $${14 + 15 + 16 + 17}.00`])
  expect(drawing?.legend).toHaveLength(6)
})

test('years next to each other need no comparison', () => {
  const byYear = { columns: columns.with(1, dimension('orderYear')), previous: [['2025-01', 2025, 7]] }
  const drawing = drawReport({ ...input('line', ['orderYear']), ...byYear, rows: [['2026-01', 2026, 10]] }, box)
  expect(drawing?.chart.strokes.some(({ paint }) => paint.tone === 'faded')).toBe(false)
  expect(drawing?.tooltip(0).lines).toHaveLength(1)
})
