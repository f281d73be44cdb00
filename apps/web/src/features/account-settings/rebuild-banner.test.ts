import { expect, test } from 'vitest'
import { rebuildShare, rebuildText } from './rebuild-banner.tsx'

test.each([
  [{ done: 0, total: 0 }, null, 'Counting the records…'],
  [{ done: 0, total: 90_000 }, 0, '0 of 90,000 records'],
  [{ done: 30_000, total: 90_000 }, 33, '30,000 of 90,000 records'],
  [{ done: 90_000, total: 90_000 }, 100, '90,000 of 90,000 records'],
])('%j is a share of %s: %s', (rebuild, share, text) => {
  expect([rebuildShare(rebuild), rebuildText(rebuild, 'en-US')]).toEqual([share, text])
})
