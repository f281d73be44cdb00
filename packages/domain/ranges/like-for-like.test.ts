import { expect, test } from 'vitest'
import type { CompareMode } from './comparison-mode.ts'
import { resolveComparison } from './comparison-range.ts'
import { likeForLike } from './like-for-like.ts'
import type { LocalDay } from './local-day.ts'
import type { RangeChoice } from './relative-range.ts'
import { resolveRange } from './resolve-range.ts'

const formatParts = (choice: RangeChoice, mode: CompareMode, today: LocalDay, dataStarts: LocalDay): string | null => {
  const calendar = { today, weekStart: 'monday', fiscalYearStartMonth: 1 } as const
  const range = resolveRange(choice, calendar)
  if (range === null) throw new Error('no days')
  const parts = likeForLike(range, resolveComparison(choice, range, calendar, mode), dataStarts, today)
  return parts && `${parts.range.from} ${parts.range.until} | ${parts.compareRange.from} ${parts.compareRange.until}`
}

test.each<[RangeChoice, CompareMode, LocalDay, LocalDay, string | null]>([
  ['ytd', 'previousYear', '2026-11-22', '2025-07-01', '2026-07-01 2026-11-23 | 2025-07-01 2025-11-23'],
  ['ThisYear', 'previousYear', '2026-11-22', '2025-07-01', '2026-07-01 2026-11-23 | 2025-07-01 2025-11-23'],
  ['LastYear', 'previousYear', '2026-11-22', '2024-02-29', '2025-02-28 2026-01-01 | 2024-02-29 2025-01-01'],
  ['Last30Days', 'sameWeekdays', '2026-06-17', '2025-06-01', '2026-05-31 2026-06-18 | 2025-06-01 2025-06-19'],
  ['LastMonth', 'previousPeriod', '2026-03-10', '2026-01-15', '2026-02-15 2026-03-01 | 2026-01-15 2026-02-01'],
  [
    { from: '2026-07-01', until: '2026-10-01' },
    'previousPeriod',
    '2026-11-22',
    '2026-05-10',
    '2026-08-10 2026-10-01 | 2026-05-10 2026-07-01',
  ],
  ['Last7Days', 'previousPeriod', '2026-06-17', '2026-06-08', '2026-06-15 2026-06-18 | 2026-06-08 2026-06-11'],
  // No day of the comparison range has data.
  ['LastMonth', 'previousYear', '2026-03-10', '2025-03-01', null],
  ['ytd', 'previousYear', '2026-03-10', '2026-01-05', null],
])('%j by %s on %s with data from %s compares %s', (choice, mode, today, dataStarts, expected) => {
  expect(formatParts(choice, mode, today, dataStarts)).toBe(expected)
})
