import { expect, test } from 'vitest'
import { findOutliers } from './report/draw-report.ts'

const calm = [10, 11, 9, 10, 12, 9, 10, 11, 10]

test.each([
  ['none among usual values', calm, []],
  ['a value far above', [...calm, 90], [9]],
  ['a value far below', [...calm, -70, null], [9]],
  ['at most two, the farthest first', [80, ...calm, 90, 70], [10, 0]],
  ['none among few values', [1, 1, 90], []],
  ['none where most values are equal', [5, 5, 5, 5, 5, 5, 5, 5, 90], []],
  ['none among nothing', [], []],
] as const)('%s', (_name, values, indexes) => expect(findOutliers(values)).toEqual(indexes))
