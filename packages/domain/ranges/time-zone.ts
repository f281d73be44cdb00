import { DAY_MS } from '../clock.ts'
import { dayNumber, type LocalDay, localDay } from './local-day.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
/** epoch day 0 (1970-01-01) counted from 0001-01-01 */
const EPOCH_DAY_NUMBER = 719_162

interface WallClock {
  readonly day: LocalDay
  readonly hour: number
  readonly minute: number
  readonly second: number
}

// Creating a formatter takes about 50 µs and 100 KB, using it 1 µs, so one per time zone is cached.
const formatters = new Map<string, Intl.DateTimeFormat>()

const formatterOf = (timeZone: string): Intl.DateTimeFormat => {
  const known = formatters.get(timeZone)
  if (known !== undefined) return known
  const formatter = new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  })
  formatters.set(timeZone, formatter)
  return formatter
}

const readWallClock = (epochMs: number, timeZone: string): WallClock => {
  const shown: Partial<Record<Intl.DateTimeFormatPartTypes, number>> = {}
  for (const part of formatterOf(timeZone).formatToParts(epochMs)) shown[part.type] = Number(part.value)
  const { year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0 } = shown
  return { day: localDay({ year, month, day }), hour, minute, second }
}

interface Shown {
  readonly second: number
  readonly clock: WallClock
}

/** The last answer for each time zone: a busy server asks many times a second for the same second. */
const lastShown = new Map<string, Shown>()

/** The wall-clock time in `timeZone`. */
const toWallClock = (epochMs: number, timeZone: string): WallClock => {
  const second = Math.floor(epochMs / 1000)
  const last = lastShown.get(timeZone)
  if (last?.second === second) return last.clock
  const clock = readWallClock(epochMs, timeZone)
  lastShown.set(timeZone, { second, clock })
  return clock
}

const offsetAt = (epochMs: number, timeZone: string): number => {
  const { day, hour, minute, second } = toWallClock(epochMs, timeZone)
  const shown = utcMidnight(day) + hour * HOUR + minute * MINUTE + second * 1000
  return shown - Math.floor(epochMs / 1000) * 1000
}

const utcMidnight = (day: LocalDay): number => (dayNumber(day) - EPOCH_DAY_NUMBER) * DAY_MS

/** Whether `name` is an IANA time zone (or alias) known to this machine; fixed offsets such as `+02:00` are not. */
export const isTimeZone = (name: string): boolean => {
  if (!/^[A-Za-z]/.test(name)) return false
  try {
    formatterOf(name)
    return true
  } catch {
    return false
  }
}

/**
 * The calendar day at an instant.
 * @throws RangeError for an unknown time zone
 */
export const localDayOf = (epochMs: number, timeZone: string): LocalDay => toWallClock(epochMs, timeZone).day

/** `YYYY-MM-DD HH:MM:SS` at an instant, by the wall clock of the time zone. */
export const toLocalTime = (epochMs: number, timeZone: string): string => {
  const { day, hour, minute, second } = toWallClock(epochMs, timeZone)
  const two = (value: number): string => String(value).padStart(2, '0')
  return `${day} ${two(hour)}:${two(minute)}:${two(second)}`
}

/**
 * The first instant, in epoch milliseconds, whose local day is `day` or later: midnight, or the first instant after it if a
 * clock change skips midnight, or the start of the next day if the time zone skipped the whole day.
 * @throws RangeError for an unknown time zone
 */
export const localDayStartUtc = (day: LocalDay, timeZone: string): number => {
  const midnight = utcMidnight(day)
  const before = offsetAt(midnight - 26 * HOUR, timeZone)
  const after = offsetAt(midnight + 26 * HOUR, timeZone)
  return before === after ? midnight - before : firstInstantOf(day, midnight, timeZone)
}

/** Checks the hours in which a day can start anywhere on earth, then bisects to the millisecond. */
const firstInstantOf = (day: LocalDay, midnight: number, timeZone: string): number => {
  const hasBegun = (instant: number): boolean => localDayOf(instant, timeZone) >= day
  const step = 15 * MINUTE
  let reached = midnight - 16 * HOUR
  while (!hasBegun(reached)) reached += step
  let early = reached - step
  while (reached - early > 1) {
    const middle = Math.floor((early + reached) / 2)
    if (hasBegun(middle)) reached = middle
    else early = middle
  }
  return reached
}

const STEP_MS = 15 * 60_000
/** The longest day of any time zone, plus an hour. */
const LONGEST_DAY_MS = 26 * 3_600_000

/**
 * The first instant, in epoch milliseconds, at which the wall clock shows `hour` of the day or later: if a clock change skips the
 * hour, the instant after it; if the hour occurs twice, the first one.
 * @throws RangeError for an unknown time zone
 */
export const localHourUtc = (day: LocalDay, hour: number, timeZone: string): number => {
  const wanted = `${day} ${String(hour).padStart(2, '0')}:00:00`
  const start = localDayStartUtc(day, timeZone)
  for (let instant = start; instant < start + LONGEST_DAY_MS; instant += STEP_MS)
    if (toLocalTime(instant, timeZone) >= wanted) return instant
  return start + LONGEST_DAY_MS
}

/** What people call a time zone: "Pacific Time". */
export const timeZoneName = (timeZone: string): string => {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longGeneric' }).formatToParts(0)
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone
}
