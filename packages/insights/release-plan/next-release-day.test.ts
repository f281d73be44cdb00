import { expect, test } from 'vitest'
import { nextReleaseDay } from './next-release-day.ts'

test.each([
  ['a club of spring and fall', ['2024-03-10', '2024-10-08', '2025-03-12', '2025-10-07'], '2026-03-12'],
  [
    'shipments in March, May, September and November',
    ['2025-11-11', '2026-03-10', '2026-05-12', '2026-09-08', '2026-11-10'],
    '2027-03-10',
  ],
  ['a club of every month', ['2026-01-05', '2026-02-05', '2026-03-05'], '2026-04-04'],
  ['a restart after a year', ['2024-03-10', '2024-06-10', '2024-09-10', '2026-06-10'], '2026-09-10'],
  ['two releases', ['2026-01-01', '2026-03-01'], '2026-04-29'],
])('%s', (_, days, next) => expect(nextReleaseDay(days)).toBe(next))

test('one release tells nothing', () => expect(nextReleaseDay(['2026-01-01'])).toBeNull())
