import { lookupTable } from './lookup-table.ts'
import { addDays, type LocalDay } from './ranges/local-day.ts'
import { RANGE_TITLES } from './ranges/range-title.ts'
import { isRelativeRange, type OpenRange, parseOpenRange, type RelativeRange } from './ranges/relative-range.ts'
import type { Comparison, CountComparison } from './report-terms.ts'
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

interface Condition {
  readonly columnId: string
  readonly comparison: Comparison
  readonly value: string | number | boolean | null
}

/** Events that meet a condition, with words that say it as well. */
export interface EventKind extends Condition {
  readonly words: HistoryWords
}

const isKind = (kind: EventKind, { columnId, comparison, value }: Condition): boolean =>
  kind.columnId === columnId && kind.comparison === comparison && kind.value === value

/** The kind of events that one of the filters makes them; undefined: none of its own. */
export const findEventKind = <Kind extends EventKind>(
  kinds: readonly Kind[],
  filters: readonly Condition[],
): Kind | undefined => kinds.find((kind) => filters.some((one) => isKind(kind, one)))

/** The words of events, and the filters that these don't say. */
export const eventWords = <Filter extends Condition>(
  { words, kinds = [] }: { readonly words: HistoryWords; readonly kinds?: readonly EventKind[] },
  filters: readonly Filter[],
): { readonly words: HistoryWords; readonly said: readonly Filter[] } => {
  const kind = findEventKind(kinds, filters)
  return kind === undefined
    ? { words, said: filters }
    : { words: kind.words, said: filters.filter((one) => !isKind(kind, one)) }
}

/** A comparison of a column, in words. */
export interface ComparedWords {
  readonly columnId: string
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

/** What was done. */
export interface EventTerms {
  readonly words: HistoryWords
  readonly filters: readonly ComparedWords[]
  /** a range by its name, or days */
  readonly dates: string | OpenRange | null
}

interface HistoryTerms extends EventTerms {
  readonly which: 'any' | 'first' | 'last'
  readonly count: HistoryCount
  /** what had been done on an earlier day; `said`: what the sentence before says */
  readonly after?: EventTerms | 'said' | null
  /** or on the same one */
  readonly isSameDay?: boolean | undefined
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

const describeDates = ({ dates }: EventTerms, formats: HistoryFormats): string => {
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
  `${AMOUNTS[comparison]} ${TIMES[value] ?? `${value} times`}`

const TIMES: Readonly<Record<number, string>> = { 1: 'once', 2: 'twice' }

const CHANNELS: Readonly<Record<string, string>> = lookupTable({
  'Tasting room': 'in the tasting room',
  Web: 'online',
  Phone: 'by phone',
  Club: 'through the club',
  Event: 'at an event',
})

const PLACES = ['city', 'state', 'country']

/** `on hold now`, `not discounted`: a label that is a comparison by itself. */
const isFlag = ({ column, comparison, value }: ComparedWords): boolean =>
  `${comparison}${value}` === '' && column !== ''

/** A value that needs no column: `in the tasting room`, `in CA`; null: it needs one. */
const barePhrase = ({ columnId, comparison, value }: ComparedWords): string | null => {
  if (comparison !== 'is') return null
  return PLACES.includes(columnId) ? `in ${value}` : columnId === 'channel' ? (CHANNELS[value] ?? null) : null
}

/** `varietal Pinot Noir`, `net sales of at least $100.00`, `product that contains “rosé”` */
const describeCompared = ({ column, comparison, value }: ComparedWords): string => {
  if (comparison === 'is blank') return `no ${column}`
  if (comparison === 'is not blank') return `any ${column}`
  const compared = comparison
    .replace(/^is not$/, 'other than')
    .replace(/^is (?=more|less|at )/, 'of ')
    .replace(/^is ?/, '')
  return joined([column, compared === comparison && compared !== '' ? `that ${compared}` : compared, value])
}

const listed = (parts: readonly string[], operator = 'and'): string =>
  parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} ${operator} ${parts.at(-1)}`

const joined = (parts: readonly string[]): string => parts.filter((part) => part !== '').join(' ')

/** Conditions after what they limit: `in the tasting room with net sales of at least $100.00`. */
export const describeConditions = (filters: readonly ComparedWords[], operator: 'and' | 'or' = 'and'): string => {
  const flags = filters.filter(isFlag).map(({ column }) => column)
  const rest = filters.filter((filter) => barePhrase(filter) === null && !isFlag(filter)).map(describeCompared)
  const phrases = [
    ...filters.flatMap((filter) => barePhrase(filter) ?? []),
    ...(rest.length === 0 ? [] : [`with ${listed(rest, operator)}`]),
    ...(flags.length === 0 ? [] : [`(${listed(flags, operator)})`]),
  ]
  return phrases.join(operator === 'or' ? ' or ' : ' ')
}

/** What a name takes the place of, unless it is of somebody who was there. */
const GENERAL = / (?:items|a club|a release)$/

const isOfThing = ({ columnId }: ComparedWords): boolean => columnId !== 'teamMember'

/** `bought items in the tasting room`, `bought Pinot Noir` */
const describeDeed = (verb: string, filters: readonly ComparedWords[]): string => {
  const named = filters.filter((filter) => filter.isName && isOfThing(filter) && barePhrase(filter) === null)
  const [name] = named.length === 1 && GENERAL.test(verb) ? named : []
  if (name === undefined) return joined([verb, describeConditions(filters)])
  const others = filters.filter((filter) => filter !== name)
  return joined([verb.replace(GENERAL, ` ${name.value}`), describeConditions(others)])
}

/** Says which people a condition on their history is about: `who ordered at least twice last year`, `whose first order was online`. */
export const historySentence = (terms: HistoryTerms): string => {
  const { words, which, count, filters, after, formats } = terms
  const dates = describeDates(terms, formats)
  if (which === 'any') {
    const verb = isNone(count) ? words.didNot : words.did
    const times = isNone(count) || isAtLeastOne(count) ? '' : describeCount(count)
    const day =
      after && after !== 'said'
        ? ['the day they', describeDeed(after.words.did, after.filters), describeDates(after, formats)]
        : ['that day']
    const later = after ? [`${terms.isSameDay ? 'on or ' : ''}after`, ...day] : []
    return joined(['who', describeDeed(verb, filters), times, dates, ...later])
  }
  const isNamed = filters.length > 0 && filters.every(({ isName }) => isName)
  const kind = isNamed ? listed(filters.map((one) => barePhrase(one) ?? one.value)) : describeConditions(filters)
  const was = joined([kind, dates])
  return was === '' ? `who ${words.did}` : `whose ${which} ${words.event} was ${was}`
}
