import type { RangeCalendar } from '#domain/ranges/resolve-range.ts'
import { ENGLISH_DAYS } from '../language/english-days.ts'
import type { Token } from '../text/token.ts'
import { matchLength } from './days/match-phrase.ts'
import { YEARLY_POINTS, yearAt } from './days/read-point.ts'

const YEARS = 'of last year, in last year, last year, this year'

/** Number of words of a year at a position: "2024", "last year". */
const yearLength = (tokens: readonly Token[], at: number): number =>
  yearAt(tokens, at) === null ? matchLength(tokens, at, YEARS) : 1

/**
 * "Black Friday sales 2024", "holiday sales last year": the words with the year directly after the days that it belongs to. Null where
 * there are none.
 */
export const yearMoved = (tokens: readonly Token[], calendar: RangeCalendar): readonly Token[] | null => {
  const years = tokens.flatMap((_, at) => (yearLength(tokens, at) === 0 ? [] : [at]))
  const [year = -1] = years
  const length = yearLength(tokens, year)
  const isOnce = years.length === 1 || (years.length === 2 && length === 3)
  if (!isOnce || length === 0) return null
  const context = { calendar, language: ENGLISH_DAYS }
  const moved = tokens.slice(year, year + length).map((token) => ({ ...token, isApart: false }))
  const isYear = (at: number): boolean => at >= year && at < year + length
  for (let at = 0; at < tokens.length; at += 1) {
    const end = at + Math.max(...YEARLY_POINTS.map((read) => read(tokens, at, context)?.length ?? 0))
    if (end === at || isYear(at)) continue
    const isBefore = year + length - 1 < at - 1
    const isAfter = end < year
    if (!isAfter && !isBefore) return null
    const rest = tokens.filter((_, place) => !isYear(place))
    const place = isBefore ? end - length : end
    return [...rest.slice(0, place), ...moved, ...rest.slice(place)]
  }
  return null
}
