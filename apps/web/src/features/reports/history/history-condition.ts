import type { Formats } from '#charts/value-format.ts'
import type { ReportCatalog } from '#contract/report-catalog.ts'
import type { HistoryCondition } from '#contract/report-definition.ts'
import {
  type EventKind,
  type EventTerms,
  eventWords,
  type HistoryCount,
  type HistoryWords,
  historySentence,
  isAtLeastOne,
  isNone,
} from '#domain/history-sentence.ts'
import { inSentence } from '#domain/text.ts'
import { comparisonLabel, formatFilterValue } from '../filters/filter-labels.ts'
import { type FilterColumn, filterValueKind, isComplete, needsValue } from '../filters/report-filter.ts'

type ReportType = ReportCatalog['reportTypes'][number]

/** A type whose records are events of a person's history. */
export interface EventType extends ReportType {
  readonly words: HistoryWords
  readonly kinds: readonly EventKind[]
}

export const eventTypes = (types: readonly ReportType[]): readonly EventType[] =>
  types.flatMap((type) => {
    const events = type.history?.events
    return events ? [{ ...type, words: events, kinds: events.kinds }] : []
  })

/** Columns that single records can be compared by: a measure with a largest value has one per record. */
export const eventColumns = ({ columns }: ReportType): readonly FilterColumn[] =>
  columns.filter(({ kind, aggregations }) => kind === 'dimension' || aggregations.includes('Max'))

export const AT_LEAST_ONE: HistoryCount = { comparison: 'GreaterThanOrEqual', value: 1 }

/** What a condition asks of the events. */
export type HistoryKind = 'did' | 'didNot' | 'times' | 'first' | 'last'

const KINDS: readonly HistoryKind[] = ['did', 'didNot', 'times', 'first', 'last']

export const isHistoryKind = (text: string): text is HistoryKind => KINDS.some((kind) => kind === text)

export const kindOf = ({ which, count = AT_LEAST_ONE }: HistoryCondition): HistoryKind => {
  if (which !== 'any') return which
  if (isNone(count)) return 'didNot'
  return isAtLeastOne(count) ? 'did' : 'times'
}

const COUNTS: Readonly<Partial<Record<HistoryKind, HistoryCount>>> = {
  didNot: { comparison: 'Equal', value: 0 },
  times: { comparison: 'GreaterThanOrEqual', value: 2 },
}

export const withKind = ({ count: _, after, ...condition }: HistoryCondition, kind: HistoryKind): HistoryCondition => {
  if (kind === 'first' || kind === 'last') return { ...condition, which: kind }
  const count = COUNTS[kind]
  return { ...condition, which: 'any', ...(count && { count }), ...(after && { after }) }
}

export const kindOptions = ({ did, didNot, event }: HistoryWords): { value: HistoryKind; label: string }[] => [
  { value: 'did', label: `Who ${did}` },
  { value: 'didNot', label: `Who ${didNot}` },
  { value: 'times', label: `Who ${did} a number of times` },
  { value: 'first', label: `Whose first ${event} was` },
  { value: 'last', label: `Whose last ${event} was` },
]

/** How the dates of a condition are chosen; any other text is a relative range or days. */
export const SINCE = 'since'
export const BEFORE = 'before'

export const datesKind = (dates: string | null): string => {
  if (dates === null) return 'None'
  if (dates.endsWith('/')) return SINCE
  return dates.startsWith('/') ? BEFORE : dates
}

/** The day of dates that have one; empty: none yet. */
export const datesDay = (dates: string | null): string => dates?.replace('/', '') ?? ''

export const datesOf = (kind: string, day: string): string | null => {
  if (kind === 'None') return null
  if (kind === SINCE) return `${day}/`
  return kind === BEFORE ? `/${day}` : kind
}

export const isCompleteCondition = ({ filters, dates }: HistoryCondition): boolean =>
  filters.every(isComplete) && dates !== '/'

type Events = Pick<HistoryCondition, 'of' | 'filters' | 'dates'>

const eventTerms = (
  { of, filters, dates }: Events,
  types: readonly ReportType[],
  formats: Formats,
): EventTerms | null => {
  const type = eventTypes(types).find(({ reportType }) => reportType.toLowerCase() === of.toLowerCase())
  if (type === undefined) return null
  const { words, said } = eventWords(type, filters)
  return {
    words,
    dates,
    filters: said.map(({ columnId, comparison, value }) => {
      const column = type.columns.find((one) => one.columnId.toLowerCase() === columnId.toLowerCase())
      const isText = column?.type === 'text' || column?.type === 'enum'
      return {
        columnId: column?.columnId ?? columnId,
        column: inSentence(column?.displayName ?? columnId),
        comparison: comparisonLabel(comparison, column === undefined ? 'text' : filterValueKind(column)),
        value:
          column === undefined || !needsValue(comparison)
            ? String(value ?? '')
            : formatFilterValue(column, value, formats),
        isName: comparison === 'Equal' && isText && value !== null,
      }
    }),
  }
}

/** Whom a condition is about: `who ordered at least twice last year`. */
export const formatHistory = (
  { which, count = AT_LEAST_ONE, after, ...events }: HistoryCondition,
  types: readonly ReportType[],
  formats: Formats,
): string => {
  const terms = eventTerms(events, types, formats)
  if (terms === null) return `with ${events.of}`
  return historySentence({
    ...terms,
    which,
    count,
    after: after ? eventTerms(after, types, formats) : null,
    isSameDay: after?.sameDay,
    formats: { day: (day) => formats.day(day, 'full'), range: formats.range },
  })
}
