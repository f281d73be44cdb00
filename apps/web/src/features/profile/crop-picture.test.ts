import { expect, test } from 'vitest'
import { sideOf } from './crop-picture.ts'

test.each([
  [{ width: 3000, height: 3000 }, 1024],
  [{ width: 640, height: 640 }, 640],
  [{ width: 640, height: 640.4 }, 640],
  [{ width: 0, height: 0 }, 1],
])('a photo of %j is sent with a side of %i', (area, side) => {
  expect(sideOf(area)).toBe(side)
})
