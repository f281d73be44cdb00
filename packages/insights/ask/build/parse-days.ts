import type { CompareMode } from '#domain/ranges/comparison-mode.ts'
import { comparisonRange, lastYearMode } from '#domain/ranges/comparison-range.ts'
import type { RelativeRange } from '#domain/ranges/relative-range.ts'
import { describeRange, type RangeCalendar } from '#domain/ranges/resolve-range.ts'
import type { Days, PlacedReading } from '../read/meaning.ts'
import { type NamedRange, namedDays } from '../read/periods.ts'
import type { ParsedDays, ParsedQuestion } from './parsed-question.ts'

type ParsedRange = Pick<ParsedQuestion, 'days' | 'compare' | 'unmatched'>

/** The current period for a question that names only the comparison period: "sales compared with last month". */
const CURRENT_PERIOD: Readonly<Partial<Record<RelativeRange, readonly [NamedRange, CompareMode]>>> = {
  Yesterday: ['Today', 'previousPeriod'],
  LastWeek: ['ThisWeek', 'previousPeriod'],
  LastMonth: ['ThisMonth', 'previousPeriod'],
  LastQuarter: ['ThisQuarter', 'previousPeriod'],
  LastYear: ['ThisYear', 'previousYear'],
}

/** Modes that two named ranges can express, the one that is meant more likely first. */
const DATED_MODES = ['previousYear', 'sameWeekdays', 'previousPeriod'] as const

/** The comparison mode that leads from a range to another exactly; a running period is matched by its elapsed part. */
const modeBetween = (days: Days, other: Days, calendar: RangeCalendar): CompareMode | null => {
  const resolved = describeRange(days.from, days.until, calendar.today)
  return (
    DATED_MODES.find((mode) => {
      const compared = comparisonRange(days.named ?? days, resolved, calendar, mode)
      return (
        compared.from === other.from &&
        (compared.until === other.until || (resolved.partial && compared.until < other.until))
      )
    }) ?? null
  )
}

/** How a question that only says "last year" means it for these days. */
const yearMode = (days: Days, { today }: RangeCalendar): CompareMode => lastYearMode(days.named ?? days, today)

const isDays = (one: PlacedReading): boolean => one.meaning.kind === 'days'

const toParsedDays = ({ meaning, words }: PlacedReading): ParsedDays | null =>
  meaning.kind === 'days' ? { days: meaning.days, part: meaning.part, words } : null

const getWords = (placed: readonly PlacedReading[]): string[] => placed.map(({ words }) => words)

/** "compared with last year": named days after a comparison. */
const compareWithDays = (
  first: ParsedDays | null,
  leadAt: PlacedReading,
  other: PlacedReading,
  calendar: RangeCalendar,
): ParsedRange => {
  const comparedDays = toParsedDays(other)
  const unmatchedComparison = { days: first, compare: null, unmatched: [leadAt.words, other.words] }
  if (comparedDays === null) return unmatchedComparison
  const words = `${leadAt.words} ${other.words}`
  if (first === null) {
    const [current, mode] = CURRENT_PERIOD[comparedDays.days.named ?? 'None'] ?? []
    if (current === undefined || mode === undefined) return unmatchedComparison
    return { days: { days: namedDays(current, calendar), part: 'in', words }, compare: { mode, words }, unmatched: [] }
  }
  const isYearBefore = comparedDays.days.named === 'LastYear' && first.days.named !== 'LastYear'
  const mode =
    modeBetween(first.days, comparedDays.days, calendar) ?? (isYearBefore ? yearMode(first.days, calendar) : null)
  return mode === null || first.part === 'before'
    ? unmatchedComparison
    : { days: first, compare: { mode, words }, unmatched: [] }
}

/** Position of days directly after the comparison word; -1 with a noun between, as in "club vs tasting room last month". */
const daysAfter = (placed: readonly PlacedReading[], leadAt: number): number => {
  const next = placed.findIndex(({ meaning }, at) => at > leadAt && meaning.kind !== 'stopWord')
  const one = placed[next]
  return one !== undefined && isDays(one) ? next : -1
}

/** The range of a question and its comparison range. Two ranges without a comparison word are not understood. */
export const parseDays = (placed: readonly PlacedReading[], calendar: RangeCalendar): ParsedRange => {
  const leadAt = placed.findIndex(({ meaning }) => meaning.kind === 'compare')
  const leadReading = placed[leadAt]
  const mode = leadReading?.meaning.kind === 'compare' ? leadReading.meaning.mode : null
  const following = leadReading !== undefined && mode === null ? daysAfter(placed, leadAt) : -1
  const days = placed.filter((one, at) => isDays(one) && at !== following)
  const compares = placed.filter(({ meaning }) => meaning.kind === 'compare')
  const [one, ...more] = days
  const first = one ? toParsedDays(one) : null
  if (more.length > 0 || compares.length > 1)
    return { days: first, compare: null, unmatched: getWords([...more, ...compares.slice(1)]) }
  if (leadReading === undefined) return { days: first, compare: null, unmatched: [] }
  const other = placed[following]
  if (mode === null)
    return other
      ? compareWithDays(first, leadReading, other, calendar)
      : { days: first, compare: null, unmatched: [leadReading.words] }
  const current = first ?? { days: namedDays('ThisYear', calendar), part: 'in' as const, words: leadReading.words }
  const inForce = mode === 'lastYear' ? yearMode(current.days, calendar) : mode
  return { days: current, compare: { mode: inForce, words: leadReading.words }, unmatched: [] }
}
