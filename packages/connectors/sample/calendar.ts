import { dayNumber, dayOfNumber, type LocalDay } from '#domain/ranges/local-day.ts'

const SECONDS_A_DAY = 86_400
const TWO_DIGITS = Array.from({ length: 60 }, (_, value) => String(value).padStart(2, '0'))

const clockText = (second: number): string =>
  `${TWO_DIGITS[Math.floor(second / 3600)]}:${TWO_DIGITS[Math.floor(second / 60) % 60]}:${TWO_DIGITS[second % 60]}`

/** Business is spread evenly from 9:00 to 18:00; good enough for a sample. */
const OPENS = 9 * 3600
const CLOSES = 18 * 3600

/**
 * The generated days; each also has a number for arithmetic in tight loops.
 *
 * @param nowMinute elapsed minutes of `today` (1 to 1440): nothing of today is later
 */
export const createCalendar = (first: LocalDay, today: LocalDay, nowMinute: number) => {
  const todayNumber = dayNumber(today)
  const present = Math.min(SECONDS_A_DAY, Math.max(60, nowMinute * 60))
  const names = new Map<number, LocalDay>()
  const nameOf = (day: number): LocalDay => {
    const known = names.get(day)
    if (known !== undefined) return known
    const name = dayOfNumber(day)
    names.set(day, name)
    return name
  }
  const opened = present > OPENS ? OPENS : 0
  const clampToPresent = (day: number, second: number): number =>
    day === todayNumber && second >= present ? opened + (second % (present - opened)) : second

  return {
    first: dayNumber(first),
    today: todayNumber,
    /** elapsed share of today's business, 0 to 1 */
    todayShare: Math.min(1, Math.max(0, (present - OPENS) / (CLOSES - OPENS))),
    /** `YYYY-MM-DD HH:MM:SS`; on the last day before the current minute */
    timestamp: (day: number, second: number): string => `${nameOf(day)} ${clockText(clampToPresent(day, second))}`,
  }
}
export type SampleCalendar = ReturnType<typeof createCalendar>
