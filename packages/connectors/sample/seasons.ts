import { daysInMonth, type LocalDay, parseLocalDay, toWeekday } from '#domain/ranges/local-day.ts'
import { type Random, type Weighted, weighted } from './random.ts'

/** How a stream of arrivals is distributed over the year, the week and the day. */
export interface Season {
  /** share of the year in percent, from January */
  readonly months: readonly number[]
  /** share of the week in percent, from Monday */
  readonly weekdays: readonly number[]
  /** opening hours, busy ones repeated */
  readonly hours: Weighted<number>
}

const byHour = (shares: Readonly<Record<number, number>>): Weighted<number> =>
  weighted(Object.entries(shares).map(([hour, share]): [number, number] => [Number(hour), share]))

const EVERY_DAY = [15, 15, 15, 15, 14, 13, 13]
const TASTING_ROOM_WEEK = [8, 6, 7, 10, 16, 31, 22]
const TASTING_ROOM_HOURS = byHour({ 11: 4, 12: 13, 13: 16, 14: 19, 15: 26, 16: 16, 17: 6 })
const ONLINE_HOURS = byHour({
  7: 3,
  8: 5,
  9: 8,
  10: 9,
  11: 9,
  12: 8,
  13: 7,
  14: 7,
  15: 6,
  16: 6,
  17: 6,
  18: 6,
  19: 7,
  20: 7,
  21: 4,
  22: 2,
})
const OFFICE_HOURS = byHour({ 9: 15, 10: 20, 11: 18, 13: 12, 14: 14, 15: 12, 16: 9 })
const TASTING_ROOM_YEAR = [5, 5.5, 7, 8, 9.5, 9.5, 10, 10.5, 10, 11, 8, 6]
const ONLINE_YEAR = [5, 6, 8, 8, 8, 6, 5, 6, 8, 10, 17, 13]

export const TASTING_ROOM: Season = {
  months: TASTING_ROOM_YEAR,
  weekdays: TASTING_ROOM_WEEK,
  hours: TASTING_ROOM_HOURS,
}
export const ONLINE: Season = { months: ONLINE_YEAR, weekdays: EVERY_DAY, hours: ONLINE_HOURS }
export const OFFICE: Season = { months: ONLINE_YEAR, weekdays: [20, 20, 20, 20, 18, 1, 1], hours: OFFICE_HOURS }
export const EVENTS: Season = {
  months: [3, 5, 6, 8, 10, 11, 12, 13, 12, 10, 6, 4],
  weekdays: [3, 3, 6, 12, 26, 34, 16],
  hours: byHour({ 12: 10, 14: 10, 17: 25, 18: 35, 19: 20 }),
}

/** Cancellations of club memberships by month; January is the peak. */
export const CANCELLATION_MONTHS = [49, 36, 32, 29, 26, 23, 19, 21, 23, 24, 22, 19]

/** The share of a year's arrivals on `day`; adds up to about 1 over a year. */
export const shareOfYear = (season: Season, day: LocalDay): number => {
  const { year, month } = parseLocalDay(day)
  const monthShare = (season.months[month - 1] ?? 0) / 100 / daysInMonth(year, month)
  return (monthShare * (season.weekdays[toWeekday(day) - 1] ?? 0) * 7) / 100
}

/** A second of the day within the opening hours. */
export const secondOfDay = ({ hours }: Season, random: Random): number =>
  hours.at(random.next()) * 3600 + random.below(3600)
