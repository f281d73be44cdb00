import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { safeRedirect } from './safe-redirect.ts'

const origin = 'https://app.winery.example'
const corpus = readFileSync(new URL('../test/open-redirect.txt', import.meta.url), 'utf8')

test('security 40: no line of the open-redirect corpus leads to another origin', () => {
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
])('security 40: %j leads home', (wanted) => {
  expect(safeRedirect(wanted, origin)).toBe('/')
})

test.each([[undefined], [null], [42], [['/x']]])('a redirect of %j leads home', (wanted) => {
  expect(safeRedirect(wanted, origin)).toBe('/')
})

test.each(['/', '/dashboard/main', '/reports/orders/list?relativeDate=OrderDate-Last30Days&page=2#total'])(
  '%s is followed, path and query',
  (wanted) => {
    expect(safeRedirect(wanted, origin)).toBe(wanted)
  },
)
