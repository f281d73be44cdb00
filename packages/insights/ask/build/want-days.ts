import { COMPARE_MODES, type CompareMode, comparisonRange } from '#domain/ranges/comparison-range.ts'
import type { RelativeRange } from '#domain/ranges/relative-range.ts'
import { describeRange, type RangeCalendar } from '#domain/ranges/resolve-range.ts'
import type { Days, Placed } from '../read/meaning.ts'
import { type NamedRange, namedDays } from '../read/period-words.ts'
import type { Want, WantedDays } from './want.ts'

type DaysWanted = Pick<Want, 'days' | 'compare' | 'left'>

/** What is compared with a period that is only named as the one before: "sales compared with last month". */
const CURRENT: Readonly<Partial<Record<RelativeRange, readonly [NamedRange, CompareMode]>>> = {
  Yesterday: ['Today', 'previousPeriod'],
  LastWeek: ['ThisWeek', 'previousPeriod'],
  LastMonth: ['ThisMonth', 'previousPeriod'],
  LastQuarter: ['ThisQuarter', 'previousPeriod'],
  LastYear: ['ThisYear', 'previousYear'],
}

/** The way of comparing that leads from some days to others exactly; a running period is met by its elapsed part. */
const modeBetween = (days: Days, other: Days, calendar: RangeCalendar): CompareMode | null => {
  const resolved = describeRange(days.from, days.until, calendar.today)
  return (
    COMPARE_MODES.toReversed().find((mode) => {
      const met = comparisonRange(days.named ?? days, resolved, calendar, mode)
      return met.from === other.from && (met.until === other.until || (resolved.partial && met.until < other.until))
    }) ?? null
  )
}

const isDays = (one: Placed): boolean => one.meaning.kind === 'days'

const wanted = ({ meaning, words }: Placed): WantedDays | null =>
  meaning.kind === 'days' ? { days: meaning.days, part: meaning.part, words } : null

const wordsOf = (placed: readonly Placed[]): string[] => placed.map(({ words }) => words)

/** "compared with last year": named days behind a comparison. */
const againstDays = (first: WantedDays | null, lead: Placed, other: Placed, calendar: RangeCalendar): DaysWanted => {
  const against = wanted(other)
  const refused = { days: first, compare: null, left: [lead.words, other.words] }
  if (against === null) return refused
  const words = `${lead.words} ${other.words}`
  if (first === null) {
    const [current, mode] = CURRENT[against.days.named ?? 'None'] ?? []
    if (current === undefined || mode === undefined) return refused
    return { days: { days: namedDays(current, calendar), part: 'in', words }, compare: { mode, words }, left: [] }
  }
  const isYearBefore = against.days.named === 'LastYear' && first.days.named !== 'LastYear'
  const mode = modeBetween(first.days, against.days, calendar) ?? (isYearBefore ? 'previousYear' : null)
  return mode === null || first.part === 'before' ? refused : { days: first, compare: { mode, words }, left: [] }
}

/** Days right behind the word that compares; with a noun between, "club vs tasting room last month", nothing is met by them. */
const daysBehind = (placed: readonly Placed[], lead: number): number => {
  const next = placed.findIndex(({ meaning }, at) => at > lead && meaning.kind !== 'filler')
  const one = placed[next]
  return one !== undefined && isDays(one) ? next : -1
}

/** The days that a question is about, and what it compares them with. Two stretches of days without a comparison are too many. */
export const wantDays = (placed: readonly Placed[], calendar: RangeCalendar): DaysWanted => {
  const lead = placed.findIndex(({ meaning }) => meaning.kind === 'compare')
  const leading = placed[lead]
  const mode = leading?.meaning.kind === 'compare' ? leading.meaning.mode : null
  const behind = leading !== undefined && mode === null ? daysBehind(placed, lead) : -1
  const days = placed.filter((one, at) => isDays(one) && at !== behind)
  const compares = placed.filter(({ meaning }) => meaning.kind === 'compare')
  const [one, ...more] = days
  const first = one ? wanted(one) : null
  if (more.length > 0 || compares.length > 1)
    return { days: first, compare: null, left: wordsOf([...more, ...compares.slice(1)]) }
  if (leading === undefined) return { days: first, compare: null, left: [] }
  const other = placed[behind]
  if (mode === null)
    return other ? againstDays(first, leading, other, calendar) : { days: first, compare: null, left: [leading.words] }
  const current = first ?? { days: namedDays('ThisYear', calendar), part: 'in' as const, words: leading.words }
  return { days: current, compare: { mode, words: leading.words }, left: [] }
}
