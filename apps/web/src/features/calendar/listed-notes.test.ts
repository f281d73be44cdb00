import { expect, test } from 'vitest'
import type { CalendarNote } from '#contract/calendar.ts'
import { listedNotes } from './listed-notes.ts'

const note = (title: string, from: string, change: Partial<CalendarNote> = {}): CalendarNote => ({
  id: title,
  title,
  from,
  until: from,
  kind: 'event',
  text: null,
  source: 'manual',
  ...change,
})

const NOTES = [
  note('Harvest party', '2026-09-01', { text: 'In the cellar' }),
  note('Spring', '2026-10-01', { kind: 'release', source: 'release' }),
  note('Thanksgiving week', '2026-11-23', { kind: 'holiday', source: 'holiday' }),
  note('Concert', '2027-08-01'),
  note('Easter weekend', '2027-03-26', { kind: 'holiday', source: 'holiday' }),
]

test.each([
  ['', null, ['Concert', 'Thanksgiving week', 'Spring', 'Harvest party']],
  ['cellar', null, ['Harvest party']],
  ['RELEASE', null, ['Spring']],
  ['', 'holiday', ['Thanksgiving week']],
  ['nothing', null, []],
] as const)('a search for "%s" of kind %s lists %j', (search, kind, titles) => {
  const listed = listedNotes(NOTES, { search, kind, today: '2026-11-01' })
  expect(listed.map(({ title }) => title)).toEqual(titles)
})
