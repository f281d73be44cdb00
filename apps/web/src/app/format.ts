import { DAY_MS } from '#domain/clock.ts'

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

/** A relative time such as "3 hours ago", or "just now" below a minute. `instant` is ISO 8601, `now` epoch milliseconds. */
export const formatRelativeTime = (instant: string, now: number, culture = 'en-US'): string => {
  const seconds = (Date.parse(instant) - now) / 1000
  const unit = UNITS.find(([, size]) => Math.abs(seconds) >= size)
  if (!unit) return 'just now'
  const [name, size] = unit
  return new Intl.RelativeTimeFormat(culture).format(Math.trunc(seconds / size), name)
}

/**
 * A future time to the nearest unit: "in 12 minutes", "in 7 days" just after a week has begun, or "shortly" below a minute.
 * `now` in epoch milliseconds.
 */
export const formatTimeUntil = (instant: string, now: number, culture = 'en-US'): string => {
  const seconds = (Date.parse(instant) - now) / 1000
  const unit = UNITS.find(([, size]) => seconds >= size)
  if (!unit) return 'shortly'
  const [name, size] = unit
  // Halves are rounded down.
  return new Intl.RelativeTimeFormat(culture).format(Math.ceil(seconds / size - 0.5), name)
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** A duration: "48 s", "3 min 20 s", "1 h 5 min". */
export const formatDuration = (milliseconds: number): string => {
  if (milliseconds < MINUTE_MS) return `${Math.max(0, Math.round(milliseconds / 1000))} s`
  const [large, small, largeName, smallName] =
    milliseconds < HOUR_MS ? ([MINUTE_MS, 1000, 'min', 's'] as const) : ([HOUR_MS, MINUTE_MS, 'h', 'min'] as const)
  const whole = Math.floor(milliseconds / large)
  const rest = Math.floor((milliseconds % large) / small)
  return rest === 0 ? `${whole} ${largeName}` : `${whole} ${largeName} ${rest} ${smallName}`
}

/** An instant (ISO 8601) in the account's time zone (IANA name, else the browser's) and the browser's language. */
export const formatDateTime = (instant: string, timeZone: string | undefined): string =>
  new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(Date.parse(instant))

const refreshTimeFormat = (timeZone: string | undefined): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit', timeZone })

/** An instant for the footer, in the account's time zone; 'Unknown' when there is none. */
export const formatRefreshTime = (instant: string | null, timeZone?: string): string => {
  const time = instant === null ? Number.NaN : Date.parse(instant)
  return Number.isNaN(time) ? 'Unknown' : refreshTimeFormat(timeZone).format(time)
}

interface ShownTimeOptions {
  readonly timeZone?: string | undefined
  readonly culture?: string | undefined
}

/** When something on screen arrived, with its day if that is another one than `now`'s; both epoch milliseconds. */
export const formatShownTime = (at: number, now: number, { timeZone, culture }: ShownTimeOptions): string => {
  const day = new Intl.DateTimeFormat(culture, { month: 'short', day: 'numeric', timeZone })
  const time = new Intl.DateTimeFormat(culture, { timeStyle: 'short', timeZone }).format(at)
  return day.format(at) === day.format(now) ? time : `${day.format(at)}, ${time}`
}

/** A day in the account's time zone: "December 21, 2026". */
export const formatLongDay = (dueUtc: string, timeZone: string, culture = 'en-US'): string =>
  new Intl.DateTimeFormat(culture, { dateStyle: 'long', timeZone }).format(Date.parse(dueUtc))

/** The days left until `dueUtc`: "in 30 days", "tomorrow", "today". `now` in epoch milliseconds. */
export const formatDaysLeft = (dueUtc: string, now: number): string => {
  const days = Math.max(0, Math.floor((Date.parse(dueUtc) - now) / DAY_MS))
  return new Intl.RelativeTimeFormat('en', { numeric: 'auto' }).format(days, 'day')
}

const countFormats = new Map<string | undefined, Intl.NumberFormat>()

/** A count with thousands separators of the culture, else of the browser. */
export const formatCount = (value: number, culture?: string): string => {
  const format = countFormats.get(culture) ?? new Intl.NumberFormat(culture, { maximumFractionDigits: 0 })
  countFormats.set(culture, format)
  return format.format(value)
}

/** The catalog's part of a definitions version such as `3.USD.monday.1.0`; the rest repeats account settings. */
export const versionNumber = (definitionVersion: string): string => definitionVersion.split('.')[0] ?? definitionVersion
