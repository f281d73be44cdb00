import { expect, test } from 'vitest'
import { fullName, initials } from './full-name.ts'

test.each([
  ['Robin', 'Winter', 'Robin Winter', 'RW'],
  ['Zoë', 'åberg', 'Zoë åberg', 'ZÅ'],
  ['🍇', 'Vine', '🍇 Vine', '🍇V'],
  ['Cher', '', 'Cher', 'C'],
])('%s %s is called %j and has the letters %s', (firstName, lastName, name, letters) => {
  expect(fullName({ firstName, lastName })).toBe(name)
  expect(initials({ firstName, lastName })).toBe(letters)
})
