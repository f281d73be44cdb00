import { expect, test } from 'vitest'
import { withUsers } from './user-count.ts'

test.each([
  [1, 2],
  [-1, 0],
  [-2, 0],
])('one user and %i more are %i', (more, count) => {
  const status = { currentServiceCount: 2, currentUserCount: 1 }
  expect(withUsers(status, more)).toEqual({ currentServiceCount: 2, currentUserCount: count })
})
