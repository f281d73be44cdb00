import { parseLocalDay } from '#domain/ranges/local-day.ts'
import type { Token } from '../text/token.ts'
import { matchLength, matchOne } from './days/match-phrase.ts'
import { type AskCalendar, monthAt } from './days/read-point.ts'
import { nounTag, type Reading } from './tag.ts'

const BIRTHDAY = 'birthday, birthdays, a birthday, bday, bdays, a bday, birth month, born'

/** "birthday in December", "birthdays this month": customers by the month that they were born in. */
export const readBirthday = (tokens: readonly Token[], at: number, { today }: AskCalendar): Reading[] => {
  const lead = matchLength(tokens, at, BIRTHDAY)
  if (lead === 0) return []
  const joint = matchLength(tokens, at + lead, 'in, is in, are in, falls in, during')
  const index = at + lead + joint
  const now = parseLocalDay(today).month
  const relative = matchOne<number>(tokens, index, [
    [now, 'this month'],
    [(now % 12) + 1, 'next month'],
  ])
  const month = monthAt(tokens, index) || (relative?.value ?? 0)
  if (month === 0) return []
  const filter = { ids: ['birthMonthOfYear'], comparison: 'Equal', value: month } as const
  const people = at === 0 ? [nounTag('customer')] : []
  return [
    {
      tags: [...people, { kind: 'filter', filters: [filter] }],
      length: lead + joint + (relative?.length ?? 1),
      cost: -2,
    },
  ]
}
