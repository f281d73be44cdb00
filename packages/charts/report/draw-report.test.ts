import { describe, expect, test } from 'vitest'
import { toSvgString } from '../svg-string.ts'
import { drawReport } from './draw-report.ts'
import { box, byChannel, channels, dimension, formats, makeChartInput, measure } from './report-chart.fixture.ts'
import type { ReportCell, ReportChartInput } from './report-data.ts'

test("writes every bar's name, however many bars there are and however wide the plot is", () => {
  for (const width of [320, 640, 1072]) {
    for (let count = 1; count <= 20; count += 1) {
      const rows = byChannel(count, (at) => 1_000_000 - at)
      const drawing = drawReport(makeChartInput({ kind: 'bar', columns: channels, rows }), { width, height: 260 })
      const written = drawing?.chart.labels.map(({ text }) => text)
      expect(written, `${count} in ${width} px`).toEqual(expect.arrayContaining(rows.map(([name]) => name)))
    }
  }
})

describe('many categories', () => {
  test('of a top N leave the rest to the table, which has a rest of its own', () => {
    const input = { ...makeChartInput({ kind: 'bar', columns: channels, rows: byChannel(100) }), isTop: true }
    expect(drawReport(input, box)?.notes).toEqual(['Showing the 30 largest of 100; the table shows all.'])
  })

  test('above thirty, the rest is summed if additive, with a note', () => {
    const drawing = drawReport(makeChartInput({ kind: 'bar', columns: channels, rows: byChannel(200) }), box)
    expect(drawing?.chart.bands).toHaveLength(31)
    expect(drawing?.notes).toEqual(['Showing the 30 largest of 200; the rest are combined as All others.'])
    const rest = byChannel(200)
      .slice(30)
      .reduce((sum, [, value]) => sum + Number(value), 0)
    expect(drawing?.tooltip(30).lines[0]?.text).toBe(formats.value(rest, 'currency'))
  })

  test('sorted from the lowest are the lowest, whose rest is in the table', () => {
    const rows = byChannel(50).toReversed()
    const drawing = drawReport(makeChartInput({ kind: 'bar', columns: channels, rows }), box)
    expect(drawing?.chart.labels.map(({ text }) => text)).toEqual(
      expect.arrayContaining(rows.slice(0, 30).map(([name]) => name)),
    )
    expect(drawing?.notes).toEqual(['Showing the 30 lowest of 50; the table shows all.'])
    const donut = drawReport(makeChartInput({ kind: 'pie', columns: channels, rows }), box)
    expect(donut?.tooltip(4).title).toBe('All others (46)')
  })

  test('averages are never summed: the rest is in the table only', () => {
    const columns = [dimension('channel'), measure('averageOrder', false)]
    const drawing = drawReport(makeChartInput({ kind: 'bar', columns, rows: byChannel(50) }), box)
    expect(drawing?.chart.bands).toHaveLength(30)
    expect(drawing?.notes[0]).toMatch(/the table shows all/)
  })

  test('a donut has at most five slices, the last of them the rest', () => {
    const drawing = drawReport(makeChartInput({ kind: 'pie', columns: channels, rows: byChannel(20) }), box)
    expect(drawing?.chart.slices).toHaveLength(5)
    expect(drawing?.tooltip(4).title).toBe('All others (16)')
  })

  test('a donut says that it shows no comparison', () => {
    const input = {
      kind: 'pie',
      columns: channels,
      rows: byChannel(3),
      previous: [['Channel 0', 900], null, null],
    } as const
    expect(drawReport(makeChartInput(input), box)?.notes).toEqual(['A donut shows no comparison; see the table.'])
  })

  test.each([900, 320])(
    'a donut in a box of %i pixels has a list of its slices, without bars that repeat them',
    (width) => {
      const drawing = drawReport(makeChartInput({ kind: 'pie', columns: channels, rows: byChannel(3) }), {
        width,
        height: 220,
      })
      const ends = drawing?.chart.labels.filter(({ role }) => role === 'value').map(({ x }) => x) ?? []
      expect(Math.max(...ends)).toBeLessThanOrEqual(width)
      expect(drawing?.chart.slices).toHaveLength(3)
      expect(drawing?.chart.bars.map((bar) => bar.width - bar.height)).toEqual([0, 0, 0])
    },
  )

  test('more than five series become four and the rest', () => {
    const columns = [dimension('orderYear'), dimension('brand'), measure('netSales')]
    const rows = Array.from({ length: 12 }, (_, at): ReportCell[] => [2026, `Brand ${at}`, 100 - at])
    const drawing = drawReport(
      makeChartInput({ kind: 'stackedBar', columns, rows, series: ['brand', 'netSales'] }),
      box,
    )
    expect(drawing?.legend.map(({ name }) => name).at(-1)).toBe('All others')
    expect(drawing?.legend).toHaveLength(5)
  })
})

