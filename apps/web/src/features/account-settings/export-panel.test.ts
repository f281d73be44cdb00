import { expect, test } from 'vitest'
import { sizeText } from './export-panel.tsx'

test.each([
  [0, '0 bytes'],
  [999, '999 bytes'],
  [81_920, '82 KB'],
  [12_345_678, '12.3 MB'],
  [2_500_000_000, '2.5 GB'],
])('%i bytes are %s', (bytes, text) => {
  expect(sizeText(bytes)).toBe(text)
})
