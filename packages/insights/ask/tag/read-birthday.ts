import { parseLocalDay } from '#domain/ranges/local-day.ts'
import type { Token } from '../text/token.ts'
import { DAY_HOLES } from './days/holes.ts'
import { type AskCalendar, anyOf, longest, oneOf, patternsOf } from './pattern.ts'
import { nounTag, type Reading, type Tag } from './tag.ts'

/** What comes back each year, by the month that it is of. */
const pattern = patternsOf({
  yearly: oneOf([
    ['birthMonthOfYear', 'birthday, birthdays, a birthday, bday, bdays, a bday, birth month, born'],
    [
      'signupMonthOfYear',
      'anniversary, anniversaries, an anniversary, club anniversary, club anniversaries, a club anniversary, membership anniversary, membership anniversaries',
    ],
  ] as const),
  joint: anyOf('in, is in, are in, falls in, during'),
  month: DAY_HOLES.month,
  monthsOn: oneOf([
    [0, 'this month'],
    [1, 'next month'],
  ] as const),
})

const YEARLY = longest<{ readonly columnId: string; readonly month: number }>(
  pattern('{yearly} {joint?} {month}', ({ yearly, month }) => ({ columnId: yearly, month })),
  pattern('{yearly} {joint?} {monthsOn}', ({ yearly, monthsOn }, { today }) => ({
    columnId: yearly,
    month: monthsOn === 0 ? parseLocalDay(today).month : (parseLocalDay(today).month % 12) + 1,
  })),
)

/** "birthday in December", "anniversaries this month": customers or members by the month that they were born or joined in. */
export const readBirthday = (tokens: readonly Token[], at: number, calendar: AskCalendar): Reading[] => {
  const found = YEARLY(tokens, at, calendar)
  if (found === null) return []
  const { columnId, month } = found.value
  const tag: Tag = { kind: 'filter', filters: [{ ids: [columnId], comparison: 'Equal', value: month }] }
  const whose = nounTag(columnId === 'signupMonthOfYear' ? 'member' : 'customer')
  const isWhose = tokens.slice(0, at).every(({ text }) => /^(?:who|whose|whos|has|have|any|an?|show|me)$/.test(text))
  return [{ tags: isWhose ? [whose, tag] : [tag], length: found.length, cost: -2 }]
}
