import { expect, test } from 'vitest'
import { type ForecastPoint, forecastChart } from './forecast-chart.ts'

const point = (actual: number | null, expected: number | null = null, spread = 10): ForecastPoint => ({
  actual,
  expected,
  low: expected === null ? null : expected - spread,
  high: expected === null ? null : expected + spread,
})

const draw = (points: readonly ForecastPoint[], marked: { first: number; last: number } | null = null) =>
  forecastChart({
    categories: points.map((_, index) => `w${index}`),
    points,
    marked,
    box: { width: 300, height: 120 },
    writeTick: String,
  })

test('the scale contains the whole interval, even if wider than the actual values', () => {
  const { fills, plot } = draw([point(50, 50, 400), point(60, 50, 400)])
  const heights = [...(fills[0]?.path ?? '').matchAll(/,(-?[\d.]+)/g)].map(([, y]) => Number(y))
  expect(heights).toHaveLength(4)
  for (const y of heights) {
    expect(y).toBeGreaterThanOrEqual(plot.y)
    expect(y).toBeLessThanOrEqual(plot.y + plot.height)
  }
})

test('highlighted periods have a strip and a dot each', () => {
  const { fills, dots, bands } = draw([point(1), point(2), point(3), point(4)], { first: 1, last: 2 })
  expect(fills).toHaveLength(1)
  expect(fills[0]?.path.startsWith(`M${bands[1]?.x},`)).toBe(true)
  expect(dots.map(({ category }) => category)).toEqual([1, 2])
})

test('future periods have an expected value and no line', () => {
  const { strokes, fills } = draw([point(1), point(2, 2), point(null, 3), point(null, 4)])
  expect(strokes.map(({ dashed }) => dashed)).toEqual([true, false])
  expect(strokes[1]?.path.match(/L/g)).toHaveLength(1)
  expect(fills).toHaveLength(1)
})

test('the forecast line starts at the last actual value', () => {
  const { strokes, bands } = draw([point(1), point(2), point(null, 3), point(null, 4)])
  expect(strokes[0]?.path.match(/[ML]/g)).toEqual(['M', 'L', 'L'])
  const start = Number(/M([\d.]+)/.exec(strokes[0]?.path ?? '')?.[1])
  expect(start).toBeGreaterThanOrEqual(bands[1]?.x ?? 0)
  expect(start).toBeLessThan(bands[2]?.x ?? 0)
})

test('a gap is not zero, and a value between gaps is a dot', () => {
  const { strokes, dots } = draw([point(5), point(6), point(null), point(7), point(null)])
  expect(strokes).toHaveLength(1)
  expect(strokes[0]?.path.match(/L/g)).toHaveLength(1)
  expect(dots.map(({ category }) => category)).toEqual([3])
})

test('draws nothing without points', () => {
  expect(draw([])).toMatchObject({ strokes: [], fills: [], bands: [] })
})
