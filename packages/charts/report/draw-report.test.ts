import { describe, expect, test } from 'vitest'
import { toSvgString } from '../svg-string.ts'
import { createFormats } from '../value-format.ts'
import { drawReport } from './draw-report.ts'
import type { ReportCell, ReportChartInput, ReportColumn, ReportRange } from './report-data.ts'
import { reportSeries } from './report-series.ts'

const formats = createFormats({ culture: 'en-US', currency: 'USD' })
const box = { width: 640, height: 300 }

const dimension = (columnId: string): ReportColumn => ({
  columnId,
  displayName: columnId,
  kind: 'dimension',
  format: 'text',
  additive: false,
})
const measure = (columnId: string, additive = true, format = 'currency'): ReportColumn => ({
  ...dimension(columnId),
  kind: 'measure',
  format,
  additive,
})

type Kind = ReportChartInput['chart']['kind']
interface Case {
  readonly kind: Kind
  readonly columns: readonly ReportColumn[]
  readonly rows: readonly (readonly ReportCell[])[]
  readonly series?: readonly string[]
  readonly x?: string
  readonly range?: ReportChartInput['range']
  readonly previous?: ReportChartInput['previous']
  readonly today?: string
}
const inputOf = ({ kind, columns, rows, series = [], x, range, previous, today }: Case): ReportChartInput => ({
  chart: { kind, x: x ?? columns[0]?.columnId ?? null, series },
  columns,
  rows,
  range,
  previous,
  today,
  formats,
})

const channels = [dimension('channel'), measure('netSales')]
const byChannel = (count: number, value = (at: number) => 1000 - at): ReportCell[][] =>
  Array.from({ length: count }, (_, at) => [`Channel ${at}`, value(at)])

test("writes every bar's name, however many bars there are and however wide the plot is", () => {
  for (const width of [320, 640, 1072]) {
    for (let count = 1; count <= 20; count += 1) {
      const rows = byChannel(count, (at) => 1_000_000 - at)
      const drawing = drawReport(inputOf({ kind: 'bar', columns: channels, rows }), { width, height: 260 })
      const written = drawing?.chart.labels.map(({ text }) => text)
      expect(written, `${count} in ${width} px`).toEqual(expect.arrayContaining(rows.map(([name]) => name)))
    }
  }
})

