import { describe, expect, test } from 'vitest'
import { toSvgString } from '../svg-string.ts'
import { drawMap } from './draw-map.ts'
import { drawReport } from './draw-report.ts'
import { box, dimension, makeChartInput, measure } from './report-chart.fixture.ts'
import type { ReportCell, ReportChartInput } from './report-data.ts'

const columns = [dimension('state'), measure('netSales')]
const input = (rows: readonly (readonly ReportCell[])[], more: Partial<ReportChartInput> = {}) => ({
  ...makeChartInput({ kind: 'map', columns, rows }),
  ...more,
})
const draw = (...asked: Parameters<typeof input>) => drawReport(input(...asked), box, drawMap)

describe('the states of a map', () => {
  test('may be written as codes or names, in any case, and are one where both are', () => {
    const drawing = draw([
      ['CA', 100],
      ['california ', 20],
      ['new york', 5],
    ])
    expect(drawing?.chart.bands).toHaveLength(2)
    expect(drawing?.tooltip(0)).toMatchObject({
      title: 'California',
      lines: [
        { name: 'CA, netSales', text: '$100.00' },
        { name: 'california , netSales', text: '$20.00' },
      ],
    })
    expect(drawing?.chart.labels.map(({ text }) => text)).toContain('$120 or more')
    expect(drawing?.markAt(0, null)).toBeNull()
    expect(drawing?.markAt(1, null)).toEqual({ row: { state: 'new york' }, label: 'New York', measure: 'netSales' })
  })

  test('averages of one state in two rows are not added', () => {
    const averages = { ...input([]), columns: [dimension('state'), measure('averageOrder', false)] }
    const drawing = drawReport(
      {
        ...averages,
        rows: [
          ['CA', 100],
          ['California', 20],
        ],
      },
      box,
      drawMap,
    )
    expect(drawing?.chart.regions.find(({ category }) => category === 0)?.step).toBe(0)
  })

  test('other regions and blanks are named with their values, the largest first', () => {
    expect(draw([['CA', 1]])?.notes).toEqual([])
    const rows = [
      ['CA', 100],
      ['BC', 20],
      [null, 30],
      ['ON', -40],
      ['QC', 5],
      ['AB', 1],
    ]
    expect(draw(rows)?.notes).toEqual([
      '$30.00 has no state.',
      'Not on the map: ON −$40.00, BC $20.00, QC $5.00, and 1 more.',
    ])
  })

  test('the tooltip has the share of the total, also of rows that are not on the map, and the other measures', () => {
    const more = [...columns, measure('orderCount', true, 'integer')]
    const one = { ...input([]), columns: more, rows: [['CA', 100, 4]], totalRows: [[null, 400, 9]] }
    expect(drawReport(one, box, drawMap)?.tooltip(0).notes).toEqual(['Share: 25.0%', 'orderCount: 4'])
    expect(drawReport({ ...one, totalRows: [] }, box, drawMap)?.tooltip(0).notes).toEqual(['orderCount: 4'])
  })

  test('the tooltip has the period compared with', () => {
    const lines = draw([['CA', 100]], { previous: [['CA', 80]] })?.tooltip(0).lines
    expect(lines?.map(({ text, isComparison }) => [text, isComparison])).toEqual([
      ['$100.00', false],
      ['$80.00', true],
    ])
  })
})

test.each([
  [
    'no row is a state',
    makeChartInput({ kind: 'map', columns: [dimension('channel'), measure('netSales')], rows: [['web', 1]] }),
  ],
  [
    'a second dimension splits them',
    makeChartInput({
      kind: 'map',
      columns: [dimension('state'), dimension('channel'), measure('netSales')],
      series: ['channel', 'netSales'],
      rows: [['CA', 'web', 1]],
    }),
  ],
])('rows are bars where %s', (_, one) => {
  const { regions, bars } = drawReport(one, box, drawMap)?.chart ?? { regions: [], bars: [] }
  expect([regions.length, bars.length]).toEqual([0, 1])
})

test('rows are bars where the outlines are not loaded', () =>
  expect(drawReport(input([['CA', 100]]), box)?.chart.bars).toHaveLength(1))

test('an email has the same shapes as the page', () => {
  const drawing = draw([
    ['CA', 100],
    ['TX', 50],
  ])
  if (!drawing) throw new Error('nothing drawn')
  const svg = toSvgString(drawing.chart, { title: drawing.summary })
  expect(svg.match(/<path /g)).toHaveLength(51 + 3 + drawing.chart.strokes.length)
  expect(svg).toContain('#33557f')
  for (const { path } of drawing.chart.regions) expect(svg).toContain(path)
  expect(svg).not.toMatch(/NaN|undefined|Infinity/)
  expect(drawing.summary).toBe('netSales by state, 2 values. Highest: CA $100.00. Lowest: TX $50.00.')
})
