import { expect, test } from 'vitest'
import type { CalendarNote } from '#contract/calendar.ts'
import { clubRunDays } from './club-run-days.tsx'

const note = (from: string, kind: CalendarNote['kind'] = 'release'): CalendarNote => ({
  id: from,
  title: 'Spring release',
  from,
  until: '2027-01-01',
  kind,
  text: null,
  source: 'release',
})

test('club runs are counted by the day of the week on which they began, the most frequent first', () => {
  const notes = [note('2026-03-06'), note('2026-05-12'), note('2026-09-15'), note('2026-07-04', 'event')]
  expect(clubRunDays(notes)).toBe('Includes club releases: Tuesday (2) and Friday (1).')
})

test('nothing is said of dates without a club run', () => {
  expect(clubRunDays([note('2026-07-04', 'event')])).toBeNull()
})
