import { daysFrom, plusMonths } from '../days.ts'
import type { Person } from '../people.ts'
import type { Context } from '../report-type.ts'
import { exactSum } from '../value.ts'

/** Walks month by month from the start: the last whole one that has ended on `day`; -1 for a day before the start. */
export const wholeMonths = (start: string, day: string): number => {
  if (day < start) return -1
  let count = Math.max(0, Math.floor(daysFrom(start, day) / 31) - 1)
  while (plusMonths(start, count + 1) <= day) count += 1
  return count
}

/** 0 and the whole months from the start that have ended today. */
export const monthsUntil = (start: string, today: string): number[] =>
  Array.from({ length: wholeMonths(start, today) + 1 }, (_, index) => index)

/** Paid orders of a person in the account's currency, from the start to before the end of the month; minor units. */
export const salesUntil = (
  person: Person | null,
  start: string,
  month: number,
  { books, settings, withoutClubOrders }: Context,
): number =>
  exactSum(
    books.orders
      .filter((order) => person !== null && order.person?.service === person.service && order.person.id === person.id)
      .filter(({ isPaid, given }) => isPaid && given.currency === settings.currency)
      .filter(({ given }) => !(withoutClubOrders && given.channel === 'club'))
      .filter(({ ordered }) => ordered.day >= start && ordered.day < plusMonths(start, month))
      .map(({ net }) => net),
  )
