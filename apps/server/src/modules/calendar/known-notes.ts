import type { CalendarNote } from '#contract/calendar.ts'
import { holidaysOf } from '#domain/ranges/holidays.ts'
import { addDays, civilOf } from '#domain/ranges/local-day.ts'
import type { Release } from '#domain/ranges/release-pairs.ts'
import type { Days } from './calendar.repo.ts'

const overlaps = (a: Days, b: Days): boolean => a.from < b.until && a.until > b.from

/** The holidays that a winery compares, for accounts in the United States. */
export const holidayNotes = (days: Days, country: string | null): CalendarNote[] => {
  if (country !== 'US') return []
  const first = civilOf(days.from).year
  const years = Array.from({ length: civilOf(days.until).year - first + 1 }, (_, place) => first + place)
  return years
    .flatMap((year) => holidaysOf(year))
    .filter((holiday) => overlaps(holiday, days))
    .map(({ name, from, until }) => ({
      id: `holiday-${from}`,
      title: name,
      from,
      until,
      kind: 'holiday',
      text: null,
      source: 'holiday',
    }))
}

/** Club releases on the day that they were processed; those of several clubs with one name and day are one note. */
export const releaseNotes = (days: Days, releases: readonly Release[]): CalendarNote[] => {
  const shown = releases.filter(({ day }) => day >= days.from && day < days.until)
  const byRun = Map.groupBy(shown, ({ name, day }) => JSON.stringify([day, name]))
  return [...byRun.values()].flatMap(([first, ...others]): CalendarNote[] => {
    if (first === undefined) return []
    const { name, day } = first
    const clubs = [first, ...others].flatMap(({ clubName }) => (clubName === null ? [] : [clubName]))
    return [
      {
        id: `release-${day}-${name}`,
        title: name,
        from: day,
        until: addDays(day, 1),
        kind: 'release',
        text: clubs.length === 0 ? null : [...new Set(clubs)].toSorted().join(', '),
        source: 'release',
      },
    ]
  })
}
