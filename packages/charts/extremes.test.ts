import { expect, test } from 'vitest'
import { findExtremes, type ValuePoint } from './extremes.ts'

const OPTIONS = {
  box: { width: 200, height: 44 },
  paint: { color: 0, tone: 'full' as const },
  series: 0,
  writeTick: (value: number) => `$${value}`,
}

const pointsAt = (...coordinates: readonly (readonly [x: number, y: number])[]): ValuePoint[] =>
  coordinates.map(([x, y], category) => ({ x, y, value: 44 - y, category }))

const texts = (points: readonly ValuePoint[], box = OPTIONS.box) =>
  findExtremes(points, { ...OPTIONS, box }).labels.map(({ text }) => text)

test.each([
  ['writes the highest and the lowest value', pointsAt([0, 20], [60, 2], [140, 42], [200, 20]), ['$42', '$2']],
  ['writes the highest only where both would overlap', pointsAt([0, 20], [100, 10], [104, 30], [200, 20]), ['$34']],
  ['writes nothing next to a level line', pointsAt([0, 20], [100, 20], [200, 20]), []],
])('%s', (_, points, expected) => expect(texts(points)).toEqual(expected))

test('writes nothing in a low box', () =>
  expect(texts(pointsAt([0, 20], [60, 2], [140, 30]), { width: 200, height: 30 })).toEqual([]))
