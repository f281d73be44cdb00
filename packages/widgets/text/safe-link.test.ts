import { expect, test } from 'vitest'
import { safeLink } from './markdown-text.tsx'

test.each(['https://example.com/a?b=c', 'http://example.com', 'mailto:cellar@example.com'])('keeps %s', (address) => {
  expect(safeLink(address)).toBe(address)
})

test.each([
  'javascript:alert(1)',
  ' JaVaScRiPt:alert(1)',
  'data:text/html,x',
  'vbscript:x',
  'file:///etc/passwd',
  '//evil.example',
  '/reports',
])('drops %s', (address) => {
  expect(safeLink(address)).toBe('')
})