describe('unsupported data', () => {
  test.each([
    ['values below zero', byChannel(3, (at) => 1 - at), true],
    ['averages', byChannel(3), false],
  ])('draws %s as bars instead of a pie, with a note', (_, rows, additive) => {
    const drawing = drawReport(
      makeChartInput({ kind: 'pie', columns: [dimension('channel'), measure('value', additive)], rows }),
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
    const drawing = drawReport(makeChartInput({ kind: 'stackedBar', columns, rows, series: ['brand'] }), box)
    expect(new Set(drawing?.chart.bars.map(({ x }) => x)).size).toBe(2)
  })

  test('names measures of another unit in a note', () => {
    const columns = [dimension('channel'), measure('netSales'), measure('orderCount', true, 'integer')]
    const drawing = drawReport(
      makeChartInput({ kind: 'bar', columns, rows: [['Web', 5, 1]], series: ['netSales', 'orderCount'] }),
      box,
    )
    expect(drawing?.notes).toEqual(['orderCount use a different scale; see the table.'])
  })
})

test('a heatmap has a cell for each pair, empty without a row, and arrow keys move by rows', () => {
  const columns = [dimension('orderHour'), dimension('orderWeekday'), measure('averageOrder', false)]
  const rows = [
    [10, 1, 5],
    [12, 6, 80],
  ]
  const drawing = drawReport(makeChartInput({ kind: 'heatmap', columns, rows, series: ['orderWeekday'] }), box)
  expect(drawing?.chart.cells.map(({ step }) => step)).toEqual([1, 0, 0, 0, 0, 8])
  expect(drawing?.chart.stride).toBe(3)
  expect(drawing?.tooltip(5)).toMatchObject({ title: 'Saturday, 12 PM', lines: [{ text: '$80.00' }] })
})

test('months since something are a line for each series in their order, however many they are', () => {
  const columns = [
    { ...dimension('monthsSinceSignup'), format: 'integer' },
    dimension('clubName'),
    measure('rate', false),
  ]
  const rows = Array.from({ length: 37 }, (_, at) =>
    ['Estate', 'Cellar'].map((club) => [36 - at, club, 0.2 + at / 50]),
  ).flat()
  const draw = (kind: 'line' | 'bar') =>
    drawReport(makeChartInput({ kind, columns, rows, series: ['rate', 'clubName'] }), box)
  expect(draw('line')?.chart.strokes).toHaveLength(2)
  expect(draw('line')?.chart.bands).toHaveLength(37)
  expect(draw('line')?.tooltip(0).title).toBe('0 months')
  expect(draw('bar')?.chart.strokes).toEqual([])
})

test('draws the previous period as a comparison', () => {
  const previous = [['Channel 0', 900], null]
  const drawing = drawReport(makeChartInput({ kind: 'bar', columns: channels, rows: byChannel(2), previous }), box)
  expect(drawing?.tooltip(0).lines.map(({ text, isComparison }) => [text, isComparison])).toEqual([
    ['$1,000.00', false],
    ['$900.00', true],
  ])
})

test.each([
  [undefined, 'netSales, previous period'],
  ['last year', 'netSales, last year'],
])('the legend names the comparison period: %s', (previousName, name) => {
  const input = {
    ...makeChartInput({ kind: 'bar', columns: channels, rows: byChannel(1), previous: [null] }),
    previousName,
  }
  expect(drawReport(input, box)?.legend.map((entry) => entry.name)).toContain(name)
})

test('the summary describes the chart with its highest and lowest value', () => {
  const drawing = drawReport(makeChartInput({ kind: 'bar', columns: channels, rows: byChannel(3) }), box)
  expect(drawing?.summary).toBe(
    'netSales by channel, 3 values. Highest: Channel 0 $1,000.00. Lowest: Channel 2 $998.00.',
  )
})

const KINDS: readonly ReportChartInput['chart']['kind'][] = ['line', 'bar', 'stackedBar', 'pie', 'heatmap']
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
        const drawing = drawReport(makeChartInput({ kind, columns, rows, series }), { width, height: 200 })
        const svg = drawing === null ? '' : toSvgString(drawing.chart, { title: drawing.summary })
        expect(svg.replace(/<title>.*?<\/title>/, '')).not.toMatch(/NaN|undefined|Infinity/)
      }
    }
  },
)

