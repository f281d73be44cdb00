import { describe, expect, test } from 'vitest'
import { drawReport } from './draw-report.ts'
import { box, dimension, makeChartInput, measure } from './report-chart.fixture.ts'
import type { ReportCell, ReportRange } from './report-data.ts'
import { reportSeries } from './report-series.ts'

describe('time axes', () => {
  test('months without a row are zero for sums and gaps for ratios', () => {
    const rows = [
      ['2026-01', 5, 2],
      ['2026-03', 7, 3],
    ]
    const columns = [dimension('orderMonth'), measure('netSales'), measure('averageOrder', false)]
    const chartValues = (name: string) => reportSeries(makeChartInput({ kind: 'line', columns, rows, series: [name] }))
    expect(chartValues('netSales')?.series[0]?.values).toEqual([5, 0, 7])
    expect(chartValues('averageOrder')?.series[0]?.values).toEqual([2, null, 3])
  })

  test('days cover the whole range, and a partial range ends in a partial day', () => {
    const range = { from: '2026-03-01', until: '2026-03-06', partial: true }
    const data = reportSeries(
      makeChartInput({
        kind: 'line',
        columns: [dimension('orderDay'), measure('netSales')],
        rows: [['2026-03-02', 4]],
        range,
      }),
    )
    expect(data?.categories).toEqual(['Mar 1', 'Mar 2', 'Mar 3', 'Mar 4', 'Mar 5'])
    expect(data?.isLastRunning).toBe(true)
  })

  test('months have their years where a name stands twice', () => {
    const categoryNames = (from: string) =>
      reportSeries(
        makeChartInput({
          kind: 'line',
          columns: [dimension('orderMonth'), measure('netSales')],
          rows: [['2026-03', 4]],
          range: { from, until: '2026-11-28', partial: true },
        }),
      )?.categories
    expect(categoryNames('2025-11-28')?.filter((name) => name.startsWith('Nov'))).toEqual(['Nov 2025', 'Nov 2026'])
    expect(categoryNames('2025-12-01')?.[0]).toBe('Dec')
  })

  test.each([
    ['a month under way is the last one', 'orderMonth', ['2026-01', '2026-03'], ['Jan', 'Feb', 'Mar']],
    ['a month under way without a row is there', 'orderMonth', ['2026-01'], ['Jan', 'Feb', 'Mar']],
    ['a month to come that has a row is drawn', 'orderMonth', ['2026-05'], ['Jan', 'Feb', 'Mar', 'Apr', 'May']],
  ])('in an unfinished year, %s', (_, columnId, present, months) => {
    const data = reportSeries(
      makeChartInput({
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
    const categoryNames = (columnId: string) =>
      reportSeries(
        makeChartInput({
          kind: 'line',
          columns: [dimension(columnId), measure('netSales')],
          rows: [['2026-03-02', 4]],
          range,
          today: '2026-03-04',
        }),
      )?.categories
    expect(categoryNames('orderDay')).toEqual(['Mar 1', 'Mar 2', 'Mar 3', 'Mar 4'])
    expect(categoryNames('orderWeek')?.at(-1)).toBe('Mar 2')
  })

  test('a range on another date does not extend the axis', () => {
    const range = { from: '2020-01-01', until: '2020-02-01', partial: false }
    const data = reportSeries(
      makeChartInput({
        kind: 'line',
        columns: [dimension('signupMonth'), measure('signups')],
        rows: [['2026-03', 4]],
        range,
      }),
    )
    expect(data?.titles).toEqual(['Mar 2026'])
  })

  test.each([
    ['orderWeekday', 3, ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']],
    ['orderYear', 2026, ['2026']],
    ['orderQuarter', '2026-Q2', ['Q2 2026']],
  ])('%s is formatted as text', (columnId, cell, names) => {
    const data = reportSeries(
      makeChartInput({ kind: 'bar', columns: [dimension(columnId), measure('netSales')], rows: [[cell, 1]] }),
    )
    expect(data?.categories).toEqual(names)
  })
})

test('years of all dates next to each other have gaps before the data and after today', () => {
  const columns = [dimension('orderMonthOfYear'), dimension('orderYear'), measure('netSales')]
  const rows = [
    [11, 2025, 5],
    [1, 2026, 6],
    [3, 2026, 7],
  ]
  const input = makeChartInput({ kind: 'line', columns, rows, series: ['orderYear', 'netSales'] })
  const [first, last] = reportSeries({ ...input, today: '2026-03-20' })?.series ?? []
  expect(first?.values).toEqual([...Array.from({ length: 10 }, () => null), 5, 0])
  expect(last?.values.slice(0, 4)).toEqual([6, 0, 7, null])
  expect(last?.runningAt).toBe(2)
  const past = reportSeries({ ...input, today: '2027-03-20' })?.series[1]
  expect(past?.values.slice(2)).toEqual([7, ...Array.from({ length: 9 }, () => 0)])
})

describe('one year by month', () => {
  const columns = [dimension('orderMonthOfYear'), measure('netSales')]
  const rows = [1, 2, 4].map((month): ReportCell[] => [month, 100 * month])
  const chartValues = (range: ReportRange, today: string) =>
    reportSeries({ ...makeChartInput({ kind: 'line', columns, rows, range }), today })?.series[0]

  test('future months are gaps, a month without sales is 0, and the current month is partial', () => {
    const range = { from: '2026-01-01', until: '2027-01-01', partial: true }
    const now = chartValues(range, '2026-05-20')
    expect(now?.values).toEqual([100, 200, 0, 400, 0, ...Array.from({ length: 7 }, () => null)])
    expect(now?.runningAt).toBe(4)
  })

  test('months outside the range are gaps', () => {
    const range = { from: '2025-01-01', until: '2025-07-01', partial: false }
    const half = chartValues(range, '2026-05-20')
    expect(half?.values.slice(4)).toEqual([0, 0, null, null, null, null, null, null])
    expect(half?.runningAt).toBeUndefined()
  })

  test('over several years every month has data', () => {
    const range = { from: '2024-01-01', until: '2026-05-21', partial: true }
    expect(chartValues(range, '2026-05-20')?.values.slice(4)).toEqual([0, 0, 0, 0, 0, 0, 0, 0])
  })
})

describe('three years by month', () => {
  const columns = [dimension('orderMonthOfYear'), dimension('orderYear'), measure('netSales')]
  const rows = [2024, 2025, 2026].flatMap((year) =>
    Array.from({ length: year === 2026 ? 5 : 12 }, (_, at): ReportCell[] => [at + 1, year, year + at]),
  )
  const range = { from: '2024-01-01', until: '2026-05-20', partial: true }
  const input = makeChartInput({ kind: 'line', columns, rows, series: ['orderYear', 'netSales'], range })

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
