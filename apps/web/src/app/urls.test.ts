import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { pageTitle, parseSearch, safeRedirect, stringifySearch } from './urls.ts'

test('keeps a numeric token as text', () => {
  expect(parseSearch('?token=12345678901234567890.5&userId=7')).toEqual({
    token: '12345678901234567890.5',
    userId: '7',
  })
})

test('round-trips values and omits absent ones', () => {
  const search = { redirect: '/a?b=c&d=é#e', empty: '', absent: undefined, nothing: null }
  expect(parseSearch(stringifySearch(search))).toEqual({ redirect: '/a?b=c&d=é#e', empty: '' })
  expect(stringifySearch({ absent: undefined })).toBe('')
})

test('keeps repeated filters and the last value of any other repeated name', () => {
  const address = '?f.brand=Equal%3AA&f.brand=NotEqual%3AB&redirect=%2Fa&redirect=%2Fb'
  const search = parseSearch(address)
  expect(search).toEqual({ 'f.brand': ['Equal:A', 'NotEqual:B'], redirect: '/b' })
  expect(stringifySearch(search)).toBe('?f.brand=Equal%3AA&f.brand=NotEqual%3AB&redirect=%2Fb')
})

const origin = 'https://app.winery.example'
const corpus = readFileSync(new URL('../../../../packages/testkit/corpora/open-redirect.txt', import.meta.url), 'utf8')

test('security 40: no entry of the open-redirect corpus leads to another origin', () => {
  const leaks = corpus
    .split('\n')
    .filter((line) => new URL(safeRedirect(line, origin), `${origin}/sign-in`).origin !== origin)
  expect(leaks).toEqual([])
})

test.each([
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  'https://evil.example',
  'javascript:alert(1)',
  '',
  ' /x',
])('security 40: %j redirects to the home page', (wanted) => {
  expect(safeRedirect(wanted, origin)).toBe('/')
})

test.each([[undefined], [null], [42], [['/x']]])('a redirect of %j goes to the home page', (wanted) => {
  expect(safeRedirect(wanted, origin)).toBe('/')
})

test.each(['/', '/dashboard/main', '/reports/orders/list?relativeDate=OrderDate-Last30Days&page=2#total'])(
  '%s is followed, path and query',
  (wanted) => {
    expect(safeRedirect(wanted, origin)).toBe(wanted)
  },
)

test.each([
  [['Reports', 'Orders by Brand'], 'Cuvee | Orders by Brand'],
  [['Reports', undefined], 'Cuvee | Reports'],
  [[undefined, undefined], 'Cuvee | Sign in'],
  [[], 'Cuvee | Sign in'],
])('for matched routes titled %j the window title is %s', (titles, expected) => {
  expect(pageTitle(titles, 'Cuvee | Sign in')).toBe(expected)
})
