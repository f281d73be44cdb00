import { expect, test } from 'vitest'
import { type ChartNote, type DaySpan, placeNotes, spanOf } from './chart-notes.ts'

const note = (from: string, until: string, isBand = false): ChartNote => ({
  id: from,
  title: `${from} note`,
  from,
  until,
  isBand,
})

test.each<[key: Parameters<typeof spanOf>[0], span: DaySpan | null]>([
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
  expect(spanOf(key)).toEqual(span)
})

const bands = Array.from({ length: 4 }, (_, category) => ({ category, x: category * 10, y: 0, width: 10, height: 50 }))

test.each<[axis: string, spanAt: (at: number) => DaySpan | null, days: [string, string], marked: [number, boolean][]]>([
  [
    'days',
    (at) => spanOf({ orderDay: `2026-03-1${at}` }),
    ['2026-03-11', '2026-03-13'],
    [
      [1, true],
      [2, false],
    ],
  ],
  [
    'weeks',
    (at) => spanOf({ orderWeek: `2026-03-0${2 + at}` }),
    ['2026-03-08', '2026-03-09'],
    [
      [0, true],
      [1, false],
      [2, false],
      [3, false],
    ],
  ],
  ['months', (at) => spanOf({ orderMonth: `2026-0${at + 1}` }), ['2026-02-28', '2026-03-01'], [[1, true]]],
  [
    'months',
    (at) => spanOf({ orderMonth: `2026-0${at + 1}` }),
    ['2025-12-01', '2026-02-10'],
    [
      [0, true],
      [1, false],
    ],
  ],
])('on an axis of %s, marks every category that a note overlaps', (_axis, spanAt, [from, until], marked) => {
  const placed = placeNotes({ bands }, spanAt, [note(from, until)])
  expect(placed.map(({ category, isStart }) => [category, isStart])).toEqual(marked)
})

test('a category names all of its notes, and is shaded for a club run', () => {
  const spanAt = (at: number) => spanOf({ orderMonth: `2026-0${at + 1}` })
  const notes = [note('2026-02-03', '2026-02-04'), note('2026-02-20', '2026-02-21', true)]
  expect(placeNotes({ bands }, spanAt, notes)).toEqual([
    {
      x: 10,
      width: 10,
      isStart: true,
      isBand: true,
      category: 1,
      titles: ['2026-02-03 note', '2026-02-20 note'],
    },
  ])
})

test('a chart that is not over days has no marks', () => {
  expect(placeNotes({ bands }, () => null, [note('2026-02-03', '2026-02-04')])).toEqual([])
})
