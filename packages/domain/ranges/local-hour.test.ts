import { expect, test } from 'vitest'
import { localHourUtc } from './local-hour.ts'

test.each([
  ['2026-01-15', 7, 'America/Los_Angeles', '2026-01-15T15:00:00.000Z'],
  ['2026-07-15', 7, 'America/Los_Angeles', '2026-07-15T14:00:00.000Z'],
  // a day of 23 hours has no 2 o'clock
  ['2026-03-08', 1, 'America/Los_Angeles', '2026-03-08T09:00:00.000Z'],
  ['2026-03-08', 2, 'America/Los_Angeles', '2026-03-08T10:00:00.000Z'],
  ['2026-03-08', 3, 'America/Los_Angeles', '2026-03-08T10:00:00.000Z'],
  // a day of 25 hours has 1 o'clock twice
  ['2026-11-01', 1, 'America/Los_Angeles', '2026-11-01T08:00:00.000Z'],
  ['2026-11-01', 2, 'America/Los_Angeles', '2026-11-01T10:00:00.000Z'],
  ['2026-10-04', 2, 'Australia/Lord_Howe', '2026-10-03T15:30:00.000Z'],
  ['2026-06-01', 23, 'Asia/Kathmandu', '2026-06-01T17:15:00.000Z'],
  ['2026-06-01', 0, 'UTC', '2026-06-01T00:00:00.000Z'],
])('%s at %d in %s is %s', (day, hour, zone, expected) => {
  expect(new Date(localHourUtc(day, hour, zone)).toISOString()).toBe(expected)
})
