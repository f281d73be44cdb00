import type { TimeBasis } from '#domain/canonical/record.ts'
import type { Timestamp } from './winery.ts'

const formatters = new Map<string, Intl.DateTimeFormat>()

const formatterOf = (timeZone: string): Intl.DateTimeFormat => {
  const known =
    formatters.get(timeZone) ?? new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  formatters.set(timeZone, known)
  return known
}

/** `YYYY-MM-DD HH:MM:SS` in wall-clock time. */
const localTime = (epochMs: number, timeZone: string): string => formatterOf(timeZone).format(epochMs)

const HOURS_26 = 26 * 3_600_000

const asIfUtc = (local: string): number => Date.parse(`${local.replace(' ', 'T')}Z`)

const offsetAt = (epochMs: number, timeZone: string): number => asIfUtc(localTime(epochMs, timeZone)) - epochMs

/**
 * The instant of a wall-clock time: the later one if it occurs twice; if a clock change skips it, the instant by the offset
 * before the change.
 */
const instantOf = (local: string, timeZone: string): number => {
  const wanted = asIfUtc(local)
  const before = offsetAt(wanted - HOURS_26, timeZone)
  const after = offsetAt(wanted + HOURS_26, timeZone)
  const shown = [wanted - before, wanted - after].filter((instant) => localTime(instant, timeZone) === local)
  return shown.length === 0 ? wanted - before : Math.max(...shown)
}

/** UTC and local values of a timestamp, of which a source gives one. */
export const toTimestamp = (given: number | string, basis: TimeBasis, timeZone: string): Timestamp => {
  if (basis === 'local') {
    const local = String(given)
    return { at: instantOf(local, timeZone), local, day: local.slice(0, 10) }
  }
  const at = Number(given)
  const local = localTime(at, timeZone)
  return { at, local, day: local.slice(0, 10) }
}

export const timestampOrNull = (given: number | string | null, basis: TimeBasis, timeZone: string): Timestamp | null =>
  given === null ? null : toTimestamp(given, basis, timeZone)