test.each([
  ['no rows', makeChartInput({ kind: 'bar', columns: channels, rows: [] })],
  ['no measure', makeChartInput({ kind: 'bar', columns: [dimension('channel')], rows: [['Web']] })],
  ['kind none', makeChartInput({ kind: 'none', columns: channels, rows: byChannel(2) })],
])('draws nothing for %s', (_, input) => expect(drawReport(input, box)).toBeNull())

describe('a funnel', () => {
  const columns = [
    dimension('teamMember'),
    measure('guests', true, 'integer'),
    measure('buyers', true, 'integer'),
    measure('rate', false, 'percent'),
  ]
  const rows = Array.from({ length: 12 }, (_, at): ReportCell[] => [
    `A long name of person ${at}`,
    200 - at,
    90 - at,
    0.451,
  ])
  const draw = (count: number, width: number) =>
    drawReport(
      {
        ...makeChartInput({ kind: 'bar', columns, rows: rows.slice(0, count) }),
        chart: { kind: 'bar', x: 'teamMember', series: ['guests', 'buyers'], rates: ['rate'], title: 'To sale' },
      },
      { width, height: 260 },
    )
  const rates = (drawing: ReturnType<typeof draw>) =>
    drawing?.chart.labels.filter(({ text }) => text === '45.1%').length

  test('has its own title, and its rates at the ends of the bars but the first of each group', () => {
    expect(draw(2, 640)?.title).toBe('To sale')
    expect([rates(draw(2, 640)), rates(draw(8, 300))]).toEqual([2, 8])
  })

  test('of many is of the eight largest, without a bar of all others', () => {
    const drawing = draw(12, 640)
    expect([drawing?.chart.bands.length, rates(drawing)]).toEqual([8, 8])
    expect(drawing?.notes).toEqual(['Showing the 8 largest of 12; the table shows all.'])
  })
})

test('the first cohort of customers does not flatten the colors of the others, nor makes up the row of all together, and names have their sizes', () => {
  const columns = [
    dimension('firstOrderQuarter'),
    dimension('monthsSinceFirstOrder'),
    measure('returnRate', false, 'percent'),
    measure('cohortSize', false, 'integer'),
    measure('returnedCustomers', false, 'integer'),
  ]
  const draw = (first: number, totalRows?: ReportChartInput['totalRows']) =>
    drawReport(
      {
        ...makeChartInput({
          kind: 'heatmap',
          columns,
          rows: [
            ['2023-Q2', 3, 0.2, 1200, 240],
            ['2023-Q2', 6, 0.4, 1100, 440],
            ['2023-Q1', 3, first, 90, 72],
          ],
          totalRows,
        }),
        chart: {
          kind: 'heatmap',
          x: 'monthsSinceFirstOrder',
          series: ['firstOrderQuarter', 'returnRate'],
          size: 'cohortSize',
        },
      },
      box,
    )
  const steps = (drawing: ReturnType<typeof draw>) => drawing?.chart.cells.map(({ step }) => step)
  expect(steps(draw(0.8))).toEqual([4, 8, 8, 0])
  expect(draw(0.8)?.notes).toEqual([
    'Q1 2023 may include customers who first ordered before your data starts. The strongest color means 40.0% or more.',
  ])
  expect(draw(0.4)?.notes).toEqual([])
  const texts = draw(0.8)?.chart.labels.map(({ text }) => text)
  expect(texts).toEqual(expect.arrayContaining(['Q2 2023 · 1,200', 'Q1 2023 · 90', '20.0%', '40.0%']))
  expect(draw(0.8)?.tooltip(0)).toEqual({
    title: 'Q2 2023, 3 months',
    lines: [{ name: 'returnRate', text: '20.0%', color: 0, isComparison: false }],
    notes: ['cohortSize: 1,200', 'returnedCustomers: 240'],
  })
  expect(draw(0.8)?.tooltip(3).notes).toEqual([])
  const all = [
    [null, 3, 0.241, 1290, 312],
    [null, 6, 0.4, 1100, 440],
  ]
  expect(draw(0.8, all)?.chart.labels.filter(({ text }) => text.startsWith('Overall'))).toEqual([])
  const whole = draw(0.4, all)
  expect(steps(whole)?.slice(0, 4)).toEqual([4, 8, 8, 0])
  expect(whole?.chart.labels.map(({ text }) => text)).toEqual(expect.arrayContaining(['Overall · 1,290', '24.1%']))
  expect(whole?.tooltip(4)).toMatchObject({
    title: 'Overall, 3 months',
    notes: ['cohortSize: 1,290', 'returnedCustomers: 312'],
  })
  expect([whole?.markAt(0, null) === null, whole?.markAt(4, null)]).toEqual([false, null])
})
