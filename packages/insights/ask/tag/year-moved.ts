import type { RangeCalendar } from '#domain/ranges/resolve-range.ts'
import { ENGLISH_DAYS } from '../language/english-days.ts'
import type { Token } from '../text/token.ts'
import { YEARLY_POINTS, yearAt } from './days/read-point.ts'

/** "Black Friday sales 2024": the words with the year directly after the days that it belongs to. Null where there are none. */
export const yearMoved = (tokens: readonly Token[], calendar: RangeCalendar): readonly Token[] | null => {
  const years = tokens.flatMap((_, at) => (yearAt(tokens, at) === null ? [] : [at]))
  const [year = -1] = years
  const moved = tokens[year]
  if (years.length !== 1 || moved === undefined) return null
  const context = { calendar, language: ENGLISH_DAYS }
  for (let at = 0; at < tokens.length; at += 1) {
    const lengths = YEARLY_POINTS.map((read) => read(tokens, at, context)?.length ?? 0)
    const end = at + Math.max(...lengths)
    if (end === at || yearAt(tokens, at) !== null) continue
    const isApart = end < year && !tokens.slice(at, end).some((_, place) => yearAt(tokens, at + place) !== null)
    const isBefore = year < at - 1
    if (!isApart && !isBefore) return null
    const rest = tokens.filter((_, place) => place !== year)
    const place = isBefore ? end - 1 : end
    return [...rest.slice(0, place), { ...moved, isApart: false }, ...rest.slice(place)]
  }
  return null
}
