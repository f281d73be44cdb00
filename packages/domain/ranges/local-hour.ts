import type { LocalDay } from './local-day.ts'
import { localDayStartUtc, localTimeOf } from './time-zone.ts'

const STEP_MS = 15 * 60_000
/** The longest day of any zone, with an hour to spare. */
const LONGEST_DAY_MS = 26 * 3_600_000

/**
 * The first instant, in epoch milliseconds, at which a clock of the zone shows `hour` of the day or later: where a clock
 * change skips the hour, the moment after it; where the hour comes twice, the first one.
 * @throws RangeError for an unknown zone
 */
export const localHourUtc = (day: LocalDay, hour: number, timeZone: string): number => {
  const wanted = `${day} ${String(hour).padStart(2, '0')}:00:00`
  const start = localDayStartUtc(day, timeZone)
  for (let instant = start; instant < start + LONGEST_DAY_MS; instant += STEP_MS)
    if (localTimeOf(instant, timeZone) >= wanted) return instant
  return start + LONGEST_DAY_MS
}