describe('time axes', () => {
  test('months without a row are zero for sums and gaps for ratios', () => {
    const rows = [
      ['2026-01', 5, 2],
      ['2026-03', 7, 3],
    ]
    const columns = [dimension('orderMonth'), measure('netSales'), measure('averageOrder', false)]
    const valuesOf = (name: string) => reportSeries(inputOf({ kind: 'line', columns, rows, series: [name] }))
    expect(valuesOf('netSales')?.series[0]?.values).toEqual([5, 0, 7])
    expect(valuesOf('averageOrder')?.series[0]?.values).toEqual([2, null, 3])
  })

  test('days cover the whole range, and a partial range ends in a partial day', () => {
    const range = { from: '2026-03-01', until: '2026-03-06', partial: true }
    const data = reportSeries(
      inputOf({
        kind: 'line',
        columns: [dimension('orderDay'), measure('netSales')],
        rows: [['2026-03-02', 4]],
        range,
      }),
    )
    expect(data?.categories).toEqual(['Mar 1', 'Mar 2', 'Mar 3', 'Mar 4', 'Mar 5'])
    expect(data?.isLastRunning).toBe(true)
  })

  test.each([
    ['a month under way is the last one', 'orderMonth', ['2026-01', '2026-03'], ['Jan', 'Feb', 'Mar']],
    ['a month under way without a row is there', 'orderMonth', ['2026-01'], ['Jan', 'Feb', 'Mar']],
    ['a month to come that has a row is drawn', 'orderMonth', ['2026-05'], ['Jan', 'Feb', 'Mar', 'Apr', 'May']],
  ])('in an unfinished year, %s', (_, columnId, present, months) => {
    const data = reportSeries(
      inputOf({
        kind: 'line',
        columns: [dimension(columnId), measure('netSales')],
        rows: present.map((month) => [month, 4]),
        range: { from: '2026-01-01', until: '2027-01-01', partial: true },
        today: '2026-03-05',
      }),
    )
    expect(data?.titles).toEqual(months.map((month) => `${month} 2026`))
    expect(data?.isLastRunning).toBe(true)
  })

  test('does not draw future days and weeks', () => {
    const range = { from: '2026-03-01', until: '2026-04-01', partial: true }
    const namesOf = (columnId: string) =>
      reportSeries(
        inputOf({
          kind: 'line',
          columns: [dimension(columnId), measure('netSales')],
          rows: [['2026-03-02', 4]],
          range,
          today: '2026-03-04',
        }),
      )?.categories
    expect(namesOf('orderDay')).toEqual(['Mar 1', 'Mar 2', 'Mar 3', 'Mar 4'])
    expect(namesOf('orderWeek')?.at(-1)).toBe('Mar 2')
  })

  test('a range on another date does not extend the axis', () => {
    const range = { from: '2020-01-01', until: '2020-02-01', partial: false }
    const data = reportSeries(
      inputOf({ kind: 'line', columns: [dimension('signupMonth'), measure('signups')], rows: [['2026-03', 4]], range }),
    )
    expect(data?.titles).toEqual(['Mar 2026'])
  })

  test.each([
    ['orderWeekday', 3, ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']],
    ['orderYear', 2026, ['2026']],
    ['orderQuarter', '2026-Q2', ['Q2 2026']],
  ])('%s is formatted as text', (columnId, cell, names) => {
    const data = reportSeries(
      inputOf({ kind: 'bar', columns: [dimension(columnId), measure('netSales')], rows: [[cell, 1]] }),
    )
    expect(data?.categories).toEqual(names)
  })
})

describe('one year by month', () => {
  const columns = [dimension('orderMonthOfYear'), measure('netSales')]
  const rows = [1, 2, 4].map((month): ReportCell[] => [month, 100 * month])
  const valuesOf = (range: ReportRange, today: string) =>
    reportSeries({ ...inputOf({ kind: 'line', columns, rows, range }), today })?.series[0]

  test('future months are gaps, a month without sales is 0, and the current month is partial', () => {
    const range = { from: '2026-01-01', until: '2027-01-01', partial: true }
    const now = valuesOf(range, '2026-05-20')
    expect(now?.values).toEqual([100, 200, 0, 400, 0, ...Array.from({ length: 7 }, () => null)])
    expect(now?.runningAt).toBe(4)
  })

  test('months outside the range are gaps', () => {
    const range = { from: '2025-01-01', until: '2025-07-01', partial: false }
    const half = valuesOf(range, '2026-05-20')
    expect(half?.values.slice(4)).toEqual([0, 0, null, null, null, null, null, null])
    expect(half?.runningAt).toBeUndefined()
  })

  test('over several years every month has data', () => {
    const range = { from: '2024-01-01', until: '2026-05-21', partial: true }
    expect(valuesOf(range, '2026-05-20')?.values.slice(4)).toEqual([0, 0, 0, 0, 0, 0, 0, 0])
  })
})

describe('three years by month', () => {
  const columns = [dimension('orderMonthOfYear'), dimension('orderYear'), measure('netSales')]
  const rows = [2024, 2025, 2026].flatMap((year) =>
    Array.from({ length: year === 2026 ? 5 : 12 }, (_, at): ReportCell[] => [at + 1, year, year + at]),
  )
  const range = { from: '2024-01-01', until: '2026-05-20', partial: true }
  const input = inputOf({ kind: 'line', columns, rows, series: ['orderYear', 'netSales'], range })

  test('each year is a line, and the current one ends at the present', () => {
    const data = reportSeries(input)
    expect(data?.series.map(({ name }) => name)).toEqual(['2024', '2025', '2026'])
    expect(data?.series[2]?.values.slice(4)).toEqual([2030, null, null, null, null, null, null, null])
    expect(data?.series[2]?.runningAt).toBe(4)
  })

  test("months start at the range's first month, as in a fiscal year", () => {
    const data = reportSeries({ ...input, range: { from: '2023-07-01', until: '2026-07-01', partial: true } })
    expect([data?.categories[0], data?.categories[11]]).toEqual(['Jul', 'Jun'])
    expect(data?.series[0]?.values.slice(5, 7)).toEqual([2035, 2024])
  })

  test('the last segment of the current year is dashed, and each year has its own marker and color', () => {
    const drawing = drawReport(input, box)
    expect(drawing?.chart.strokes.map(({ dashed }) => dashed)).toEqual([false, false, false, true])
    expect(new Set(drawing?.legend.map(({ shape }) => shape)).size).toBe(3)
    expect(new Set(drawing?.legend.map(({ color }) => color)).size).toBe(3)
  })
})

describe('many categories', () => {
  test('above thirty, the rest is summed if additive, with a note', () => {
    const drawing = drawReport(inputOf({ kind: 'bar', columns: channels, rows: byChannel(200) }), box)
    expect(drawing?.chart.bands).toHaveLength(31)
    expect(drawing?.notes).toEqual(['Showing the 30 largest of 200; the rest are combined as All others.'])
    const rest = byChannel(200)
      .slice(30)
      .reduce((sum, [, value]) => sum + Number(value), 0)
    expect(drawing?.tooltip(30).lines[0]?.text).toBe(formats.value(rest, 'currency'))
  })

  test('averages are never summed: the rest is in the table only', () => {
    const columns = [dimension('channel'), measure('averageOrder', false)]
    const drawing = drawReport(inputOf({ kind: 'bar', columns, rows: byChannel(50) }), box)
    expect(drawing?.chart.bands).toHaveLength(30)
    expect(drawing?.notes[0]).toMatch(/the table shows all/)
  })

  test('a pie has at most eight slices, the last of them the rest', () => {
    const drawing = drawReport(inputOf({ kind: 'pie', columns: channels, rows: byChannel(20) }), box)
    expect(drawing?.chart.slices).toHaveLength(8)
    expect(drawing?.tooltip(7).title).toBe('All others (13)')
  })

  test('more than eight series become seven and the rest', () => {
    const columns = [dimension('orderYear'), dimension('brand'), measure('netSales')]
    const rows = Array.from({ length: 12 }, (_, at): ReportCell[] => [2026, `Brand ${at}`, 100 - at])
    const drawing = drawReport(inputOf({ kind: 'stackedBar', columns, rows, series: ['brand', 'netSales'] }), box)
    expect(drawing?.legend.map(({ name }) => name).at(-1)).toBe('All others')
    expect(drawing?.legend).toHaveLength(8)
  })
})

describe('unsupported data', () => {
  test.each([
    ['values below zero', byChannel(3, (at) => 1 - at), true],
    ['averages', byChannel(3), false],
  ])('draws %s as bars instead of a pie, with a note', (_, rows, additive) => {
    const drawing = drawReport(
      inputOf({ kind: 'pie', columns: [dimension('channel'), measure('value', additive)], rows }),
      box,
    )
    expect(drawing?.chart.slices).toEqual([])
    expect(drawing?.chart.bars.length).toBeGreaterThan(0)
    expect(drawing?.notes[0]).toMatch(/drawn as bars/)
  })

  test('averages are side by side, not stacked', () => {
    const columns = [dimension('orderYear'), dimension('brand'), measure('averageOrder', false)]
    const rows = [
      [2026, 'A', 10],
      [2026, 'B', 10],
    ]
    const drawing = drawReport(inputOf({ kind: 'stackedBar', columns, rows, series: ['brand'] }), box)
    expect(new Set(drawing?.chart.bars.map(({ x }) => x)).size).toBe(2)
  })

  test('names measures of another unit in a note', () => {
    const columns = [dimension('channel'), measure('netSales'), measure('orderCount', true, 'integer')]
    const drawing = drawReport(
      inputOf({ kind: 'bar', columns, rows: [['Web', 5, 1]], series: ['netSales', 'orderCount'] }),
      box,
    )
    expect(drawing?.notes).toEqual(['orderCount can’t share this axis; see the table.'])
  })
})

test('a heatmap has a cell for each pair, empty without a row, and arrow keys move by rows', () => {
  const columns = [dimension('orderHour'), dimension('orderWeekday'), measure('averageOrder', false)]
  const rows = [
    [10, 1, 5],
    [12, 6, 80],
  ]
  const drawing = drawReport(inputOf({ kind: 'heatmap', columns, rows, series: ['orderWeekday'] }), box)
  expect(drawing?.chart.cells.map(({ step }) => step)).toEqual([1, 0, 0, 0, 0, 8])
  expect(drawing?.chart.stride).toBe(3)
  expect(drawing?.tooltip(5)).toMatchObject({ title: 'Saturday, 12 PM', lines: [{ text: '$80.00' }] })
})

test('draws the previous period as a comparison', () => {
  const previous = [['Channel 0', 900], null]
  const drawing = drawReport(inputOf({ kind: 'bar', columns: channels, rows: byChannel(2), previous }), box)
  expect(drawing?.tooltip(0).lines.map(({ text, isComparison }) => [text, isComparison])).toEqual([
    ['$1,000.00', false],
    ['$900.00', true],
  ])
})

test.each([
  [undefined, 'netSales, previous period'],
  ['last year', 'netSales, last year'],
])('the legend names the comparison period: %s', (previousName, name) => {
  const input = { ...inputOf({ kind: 'bar', columns: channels, rows: byChannel(1), previous: [null] }), previousName }
  expect(drawReport(input, box)?.legend.map((entry) => entry.name)).toContain(name)
})

test('the summary describes the chart with its highest and lowest value', () => {
  const drawing = drawReport(inputOf({ kind: 'bar', columns: channels, rows: byChannel(3) }), box)
  expect(drawing?.summary).toBe(
    'netSales by channel, 3 values. Highest: Channel 0 $1,000.00. Lowest: Channel 2 $998.00.',
  )
})

const KINDS: readonly Kind[] = ['line', 'bar', 'stackedBar', 'pie', 'heatmap']
const ODD: readonly (readonly [string, ReportCell[][]])[] = [
  ['one row', [['Web', 'A', 5]]],
  ['only missing values', [['Web', 'A', null]]],
  ['only zeros', [['Web', 'A', 0]]],
  ['missing names', [[null, null, 5]]],
  ['negative values', [['Web', 'A', -5]]],
  [
    'enormous values',
    [
      ['Web', 'A', 1e300],
      ['Pos', 'B', -1e300],
    ],
  ],
  ['very long names', [['W'.repeat(400), 'A'.repeat(400), 5]]],
]

test.each(KINDS.flatMap((kind) => ODD.map(([name, rows]) => [kind, name, rows] as const)))(
  'draws a %s chart of %s without invalid numbers',
  (kind, _, rows) => {
    const columns = [dimension('channel'), dimension('brand'), measure('netSales')]
    for (const series of [[], ['brand']]) {
      for (const width of [280, 640]) {
        const drawing = drawReport(inputOf({ kind, columns, rows, series }), { width, height: 200 })
        const svg = drawing === null ? '' : toSvgString(drawing.chart, { title: drawing.summary })
        expect(svg.replace(/<title>.*?<\/title>/, '')).not.toMatch(/NaN|undefined|Infinity/)
      }
    }
  },
)

test.each([
  ['no rows', inputOf({ kind: 'bar', columns: channels, rows: [] })],
  ['no measure', inputOf({ kind: 'bar', columns: [dimension('channel')], rows: [['Web']] })],
  ['kind none', inputOf({ kind: 'none', columns: channels, rows: byChannel(2) })],
])('draws nothing for %s', (_, input) => expect(drawReport(input, box)).toBeNull())

describe('what a mark stands for', () => {
  const people = {
    kind: 'bar' as const,
    columns: [dimension('customerName'), measure('netSales'), dimension('customerId')],
    rows: [
      ['Leif Ito', 70, 'a'],
      ['Leif Ito', 30, 'b'],
      ['Ana Prieto', 20, 'c'],
    ],
  }

  test('two people of one name are two bars, each with its key', () => {
    const drawing = drawReport(inputOf(people), box)
    expect(reportSeries(inputOf(people))?.series[0]?.values).toEqual([70, 30, 20])
    expect([0, 1, 2].map((at) => drawing?.markAt(at, null))).toEqual([
      { row: { customerId: 'a' }, label: 'Leif Ito', measure: 'netSales' },
      { row: { customerId: 'b' }, label: 'Leif Ito', measure: 'netSales' },
      { row: { customerId: 'c' }, label: 'Ana Prieto', measure: 'netSales' },
    ])
  })

  const split = {
    kind: 'stackedBar' as const,
    columns: [dimension('state'), dimension('channel'), measure('netSales')],
    series: ['channel', 'netSales'],
    rows: [
      ['CA', 'web', 1],
      ['CA', 'pos', 2],
      [null, 'pos', 3],
    ],
  }

  test('a part of a stacked bar stands for its series as well, a blank for a blank', () => {
    const drawing = drawReport(inputOf(split), box)
    expect(drawing?.markAt(0, 1)).toMatchObject({ row: { state: 'CA', channel: 'pos' }, label: 'CA, pos' })
    expect(drawing?.markAt(1, null)).toMatchObject({ row: { state: null } })
  })

  test('the rest of many categories stands for nothing', () => {
    const drawing = drawReport(inputOf({ kind: 'bar', columns: channels, rows: byChannel(40) }), box)
    expect(drawing?.markAt(29, null)).toMatchObject({ row: { channel: 'Channel 29' } })
    expect(drawing?.markAt(30, null)).toBeNull()
  })

  test('a slice and a square of a heatmap stand for their values', () => {
    const pie = drawReport(
      inputOf({
        kind: 'pie',
        columns: channels,
        rows: [
          ['web', 0],
          ['pos', 5],
        ],
      }),
      box,
    )
    expect(pie?.markAt(0, null)).toMatchObject({ row: { channel: 'pos' } })
    const heat = drawReport(inputOf({ ...split, kind: 'heatmap' }), box)
    expect(heat?.markAt(3, null)).toMatchObject({ row: { state: null, channel: 'pos' } })
  })

  test('a hidden series is not drawn, and the legend still names it', () => {
    const drawing = drawReport({ ...inputOf(split), hidden: new Set(['web']) }, box)
    expect(drawing?.legend.map(({ name }) => name)).toEqual(['web', 'pos'])
    expect(drawing?.tooltip(0).lines.map(({ name }) => name)).toEqual(['pos'])
  })
})
