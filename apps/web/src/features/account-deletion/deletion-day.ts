/** The day on which everything goes, in the account's zone: "December 21, 2026". */
export const deletionDay = (dueUtc: string, timeZone: string, culture = 'en-US'): string =>
  new Intl.DateTimeFormat(culture, { dateStyle: 'long', timeZone }).format(Date.parse(dueUtc))

const DAY_MS = 86_400_000

/** How long there is to undo it: "in 30 days", "tomorrow", "today". `now` in epoch milliseconds. */
export const timeLeft = (dueUtc: string, now: number): string => {
  const days = Math.max(0, Math.floor((Date.parse(dueUtc) - now) / DAY_MS))
  return new Intl.RelativeTimeFormat('en', { numeric: 'auto' }).format(days, 'day')
}
