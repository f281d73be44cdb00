import { expect, test } from 'vitest'
import { type ChartNote, type DaySpan, markSpan, placeNotes } from './chart-notes.ts'

const note = (from: string, until: string, isBand = false): ChartNote => ({
  id: from,
  title: `${from} note`,
  from,
  until,
  isBand,
})

test.each<[key: Parameters<typeof markSpan>[0], span: DaySpan | null]>([
  [{ orderDay: '2026-02-28' }, { from: '2026-02-28', until: '2026-03-01' }],
  [{ orderWeek: '2026-12-28' }, { from: '2026-12-28', until: '2027-01-04' }],
  [{ orderMonth: '2028-02' }, { from: '2028-02-01', until: '2028-03-01' }],
  [
    { signupMonth: '2026-12', channel: 'pos' },
    { from: '2026-12-01', until: '2027-01-01' },
  ],
  [{ orderWeekday: 3 }, null],
  [{ orderMonthOfYear: 3 }, null],
  [{ channel: 'web' }, null],
  [{ orderDay: null }, null],
])('the days of %j are %j', (key, span) => {
  expect(markSpan(key)).toEqual(span)
})

const bands = Array.from({ length: 4 }, (_, category) => ({ category, x: category * 10, y: 0, width: 10, height: 50 }))

test.each<[axis: string, spanAt: (at: number) => DaySpan | null, days: [string, string], marked: [number, boolean][]]>([
  [
    'days',
    (at) => markSpan({ orderDay: `2026-03-1${at}` }),
    ['2026-03-11', '2026-03-13'],
    [
      [1, true],
      [2, false],
    ],
  ],
  [
    'weeks',
    (at) => markSpan({ orderWeek: ['2026-02-23', '2026-03-02', '2026-03-09', '2026-03-16'][at] ?? '' }),
    ['2026-03-08', '2026-03-10'],
    [
      [1, true],
      [2, true],
    ],
  ],
  ['months', (at) => markSpan({ orderMonth: `2026-0${at + 1}` }), ['2026-02-28', '2026-03-01'], [[1, true]]],
  [
    'months',
    (at) => markSpan({ orderMonth: `2026-0${at + 1}` }),
    ['2025-12-01', '2026-02-10'],
    [
      [0, true],
      [1, true],
    ],
  ],
])('on an axis of %s, marks every category that a note overlaps', (_axis, spanAt, [from, until], marked) => {
  const placed = placeNotes({ bands }, spanAt, [note(from, until)])
  expect(placed.map(({ category, hasMarker }) => [category, hasMarker])).toEqual(marked)
})

test('a category names all of its notes', () => {
  const spanAt = (at: number) => markSpan({ orderMonth: `2026-0${at + 1}` })
  const notes = [note('2026-02-03', '2026-02-04'), note('2026-02-20', '2026-02-21')]
  expect(placeNotes({ bands }, spanAt, notes)).toMatchObject([
    { category: 1, titles: ['2026-02-03 note', '2026-02-20 note'] },
  ])
})

test.each([
  ['day', { orderDay: '2026-03-02' }, true],
  ['week', { orderWeek: '2026-03-02' }, true],
  ['month', { orderMonth: '2026-03' }, false],
])('a club run shades its %s: %j', (_grain, key, isBand) => {
  const [mark] = placeNotes({ bands }, (at) => (at === 0 ? markSpan(key) : null), [
    note('2026-03-02', '2026-03-03', true),
  ])
  expect(mark?.isBand).toBe(isBand)
})

test('a chart that is not over days has no marks', () => {
  expect(placeNotes({ bands }, () => null, [note('2026-02-03', '2026-02-04')])).toEqual([])
})
