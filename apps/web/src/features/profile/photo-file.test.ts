import { expect, test } from 'vitest'
import { pictureProblem } from './photo-file.ts'

const MEGABYTE = 1024 ** 2

test.each([
  ['me.jpg', 'image/jpeg', 3 * MEGABYTE, null],
  ['me.png', 'image/png', 10 * MEGABYTE, null],
  ['me.webp', 'image/webp', 1, null],
  ['me.jpg', 'image/jpeg', 10 * MEGABYTE + 1, 'me.jpg has 11 MB. A picture can have 10 MB at most.'],
  ['me.jpg', 'image/jpeg', 20 * MEGABYTE, 'me.jpg has 20 MB. A picture can have 10 MB at most.'],
  ['me.jpg', 'image/jpeg', 0, 'me.jpg is empty.'],
  ['me.svg', 'image/svg+xml', 900, 'me.svg cannot be used: choose a JPEG, PNG or WebP picture.'],
  ['me.gif', 'image/gif', 900, 'me.gif cannot be used: choose a JPEG, PNG or WebP picture.'],
  ['me', '', 900, 'me cannot be used: choose a JPEG, PNG or WebP picture.'],
])('%s of type %j with %i bytes: %j', (name, type, size, problem) => {
  expect(pictureProblem({ name, type, size })).toBe(problem)
})
