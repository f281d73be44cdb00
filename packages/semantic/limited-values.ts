import { releasesOfClubs } from '#domain/ranges/release-pairs.ts'
import type { RangeCalendar } from '#domain/ranges/resolve-range.ts'
import type { Filter, FilterValue } from './query.ts'

const inBoth = (one: readonly FilterValue[] | null, other: readonly FilterValue[] | null) =>
  one === null || other === null ? (one ?? other) : one.filter((value) => other.includes(value))

/** The values of a column that records matching a filter can have; null: any. */
const limitedValues = (filter: Filter | null, columnId: string): readonly FilterValue[] | null => {
  if (filter === null) return null
  if ('and' in filter)
    return filter.and.map((part) => limitedValues(part, columnId)).reduce<readonly FilterValue[] | null>(inBoth, null)
  if ('or' in filter) {
    const parts = filter.or.map((part) => limitedValues(part, columnId))
    return parts.some((part) => part === null) ? null : [...new Set(parts.flatMap((part) => part ?? []))]
  }
  if ('history' in filter) return null
  return filter.columnId === columnId && filter.comparison === 'Equal' ? [filter.value] : null
}

/** The calendar with the releases of the clubs that a filter is limited to. */
export const calendarWithin = (calendar: RangeCalendar, filter: Filter | null): RangeCalendar => {
  const clubs = limitedValues(filter, 'clubName')
  if (calendar.releases === undefined || clubs === null) return calendar
  const names = clubs.filter((club) => typeof club === 'string')
  return { ...calendar, releases: releasesOfClubs(calendar.releases, names) }
}
