import { expect, test } from 'vitest'
import { bucketsBetween } from './time-buckets.ts'

test.each([
  ['days across a leap day', '2024-02-28', '2024-03-02', 'day', [], ['2024-02-28', '2024-02-29', '2024-03-01']],
  ['months, the end being exclusive', '2025-12-15', '2026-02-01', 'month', [], ['2025-12', '2026-01']],
  [
    'weeks from the one that holds the first day',
    '2026-10-01',
    '2026-10-13',
    'week',
    ['2026-10-05'],
    ['2026-09-28', '2026-10-05', '2026-10-12'],
  ],
  [
    'weeks that begin on Sunday where the rows say so',
    '2026-10-01',
    '2026-10-05',
    'week',
    ['2026-10-04'],
    ['2026-09-27', '2026-10-04'],
  ],
  ['nothing of an empty range', '2026-10-01', '2026-10-01', 'day', [], []],
] as const)('%s', (_, from, until, grain, present, expected) => {
  expect(bucketsBetween({ from, until }, grain, present)).toEqual(expected)
})
