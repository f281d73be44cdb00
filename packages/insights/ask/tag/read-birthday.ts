import { parseLocalDay } from '#domain/ranges/local-day.ts'
import type { Token } from '../text/token.ts'
import { DAY_HOLES } from './days/holes.ts'
import { type AskCalendar, anyOf, longest, oneOf, patternsOf } from './pattern.ts'
import { nounTag, type Reading, type Tag } from './tag.ts'

const pattern = patternsOf({
  birthday: anyOf('birthday, birthdays, a birthday, bday, bdays, a bday, birth month, born'),
  joint: anyOf('in, is in, are in, falls in, during'),
  month: DAY_HOLES.month,
  monthsOn: oneOf([
    [0, 'this month'],
    [1, 'next month'],
  ] as const),
})

const MONTH = longest(
  pattern('{birthday} {joint?} {month}', ({ month }) => month),
  pattern('{birthday} {joint?} {monthsOn}', ({ monthsOn }, { today }) =>
    monthsOn === 0 ? parseLocalDay(today).month : (parseLocalDay(today).month % 12) + 1,
  ),
)

/** "birthday in December", "birthdays this month": customers by the month that they were born in. */
export const readBirthday = (tokens: readonly Token[], at: number, calendar: AskCalendar): Reading[] => {
  const found = MONTH(tokens, at, calendar)
  if (found === null) return []
  const born: Tag = {
    kind: 'filter',
    filters: [{ ids: ['birthMonthOfYear'], comparison: 'Equal', value: found.value }],
  }
  return [{ tags: at === 0 ? [nounTag('customer'), born] : [born], length: found.length, cost: -2 }]
}
