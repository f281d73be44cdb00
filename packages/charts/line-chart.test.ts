import { describe, expect, test } from 'vitest'
import type { Box } from './chart.ts'
import { lineChart } from './line-chart.ts'

const box = { width: 300, height: 150 }
const draw = (values: readonly (number | null)[], isLastRunning = false) =>
  lineChart({
    box,
    writeTick: String,
    data: { categories: values.map(String), series: [{ name: '', values, color: 0 }], isLastRunning },
  })

/** A line without axes, with the period before as `previous`. */
const drawBare = (box: Box, values: readonly number[], previous?: readonly number[]) =>
  lineChart({
    box,
    hasAxes: false,
    isFilled: true,
    writeTick: String,
    data: {
      categories: values.map((_, index) => String(index)),
      isLastRunning: false,
      series: [
        ...(previous ? [{ name: '', values: previous, color: 0, isComparison: true }] : []),
        { name: '', values, color: 0 },
      ],
    },
  })

const starts = (path: string): number => path.split('M').length - 1

describe('lines', () => {
  test('a gap interrupts the line', () => {
    expect(starts(draw([1, 2, null, 3, 4]).strokes[0]?.path ?? '')).toBe(2)
  })

  test('a point between gaps is a dot', () => {
    expect(draw([1, 2, null, 3, null]).dots.map(({ category }) => category)).toEqual([3])
  })

  test('the segment into the partial period is dashed, the rest is solid', () => {
    expect(draw([1, 2, 3], true).strokes.map(({ dashed }) => dashed)).toEqual([false, true])
  })

  test('a single value is a dot in the middle', () => {
    const { dots, strokes, plot } = draw([5])
    expect(dots[0]?.x).toBeCloseTo(plot.x + plot.width / 2)
    expect(strokes.every(({ path }) => !path.includes('L'))).toBe(true)
  })

  test('a comparison is solid and below the line', () => {
    const { strokes } = drawBare(box, [1, 2], [2, 1])
    expect(strokes.map(({ dashed, paint }) => [dashed, paint.tone])).toEqual([
      [false, 'comparison'],
      [false, 'full'],
    ])
  })

  test('draws nothing without values', () => {
    expect(draw([])).toMatchObject({ strokes: [], labels: [], bands: [] })
  })
})

test('a line without axes marks its highest, lowest and latest value', () => {
  const { dots, labels } = drawBare({ width: 120, height: 60 }, [3, 9, 1, 4])
  expect(dots.map(({ category }) => category)).toEqual([1, 2, 3])
  expect(labels.map(({ text }) => text)).toEqual(['9', '1'])
  expect(drawBare({ width: 120, height: 30 }, [3, 9, 1, 4]).labels).toEqual([])
  expect(drawBare({ width: 120, height: 60 }, [2, 2, 2, 2]).dots).toEqual([])
})
