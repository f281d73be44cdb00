const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const UNITS: readonly (readonly [Intl.RelativeTimeFormatUnit, seconds: number])[] = [
  ['year', 365 * DAY],
  ['month', 30 * DAY],
  ['week', 7 * DAY],
  ['day', DAY],
  ['hour', HOUR],
  ['minute', MINUTE],
]

/** How long ago `instant` (ISO 8601) was at `now` (epoch milliseconds), such as "3 hours ago"; below a minute "just now". */
export const relativeTime = (instant: string, now: number, culture = 'en-US'): string => {
  const seconds = (Date.parse(instant) - now) / 1000
  const unit = UNITS.find(([, size]) => Math.abs(seconds) >= size)
  if (!unit) return 'just now'
  const [name, size] = unit
  return new Intl.RelativeTimeFormat(culture).format(Math.trunc(seconds / size), name)
}
