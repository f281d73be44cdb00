import { expect, test } from 'vitest'
import { cropSide, pictureProblem } from './picture.ts'

test.each([
  [{ width: 3000, height: 3000 }, 1024],
  [{ width: 640, height: 640 }, 640],
  [{ width: 640, height: 640.4 }, 640],
  [{ width: 0, height: 0 }, 1],
])('a photo of %j is uploaded with a side of %i', (area, side) => {
  expect(cropSide(area)).toBe(side)
})

const MEGABYTE = 1024 ** 2

test.each([
  ['me.jpg', 'image/jpeg', 3 * MEGABYTE, null],
  ['me.png', 'image/png', 10 * MEGABYTE, null],
  ['me.webp', 'image/webp', 1, null],
  ['me.jpg', 'image/jpeg', 10 * MEGABYTE + 1, 'me.jpg is 11 MB. Images can be up to 10 MB.'],
  ['me.jpg', 'image/jpeg', 20 * MEGABYTE, 'me.jpg is 20 MB. Images can be up to 10 MB.'],
  ['me.jpg', 'image/jpeg', 0, 'me.jpg is empty.'],
  ['me.svg', 'image/svg+xml', 900, 'me.svg can’t be used. Choose a JPEG, PNG, or WebP image.'],
  ['me.gif', 'image/gif', 900, 'me.gif can’t be used. Choose a JPEG, PNG, or WebP image.'],
  ['me', '', 900, 'me can’t be used. Choose a JPEG, PNG, or WebP image.'],
])('%s of type %j with %i bytes: %j', (name, type, size, problem) => {
  expect(pictureProblem({ name, type, size })).toBe(problem)
})
