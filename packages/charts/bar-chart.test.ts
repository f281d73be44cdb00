import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { barChart } from './bar-chart.ts'
import type { ChartData } from './chart.ts'
import { categoryAt } from './chart.ts'
import { pieChart } from './pie-chart.ts'
import { toSvgString } from './svg-string.ts'

const box = { width: 400, height: 200 }
const data = (values: readonly (number | null)[], more: Partial<ChartData> = {}): ChartData => ({
  categories: values.map((_, index) => `c${index}`),
  series: [{ name: 'now', values, color: 0 }],
  ...more,
})
const draw = (given: ChartData, mode: 'grouped' | 'stacked' = 'grouped') =>
  barChart({ data: given, box, mode, writeTick: String })

describe('bars', () => {
  test('heights are proportional to values, and all bars start at the zero line', () => {
    const [a, b] = draw(data([10, 20])).bars
    expect((b?.height ?? 0) / (a?.height ?? 1)).toBeCloseTo(2)
    expect((a?.y ?? 0) + (a?.height ?? 0)).toBeCloseTo((b?.y ?? 0) + (b?.height ?? 0))
  })

  test('a value below zero hangs from the zero line', () => {
    const [up, down] = draw(data([10, -10])).bars
    expect((up?.y ?? 0) + (up?.height ?? 0)).toBeCloseTo(down?.y ?? -1)
  })

  test('zero and missing values have no bar', () => {
    expect(draw(data([0, null, 5])).bars.map(({ category }) => category)).toEqual([2])
  })

  test('without axes, the highest bar has its value, where there is room', () => {
    const small = (height: number) =>
      barChart({
        data: data([10, 30, 20]),
        box: { width: 200, height },
        mode: 'grouped',
        hasAxes: false,
        writeTick: String,
      })
    const { bars, labels } = small(80)
    expect(labels.map(({ text }) => text)).toEqual(['30'])
    expect(labels[0]?.y).toBeLessThan(bars[1]?.y ?? 0)
    expect(small(30).labels).toEqual([])
  })

  test('only the last category is partial', () => {
    const tones = draw(data([1, 2], { isLastRunning: true })).bars.map(({ paint }) => paint.tone)
    expect(tones).toEqual(['full', 'running'])
  })

  test('stacks series and draws the comparison next to them', () => {
    const series = [
      { name: 'before', values: [15], color: 0, isComparison: true },
      { name: 'a', values: [10], color: 0 },
      { name: 'b', values: [5], color: 1 },
    ]
    const [before, a, b] = draw({ categories: ['x'], series }, 'stacked').bars
    expect([a?.x, b?.x]).toEqual([b?.x, a?.x])
    expect((b?.y ?? 0) + (b?.height ?? 0)).toBeCloseTo(a?.y ?? 0)
    expect((before?.x ?? 0) + (before?.width ?? 0)).toBeLessThanOrEqual(a?.x ?? 0)
    expect(before?.y).toBeCloseTo(b?.y ?? 0)
    expect(before?.paint.tone).toBe('comparison')
  })

  test('in a stack, a forecast is drawn behind what its period has brought so far, from the zero line', () => {
    const series = [
      { name: 'forecast', values: [20], color: 1, isForecast: true },
      { name: 'now', values: [15], color: 0 },
    ]
    const [forecast, now] = draw({ categories: ['x'], series }, 'stacked').bars
    expect([forecast?.paint.tone, now?.paint.tone]).toEqual(['running', 'full'])
    expect([forecast?.x, forecast?.width]).toEqual([now?.x, now?.width])
    expect((forecast?.height ?? 0) / (now?.height ?? 1)).toBeCloseTo(20 / 15)
    expect((forecast?.y ?? 0) + (forecast?.height ?? 0)).toBeCloseTo((now?.y ?? 0) + (now?.height ?? 0))
  })

  test('whatever the values, every bar is finite and inside the box', () => {
    const value = fc.option(fc.double({ min: -1e12, max: 1e12, noNaN: true }), { nil: null })
    fc.assert(
      fc.property(fc.array(value, { maxLength: 60 }), fc.constantFrom('grouped', 'stacked'), (values, mode) => {
        for (const { x, y, width, height } of draw(data(values), mode).bars) {
          expect(x).toBeGreaterThanOrEqual(0)
          expect(x + width).toBeLessThanOrEqual(box.width + 0.01)
          expect(y).toBeGreaterThanOrEqual(-0.01)
          expect(y + height).toBeLessThanOrEqual(box.height + 1.01)
        }
      }),
    )
  })

  test('pointer bands cover the plot without gaps', () => {
    const { bands, plot } = draw(data([1, 2, 3]))
    expect(bands.reduce((sum, { width }) => sum + width, 0)).toBeCloseTo(plot.width)
  })
})

const parts = [
  { name: 'A', value: 1, color: 0 },
  { name: 'B', value: 1, color: 1 },
]
const chart = pieChart({ parts, box: { width: 600, height: 200 }, writeValue: String, writeShare: String })
const [centre] = chart.slices

test('a point within the ring selects the slice in its direction, and a line of the list its slice', () => {
  if (centre === undefined) throw new Error('a slice is needed')
  expect(categoryAt(chart, centre.x + 40, centre.y)).toBe(0)
  expect(categoryAt(chart, centre.x - 40, centre.y)).toBe(1)
  const line = chart.bands[1]
  expect(categoryAt(chart, (line?.x ?? 0) + 5, (line?.y ?? 0) + 5)).toBe(1)
})

test('a point outside selects nothing', () => expect(categoryAt(chart, 599, 1)).toBeNull())

test('SVG output is one well-formed element with a title, and escapes names', () => {
  const data = { categories: ['<b>&"', 'Feb'], series: [{ name: '', values: [1, 2], color: 0 }] }
  const svg = toSvgString(barChart({ data, box: { width: 300, height: 120 }, mode: 'grouped', writeTick: String }), {
    title: 'Sales & "more"',
  })
  expect(svg).toMatch(/^<svg .*<title>Sales &amp; &quot;more&quot;<\/title>.*<\/svg>$/)
  expect(svg).toContain('&lt;b&gt;')
  expect(svg.match(/<rect/g)).toHaveLength(2)
  expect(svg).not.toMatch(/NaN|undefined|Infinity/)
})
