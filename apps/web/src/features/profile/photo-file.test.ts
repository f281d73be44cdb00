import { expect, test } from 'vitest'
import { pictureProblem } from './photo-file.ts'

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
