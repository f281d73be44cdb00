import type { TimeBasis } from '#domain/canonical/record.ts'
import { instantOf, localTime } from './wall-clock.ts'
import type { Moment } from './winery.ts'

/** Both sides of a moment, of which a source gives one. */
export const momentOf = (given: number | string, basis: TimeBasis, timeZone: string): Moment => {
  if (basis === 'local') {
    const local = String(given)
    return { at: instantOf(local, timeZone), local, day: local.slice(0, 10) }
  }
  const at = Number(given)
  const local = localTime(at, timeZone)
  return { at, local, day: local.slice(0, 10) }
}

export const momentOrNull = (given: number | string | null, basis: TimeBasis, timeZone: string): Moment | null =>
  given === null ? null : momentOf(given, basis, timeZone)
