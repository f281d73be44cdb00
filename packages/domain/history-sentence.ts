import { addDays, type LocalDay } from './ranges/local-day.ts'
import { RANGE_TITLES } from './ranges/range-title.ts'
import { isRelativeRange, type OpenRange, parseOpenRange, type RelativeRange } from './ranges/relative-range.ts'
import type { CountComparison } from './report-terms.ts'
import { lowerFirst } from './text.ts'

/** In sentences about people who … */
export interface HistoryWords {
  /** such as `ordered` */
  readonly did: string
  /** such as `didn’t order` */
  readonly didNot: string
  /** the singular noun of what is counted */
  readonly event: string
}

/** A comparison of a column, in words. */
export interface ComparedWords {
  /** as within a sentence */
  readonly column: string
  /** such as `is at least` */
  readonly comparison: string
  /** empty: the comparison has none */
  readonly value: string
  /** the value says enough without its column: `Tasting room` */
  readonly isName: boolean
}

/** A number of events. */
export interface HistoryCount {
  readonly comparison: CountComparison
  readonly value: number
}

interface HistoryTerms {
  readonly words: HistoryWords
  readonly which: 'any' | 'first' | 'last'
  readonly count: HistoryCount
  readonly filters: readonly ComparedWords[]
  /** a range by its name, or days */
  readonly dates: string | OpenRange | null
  readonly formats: HistoryFormats
}

export interface HistoryFormats {
  readonly day: (day: LocalDay) => string
  /** half-open */
  readonly range: (from: LocalDay, until: LocalDay) => string
}

/** `last year`, `in the last 30 days`, `this month to date` */
const describeRange = (range: RelativeRange): string => {
  if (range === 'None') return ''
  const title = lowerFirst(RANGE_TITLES[range])
  if (title.endsWith(' days')) return `in the ${title}`
  return title.endsWith(' to date') ? `this ${title}` : title
}

const describeDays = ({ from, until }: OpenRange, formats: HistoryFormats): string => {
  if (from !== null && until !== null)
    return `${addDays(from, 1) === until ? 'on' : 'during'} ${formats.range(from, until)}`
  if (from !== null) return `since ${formats.day(from)}`
  return until === null ? '' : `before ${formats.day(until)}`
}

const describeDates = ({ dates, formats }: HistoryTerms): string => {
  if (typeof dates === 'string' && isRelativeRange(dates)) return describeRange(dates)
  const days = typeof dates === 'string' ? parseOpenRange(dates) : dates
  return days === null ? '' : describeDays(days, formats)
}

export const AMOUNTS: Readonly<Record<CountComparison, string>> = {
  GreaterThanOrEqual: 'at least',
  Equal: 'exactly',
  LessThanOrEqual: 'at most',
  GreaterThan: 'more than',
  LessThan: 'fewer than',
}

/** The condition is met by any event: `did`. */
export const isAtLeastOne = ({ comparison, value }: HistoryCount): boolean =>
  (comparison === 'GreaterThanOrEqual' && value === 1) || (comparison === 'GreaterThan' && value === 0)

/** The condition is met by no event only: `did not`. */
export const isNone = ({ comparison, value }: HistoryCount): boolean =>
  (value === 0 && (comparison === 'Equal' || comparison === 'LessThanOrEqual')) ||
  (value === 1 && comparison === 'LessThan')

const describeCount = ({ comparison, value }: HistoryCount): string =>
  `${AMOUNTS[comparison]} ${value === 1 ? 'once' : `${value} times`}`

/** `varietal Pinot Noir`, `net sales at least $100.00`, `product that contains “rosé”` */
const describeCompared = ({ column, comparison, value }: ComparedWords): string => {
  const compared = comparison === 'is' ? '' : comparison.replace(/^is /, '')
  const isVerb = compared !== '' && compared === comparison
  return [column, isVerb ? `that ${compared}` : compared, value].filter((part) => part !== '').join(' ')
}

const listed = (parts: readonly string[]): string =>
  parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`

const joined = (parts: readonly string[]): string => parts.filter((part) => part !== '').join(' ')

const withFilters = (filters: readonly ComparedWords[]): string =>
  filters.length === 0 ? '' : `with ${listed(filters.map(describeCompared))}`

/** Says which people a condition on their history is about: `who ordered at least 2 times last year`, `whose first order was Tasting room`. */
export const historySentence = (terms: HistoryTerms): string => {
  const { words, which, count, filters } = terms
  const dates = describeDates(terms)
  if (which === 'any') {
    const verb = isNone(count) ? words.didNot : words.did
    const times = isNone(count) || isAtLeastOne(count) ? '' : describeCount(count)
    return joined(['who', verb, withFilters(filters), times, dates])
  }
  const isNamed = filters.length > 0 && filters.every(({ isName }) => isName)
  const kind = isNamed ? listed(filters.map(({ value }) => value)) : withFilters(filters)
  const was = joined([kind, dates])
  return was === '' ? `who ${words.did}` : `whose ${which} ${words.event} was ${was}`
}
