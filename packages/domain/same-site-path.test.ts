import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { isSameSitePath } from './same-site-path.ts'

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
])('%j may lead elsewhere', (link) => expect(isSameSitePath(link)).toBe(false))

test('security 36: no link of the corpus that is let through leaves the site', () => {
  for (const link of CORPUS.filter(isSameSitePath))
    expect([link, new URL(link, 'https://winery.example').hostname]).toEqual([link, 'winery.example'])
})
