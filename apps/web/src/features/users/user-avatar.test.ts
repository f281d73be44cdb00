import { expect, test } from 'vitest'
import { fullName, initials, withUsers } from './user-avatar.tsx'

test.each([
  ['Robin', 'Winter', 'Robin Winter', 'RW'],
  ['Zoë', 'åberg', 'Zoë åberg', 'ZÅ'],
  ['🍇', 'Vine', '🍇 Vine', '🍇V'],
  ['Cher', '', 'Cher', 'C'],
])('%s %s has the full name %j and the initials %s', (firstName, lastName, name, letters) => {
  expect(fullName({ firstName, lastName })).toBe(name)
  expect(initials({ firstName, lastName })).toBe(letters)
})

test.each([
  [1, 2],
  [-1, 0],
  [-2, 0],
])('one user plus %i is %i', (more, count) => {
  const status = { currentServiceCount: 2, currentUserCount: 1 }
  expect(withUsers(status, more)).toEqual({ currentServiceCount: 2, currentUserCount: count })
})
