import { expect, test } from 'vitest'
import { checkConfirmation, checkEmail, checkName, checkNewPassword } from './field-checks.ts'

const REQUIRED = 'This field is required'
const PASSWORD = 'Minimum 8 characters, at least 1 letter, 1 number and 1 special character'

test.each([
  ['', REQUIRED],
  ['   ', REQUIRED],
  ['marie@', 'This field must be a valid email'],
  [' marie@winery.example ', null],
])('email %j: %j', (value, message) => expect(checkEmail(value)).toBe(message))

test.each([
  ['', REQUIRED],
  ['a'.repeat(100), null],
  ['a'.repeat(101), 'This field must be less than 100 characters'],
])('name %j: %j', (value, message) => expect(checkName(value)).toBe(message))

test.each([
  ['', REQUIRED],
  ['short1!', PASSWORD],
  ['Barrel&Stave7', null],
  [`${'a1!'.repeat(43)}`, 'This field must be less than 128 characters'],
])('new password %j: %j', (value, message) => expect(checkNewPassword(value)).toBe(message))

test.each([
  ['', REQUIRED],
  ['other', 'Passwords must match'],
  ['Barrel&Stave7', null],
])('confirmation %j: %j', (value, message) => {
  expect(checkConfirmation(value, { password: 'Barrel&Stave7' })).toBe(message)
})
