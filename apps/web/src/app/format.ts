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
export const formatRelativeTime = (instant: string, now: number, culture = 'en-US'): string => {
  const seconds = (Date.parse(instant) - now) / 1000
  const unit = UNITS.find(([, size]) => Math.abs(seconds) >= size)
  if (!unit) return 'just now'
  const [name, size] = unit
  return new Intl.RelativeTimeFormat(culture).format(Math.trunc(seconds / size), name)
}

/** Below this many milliseconds ahead, a moment is as good as there. */
const IMMINENT_MS = 60_000

/** When something is going to be: "in 12 minutes"; "any moment" when it is due. `now` in epoch milliseconds. */
export const formatTimeUntil = (instant: string, now: number, culture?: string): string =>
  Date.parse(instant) - now < IMMINENT_MS ? 'any moment' : formatRelativeTime(instant, now, culture)

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** How long something took: "48 s", "3 min 20 s", "1 h 5 min". */
export const formatDuration = (milliseconds: number): string => {
  if (milliseconds < MINUTE_MS) return `${Math.max(0, Math.round(milliseconds / 1000))} s`
  const [large, small, largeName, smallName] =
    milliseconds < HOUR_MS ? ([MINUTE_MS, 1000, 'min', 's'] as const) : ([HOUR_MS, MINUTE_MS, 'h', 'min'] as const)
  const whole = Math.floor(milliseconds / large)
  const rest = Math.floor((milliseconds % large) / small)
  return rest === 0 ? `${whole} ${largeName}` : `${whole} ${largeName} ${rest} ${smallName}`
}

/** An instant (ISO 8601) in the account's zone (an IANA name; until it is known the browser's) and the browser's words. */
export const formatDateTime = (instant: string, timeZone: string | undefined): string =>
  new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(Date.parse(instant))

const refreshTimeFormat = (timeZone: string | undefined): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit', timeZone })

/** An instant as the footer shows it, in the account's zone as every other time of the page; 'Unknown' when there is none. */
export const formatRefreshTime = (instant: string | null, timeZone?: string): string => {
  const time = instant === null ? Number.NaN : Date.parse(instant)
  return Number.isNaN(time) ? 'Unknown' : refreshTimeFormat(timeZone).format(time)
}

/** The day on which everything goes, in the account's zone: "December 21, 2026". */
export const formatLongDay = (dueUtc: string, timeZone: string, culture = 'en-US'): string =>
  new Intl.DateTimeFormat(culture, { dateStyle: 'long', timeZone }).format(Date.parse(dueUtc))

const DAY_MS = 86_400_000

/** How long there is to undo it: "in 30 days", "tomorrow", "today". `now` in epoch milliseconds. */
export const formatDaysLeft = (dueUtc: string, now: number): string => {
  const days = Math.max(0, Math.floor((Date.parse(dueUtc) - now) / DAY_MS))
  return new Intl.RelativeTimeFormat('en', { numeric: 'auto' }).format(days, 'day')
}

const countFormats = new Map<string | undefined, Intl.NumberFormat>()

/** A count with its thousands marked, as the culture (else the browser) does it. */
export const formatCount = (value: number, culture?: string): string => {
  const format = countFormats.get(culture) ?? new Intl.NumberFormat(culture, { maximumFractionDigits: 0 })
  countFormats.set(culture, format)
  return format.format(value)
}

/** A message with the full stop that lets another sentence follow it. */
export const withPeriod = (message: string): string => (/[.!?]$/.test(message) ? message : `${message}.`)
