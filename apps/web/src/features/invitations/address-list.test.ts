import { expect, test } from 'vitest'
import { addressProblem, parseAddresses } from './address-list.ts'

test.each([
  ['', [], []],
  ['ann@x.example', ['ann@x.example'], []],
  [
    'ann@x.example, bo@x.example;cy@x.example\ndi@x.example eve@x.example',
    ['ann@x.example', 'bo@x.example', 'cy@x.example', 'di@x.example', 'eve@x.example'],
    [],
  ],
  ['ann@x.example,\n ann@x.example', ['ann@x.example'], []],
  ['Ann@x.example ann@X.example', ['Ann@x.example'], []],
  ['Ann Lee <ann@x.example>, "Bo, Jr." <bo@x.example>', ['ann@x.example', 'bo@x.example'], []],
  ['Ann Lee <ann@x.example>\nBo Ray <bo@x.example>', ['ann@x.example', 'bo@x.example'], []],
  ['ann@x.example, nobody, @home', ['ann@x.example'], ['nobody', '@home']],
])('parses addresses in %j', (text, good, bad) => {
  expect(parseAddresses(text)).toEqual({ good, bad })
})

const many = (count: number) => Array.from({ length: count }, (_, index) => `u${index}@x.example`).join(' ')

test.each([
  ['', 'This field is required'],
  ['ann@x.example', null],
  ['nobody', 'nobody isn’t a valid email address'],
  ['one, two', 'one and two aren’t valid email addresses'],
  ['ann@x.example, nobody', 'nobody isn’t a valid email address'],
  [many(50), null],
  [many(51), 'You can invite up to 50 people at once'],
])('the problem of %j is %j', (text, problem) => {
  expect(addressProblem(parseAddresses(text))).toBe(problem)
})
