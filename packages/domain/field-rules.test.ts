import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { atMachinePace } from '#testkit/machine-pace.ts'
import {
  canonicalEmail,
  confirmedRule,
  emailRule,
  isSameSitePath,
  locationRequiredRule,
  maxLengthRule,
  minLengthRule,
  minMaxRule,
  passwordRule,
  requiredRule,
} from './field-rules.ts'

const REQUIRED = 'This field is required'
const EMAIL = 'This field must be a valid email'
const PASSWORD = 'Minimum 8 characters, at least 1 letter, 1 number and 1 special character'

test.each([null, undefined, '', 0, false])('required rejects %j', (value) => {
  expect(requiredRule(value)).toBe(REQUIRED)
})

test.each(['a', ' ', 1, true, []])('required accepts %j', (value) => {
  expect(requiredRule(value)).toBeNull()
})

test('locationRequired rejects only null', () => {
  expect(locationRequiredRule(null)).toBe(REQUIRED)
  expect(locationRequiredRule({})).toBeNull()
  expect(locationRequiredRule('')).toBeNull()
})

test('writes an address in lower case with composed characters', () => {
  expect(canonicalEmail(' JO\u0308RG@Weingu\u0308ter.Example ')).toBe('jörg@weingüter.example')
})

describe('email', () => {
  test.each([
    '',
    null,
    'a@b.co',
    'first.last+tag@sub.example.com',
    "o'neil@winery.example",
    'x_y@xn--bcher-kva.example',
    'jörg@weingut.example',
    'jo\u0308rg@weingut.example',
    'info@weingüter.example',
    'मेल@डाटा.भारत',
    `${'a'.repeat(64)}@example.com`,
  ])('accepts %j', (value) => {
    expect(emailRule(value)).toBeNull()
  })

  test.each([
    'plain',
    '@example.com',
    'a@',
    'a@b',
    'a@b.c',
    'a b@example.com',
    'a@example .com',
    'a@-example.com',
    'a@example-.com',
    'a@example..com',
    'a@ü',
    'a@ü..com',
    'a@-ü.com',
    'a@ü/b.com',
    'a@ü:80.com',
    'a@１２７.0.0.1',
    `a@${'ü'.repeat(60)}.example`,
    'j\u202eg@weingut.example',
    'j🍷@weingut.example',
    '.a@example.com',
    'a.@example.com',
    'a..b@example.com',
    'a@b@example.com',
    'a@example.com\nBcc: x@example.com',
    'A <a@example.com>',
    'a@127.0.0.1',
    `${'a'.repeat(65)}@example.com`,
    `a@${'b'.repeat(64)}.com`,
  ])('rejects %j', (value) => {
    expect(emailRule(value)).toBe(EMAIL)
  })

  test('validates hostile texts of a million characters within a second', () => {
    const started = performance.now()
    for (const text of ['a'.repeat(1e6), `${'a.'.repeat(5e5)}@`, `a@${'a-'.repeat(5e5)}`, '@'.repeat(1e6)]) {
      expect(emailRule(text)).toBe(EMAIL)
    }
    expect(performance.now() - started).toBeLessThan(atMachinePace(1000))
  })
})

describe('password', () => {
  test.each(['abcdef1!', 'ABCDEFG1@', '1234567a$', 'a1%*#?&@!$'])('accepts %j', (value) => {
    expect(passwordRule(value)).toBeNull()
  })

  test.each(['', null, 'abcde1!', 'abcdefgh', 'abcdefg1', '1234567!', 'abcdef1-', 'abcdef 1!', 'abcdéf1!'])(
    'rejects %j',
    (value) => {
      expect(passwordRule(value)).toBe(PASSWORD)
    },
  )
})

test('confirmed requires the value of the other field', () => {
  expect(confirmedRule('abc')('abc')).toBeNull()
  expect(confirmedRule('abc')('Abc')).toBe('Passwords must match')
  expect(confirmedRule('abc')('')).toBe('Passwords must match')
})

test('minLength accepts n characters or more, and an empty value', () => {
  expect(minLengthRule(3)('abc')).toBeNull()
  expect(minLengthRule(3)('')).toBeNull()
  expect(minLengthRule(3)('ab')).toBe('This field must be at least 3 characters')
})

test('maxLength accepts n characters or fewer', () => {
  expect(maxLengthRule(3)('abc')).toBeNull()
  expect(maxLengthRule(3)(null)).toBeNull()
  expect(maxLengthRule(3)('abcd')).toBe('This field must be less than 3 characters')
})

test.each([
  [1, null],
  [5, null],
  ['3', null],
  ['', null],
  [0, 'This field must be greater than 1'],
  [6, 'This field must be less than 5'],
  ['x', 'This field must be greater than 1'],
])('minMax(1, 5) of %j returns %j', (value, message) => {
  expect(minMaxRule(1, 5)(value)).toBe(message)
})

const CORPUS = readFileSync(new URL('../testkit/corpora/open-redirect.txt', import.meta.url), 'utf8').split('\n')

test.each(['/', '/reports/orders/list?f.customerId=Equal:{customerId}', '/a#b', '/%09/elsewhere.example'])(
  '%s stays on the site',
  (link) => expect(isSameSitePath(link)).toBe(true),
)

test.each([
  '',
  'reports',
  '//elsewhere.example',
  '/\\elsewhere.example',
  '\\/elsewhere.example',
  '/\t/elsewhere.example',
  '/\n/elsewhere.example',
  'https://elsewhere.example',
  'javascript:alert(1)',
  ' /reports',
])('%j may leave the site', (link) => expect(isSameSitePath(link)).toBe(false))

test('security 36: no accepted link of the corpus leaves the site', () => {
  for (const link of CORPUS.filter(isSameSitePath))
    expect([link, new URL(link, 'https://winery.example').hostname]).toEqual([link, 'winery.example'])
})
