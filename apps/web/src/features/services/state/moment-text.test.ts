import { expect, test } from 'vitest'
import { aheadText, durationText } from './moment-text.ts'

const NOW = Date.parse('2026-03-01T12:00:00Z')

test.each([
  ['2026-03-01T11:59:00Z', 'any moment'],
  ['2026-03-01T12:00:59Z', 'any moment'],
  ['2026-03-01T12:12:30Z', 'in 12 minutes'],
  ['2026-03-02T13:00:00Z', 'in 1 day'],
])('%s is, at noon, %s', (instant, text) => expect(aheadText(instant, NOW, 'en-US')).toBe(text))

test.each([
  [0, '0 s'],
  [48_400, '48 s'],
  [60_000, '1 min'],
  [200_000, '3 min 20 s'],
  [3_600_000, '1 h'],
  [3_900_000, '1 h 5 min'],
])('%i milliseconds are %s', (milliseconds, text) => expect(durationText(milliseconds)).toBe(text))
