import type { LocalDay } from '#domain/ranges/local-day.ts'
import type { TypingCulture } from '#domain/ranges/typed-days.ts'

const MONTHS = Array.from({ length: 12 }, (_, month) => Date.UTC(2026, month, 15))

/** How dates are typed in a culture: the order of numbers, and the names of the months. */
export const typingCulture = (culture: string, today: LocalDay): TypingCulture => {
  const parts = new Intl.DateTimeFormat(culture, { timeZone: 'UTC' }).formatToParts(0).map(({ type }) => type)
  const month = new Intl.DateTimeFormat(culture, { month: 'long', timeZone: 'UTC' })
  return {
    today,
    order: parts.indexOf('month') < parts.indexOf('day') ? 'monthFirst' : 'dayFirst',
    months: MONTHS.map((instant) => month.format(instant)),
  }
}
