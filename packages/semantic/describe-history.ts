import { formatCode } from '#domain/code-labels.ts'
import { type CustomField, isCustomFieldKey } from '#domain/custom-fields.ts'
import {
  type ComparedWords,
  type EventTerms,
  eventWords,
  type HistoryFormats,
  historySentence,
} from '#domain/history-sentence.ts'
import { addDays, rangeLabel } from '#domain/ranges/local-day.ts'
import type { OpenRange } from '#domain/ranges/relative-range.ts'
import { COMPARISON_LABELS } from '#domain/report-terms.ts'
import { inSentence } from '#domain/text.ts'
import { findColumn, findReportType } from './catalog/catalog.ts'
import type { ReportType } from './catalog/report-type.ts'
import type { ColumnCondition, HistoryCondition, HistoryEvents } from './query.ts'

interface DefinedEvents extends Omit<HistoryEvents, 'dates'> {
  /** a range by its name, or days */
  readonly dates: string | OpenRange | null
}

/** A condition of a definition or of a query. */
interface DefinedHistory extends DefinedEvents, Pick<HistoryCondition, 'which'> {
  readonly count?: HistoryCondition['count'] | undefined
  readonly after?: (DefinedEvents & { readonly sameDay: boolean }) | null | undefined
}

const FORMATS: HistoryFormats = { day: (day) => rangeLabel(day, addDays(day, 1)), range: rangeLabel }

const compared = (type: ReportType, { columnId, comparison, value }: ColumnCondition): ComparedWords => {
  const column = findColumn(type, columnId)
  const isFlag = (comparison === 'IsTrue' || comparison === 'IsFalse') && !isCustomFieldKey(columnId)
  if (isFlag) {
    const label = inSentence(formatCode(columnId, comparison === 'IsTrue'))
    return { columnId, column: label, comparison: '', value: '', isName: false }
  }
  const isText = column?.type === 'text' || column?.type === 'enum'
  return {
    columnId,
    column: inSentence(column?.displayName ?? columnId),
    comparison: COMPARISON_LABELS[comparison],
    value: value === null ? '' : formatCode(columnId, value),
    isName: comparison === 'Equal' && isText && value !== null,
  }
}

const AT_LEAST_ONE: HistoryCondition['count'] = { comparison: 'GreaterThanOrEqual', value: 1 }

/** What was done, in words; null for records that are none of a history. */
const eventTerms = ({ of, filters, dates }: DefinedEvents, customFields: readonly CustomField[]): EventTerms | null => {
  const type = findReportType(of, customFields)
  const events = type?.history?.events
  if (type === null || events === undefined) return null
  const { words, said } = eventWords(events, filters)
  return { words, filters: said.map((filter) => compared(type, filter)), dates }
}

const isSame = (a: DefinedEvents, b: DefinedEvents): boolean =>
  JSON.stringify([a.of, a.filters, a.dates]) === JSON.stringify([b.of, b.filters, b.dates])

/** Which people a condition is about, after what was said of them: `who ordered at least twice last year`. */
export const describeHistory = (
  { which, count = AT_LEAST_ONE, after, ...events }: DefinedHistory,
  customFields: readonly CustomField[] = [],
  said: readonly DefinedHistory[] = [],
): string => {
  const terms = eventTerms(events, customFields)
  if (terms === null) return `with ${inSentence(findReportType(events.of, customFields)?.title ?? events.of)}`
  const [earlier, ...more] = said.filter((one) => !one.after)
  const isSaid = after && earlier && more.length === 0 && isSame(after, earlier)
  return historySentence({
    ...terms,
    which,
    count,
    after: isSaid ? 'said' : after ? eventTerms(after, customFields) : null,
    isSameDay: after?.sameDay,
    formats: FORMATS,
  })
}
