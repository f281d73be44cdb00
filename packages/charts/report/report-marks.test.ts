import { describe, expect, test } from 'vitest'
import { drawReport } from './draw-report.ts'
import { box, byChannel, channels, dimension, makeChartInput, measure } from './report-chart.fixture.ts'
import { reportSeries } from './report-series.ts'

describe('what a mark stands for', () => {
  test.each([
    ['customerName', 'customerId'],
    ['teamMember', 'teamMemberId'],
    ['clubName', 'clubId'],
  ])('two of one %s are two bars, each with its %s', (name, key) => {
    const named = makeChartInput({
      kind: 'bar',
      columns: [dimension(name), measure('netSales'), dimension(key)],
      rows: [
        ['Leif Ito', 70, 'a'],
        ['Leif Ito', 30, 'b'],
        ['Ana Prieto', 20, 'c'],
      ],
    })
    const drawing = drawReport(named, box)
    expect(reportSeries(named)?.series[0]?.values).toEqual([70, 30, 20])
    expect([0, 1, 2].map((at) => drawing?.markAt(at, null))).toEqual([
      { row: { [key]: 'a' }, label: 'Leif Ito', measure: 'netSales' },
      { row: { [key]: 'b' }, label: 'Leif Ito', measure: 'netSales' },
      { row: { [key]: 'c' }, label: 'Ana Prieto', measure: 'netSales' },
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
    const drawing = drawReport(makeChartInput(split), box)
    expect(drawing?.markAt(0, 1)).toMatchObject({ row: { state: 'CA', channel: 'pos' }, label: 'CA, pos' })
    expect(drawing?.markAt(1, null)).toMatchObject({ row: { state: null } })
  })

  test('the rest of many categories stands for nothing', () => {
    const drawing = drawReport(makeChartInput({ kind: 'bar', columns: channels, rows: byChannel(40) }), box)
    expect(drawing?.markAt(29, null)).toMatchObject({ row: { channel: 'Channel 29' } })
    expect(drawing?.markAt(30, null)).toBeNull()
  })

  test('a slice and a square of a heatmap stand for their values', () => {
    const pie = drawReport(
      makeChartInput({
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
    const heat = drawReport(makeChartInput({ ...split, kind: 'heatmap' }), box)
    expect(heat?.markAt(3, null)).toMatchObject({ row: { state: null, channel: 'pos' } })
  })

  test('a hidden series is not drawn, and the legend still names it', () => {
    const drawing = drawReport({ ...makeChartInput(split), hidden: new Set(['web']) }, box)
    expect(drawing?.legend.map(({ name }) => name)).toEqual(['web', 'pos'])
    expect(drawing?.tooltip(0).lines.map(({ name }) => name)).toEqual(['pos'])
  })
})
