import { expect, test } from 'vitest'
import { parseTypedDays, type TypingCulture } from './typed-days.ts'

const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]
const american: TypingCulture = { today: '2026-03-10', order: 'monthFirst', months }

test.each([
  ['2026-02-14', '2026-02-14', '2026-02-14'],
  ['2026-02', '2026-02-01', '2026-02-28'],
  ['2024', '2024-01-01', '2024-12-31'],
  ['2/14/2026', '2026-02-14', '2026-02-14'],
  ['2/14/25', '2025-02-14', '2025-02-14'],
  ['2/14', '2026-02-14', '2026-02-14'],
  ['12/24', '2025-12-24', '2025-12-24'],
  ['2/2024', '2024-02-01', '2024-02-29'],
  ['February 2024', '2024-02-01', '2024-02-29'],
  [' feb ', '2026-02-01', '2026-02-28'],
  ['Sept. 2025', '2025-09-01', '2025-09-30'],
  ['November', '2025-11-01', '2025-11-30'],
  ['March', '2026-03-01', '2026-03-31'],
  ['Feb 14, 2026', '2026-02-14', '2026-02-14'],
  ['14 Feb', '2026-02-14', '2026-02-14'],
  ['July 4th 2025', '2025-07-04', '2025-07-04'],
  ['Q4 2025', '2025-10-01', '2025-12-31'],
  ['Q4', '2025-10-01', '2025-12-31'],
  ['2025 Q1', '2025-01-01', '2025-03-31'],
  ['today', '2026-03-10', '2026-03-10'],
  ['Yesterday', '2026-03-09', '2026-03-09'],
])('%s', (text, first, last) => expect(parseTypedDays(text, american)).toEqual({ first, last }))

test('numbers have the order of the culture', () => {
  const german: TypingCulture = { today: '2026-03-10', order: 'dayFirst', months: months.with(2, 'März') }
  expect(parseTypedDays('1.2.2026', german)).toEqual({ first: '2026-02-01', last: '2026-02-01' })
  expect(parseTypedDays('3. März', german)).toEqual({ first: '2026-03-03', last: '2026-03-03' })
})

test.each(['', 'soon', '13/1/2026', '2/30/2026', '2026-13', 'Q5 2026', 'ma 2026', '0', '32 May', '2026-02-30'])(
  'no days: “%s”',
  (text) => expect(parseTypedDays(text, american)).toBeNull(),
)
