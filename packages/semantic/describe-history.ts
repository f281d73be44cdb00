import { formatCode } from '#domain/code-labels.ts'
import { type CustomField, isCustomFieldKey } from '#domain/custom-fields.ts'
import { type ComparedWords, type HistoryFormats, historySentence } from '#domain/history-sentence.ts'
import { addDays, rangeLabel } from '#domain/ranges/local-day.ts'
import type { OpenRange } from '#domain/ranges/relative-range.ts'
import { COMPARISON_LABELS } from '#domain/report-terms.ts'
import { inSentence } from '#domain/text.ts'
import { findColumn, findReportType } from './catalog/catalog.ts'
import type { ReportType } from './catalog/report-type.ts'
import { filterConditions } from './filter-columns.ts'
import type { ColumnCondition, HistoryCondition } from './query.ts'

/** A condition as a definition has it. */
interface DefinedHistory extends Pick<HistoryCondition, 'of' | 'which'> {
  readonly filters: readonly ColumnCondition[]
  readonly dates: string | OpenRange | null
  readonly count?: HistoryCondition['count'] | undefined
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

const isSame = (a: ColumnCondition, b: ColumnCondition): boolean =>
  a.columnId === b.columnId && a.comparison === b.comparison && a.value === b.value

/** Which people a condition of a definition is about: `who ordered at least twice last year`. */
export const describeHistory = (
  { of, which, filters, dates, count = AT_LEAST_ONE }: DefinedHistory,
  customFields: readonly CustomField[] = [],
): string => {
  const type = findReportType(of, customFields)
  const events = type?.history?.events
  if (type === null || events === undefined) return `with ${inSentence(type?.title ?? of)}`
  const kind = events.kinds?.find((one) => filters.some((filter) => isSame(filter, one)))
  const said = kind === undefined ? filters : filters.filter((filter) => !isSame(filter, kind))
  return historySentence({
    words: (kind ?? events).words,
    which,
    count,
    filters: said.map((filter) => compared(type, filter)),
    dates,
    formats: FORMATS,
  })
}

/** The same of a query's condition, whose dates are resolved. */
export const describeQueriedHistory = (condition: HistoryCondition, customFields?: readonly CustomField[]): string => {
  const filters = filterConditions(condition.filter).flatMap((one) => ('history' in one ? [] : [one]))
  return describeHistory({ ...condition, filters }, customFields)
}
