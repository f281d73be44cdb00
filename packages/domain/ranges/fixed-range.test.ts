import { expect, test } from 'vitest'
import { fixedRangeText, parseFixedRange } from './relative-range.ts'

test('dates are written as an interval and read again', () => {
  const march = { from: '2026-03-01', until: '2026-04-01' }
  expect(fixedRangeText(march)).toBe('2026-03-01/2026-04-01')
  expect(parseFixedRange(fixedRangeText(march))).toEqual(march)
})

test.each(['Last30Days', '', '2026-03-01', '2026-03-01/2026-02-30', '2026-03-01/2026-03-01', '2026-04-01/2026-03-01'])(
  'no dates: “%s”',
  (text) => expect(parseFixedRange(text)).toBeNull(),
)
