import { addDays, addYears, diffDays, type LocalDay } from '#domain/ranges/local-day.ts'
import { median } from '../statistics/location.ts'

/** Releases of the year before the last one, with some days of grace. */
const YEAR = 400
/** No pause is longer than the longest so far by more. */
const LATE = 1.25

/**
 * The day of a club's next release, if it is as last year: a year after the first release that followed the last one's season. A club
 * without releases in that year goes on at its median pause.
 * @param days of earlier releases, ascending
 * @returns null for fewer than two
 */
export const nextReleaseDay = (days: readonly LocalDay[]): LocalDay | null => {
  const last = days.at(-1)
  if (last === undefined || days.length < 2) return null
  const pauses = days.slice(1).map((day, at) => diffDays(days[at] ?? day, day))
  const pause = median(pauses)
  const longest = LATE * Math.max(...pauses)
  const asLastYear = days
    .filter((day) => day < last && diffDays(day, last) < YEAR)
    .map((day) => addYears(day, 1))
    .find((day) => diffDays(last, day) > pause / 2 && diffDays(last, day) <= longest)
  return asLastYear ?? addDays(last, Math.round(pause))
}
