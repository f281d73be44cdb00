import type { Alert, AlertCondition, AlertInput } from '#contract/alerts.ts'
import type { CatalogColumn } from '#contract/report-catalog.ts'
import type { ReportDefinitionInput } from '#contract/report-definition.ts'
import { type AlertDirection, type AlertScope, isForecastRange, isGrowingRange } from '#domain/alerts.ts'
import type { CompareMode } from '#domain/ranges/comparison-mode.ts'
import type { ReportRange } from '#domain/ranges/relative-range.ts'
import type { Format } from '#domain/report-terms.ts'
import { toColumnName } from '../reports/address/report-view.ts'
import { isReportRange } from '../reports/range/range-labels.ts'

/** A number of a report that an alert can watch. */
export interface WatchableColumn {
  /** place in the definition's columns */
  readonly index: number
  readonly name: string
  readonly format: Format
  readonly additive: boolean
}

const isNamed = (column: CatalogColumn, name: string): boolean => column.columnId.toLowerCase() === name.toLowerCase()

/** The numbers of a definition; `columns` are those of its report type. */
export const watchableColumns = (
  { columns: shown, calculations = [] }: ReportDefinitionInput,
  columns: readonly CatalogColumn[],
): readonly WatchableColumn[] =>
  shown.flatMap(({ columnId, columnName, displayName, aggregation = 'None', format }, index): WatchableColumn[] => {
    const name = columnId ?? columnName ?? ''
    const calculation = calculations.find((one) => one.columnId === name)
    if (calculation !== undefined)
      return [{ index, name: displayName ?? calculation.displayName, format: format ?? 'number', additive: false }]
    const column = columns.find((one) => isNamed(one, name))
    if (column === undefined || (column.kind === 'dimension' && aggregation !== 'Count')) return []
    const own = aggregation === 'Count' ? 'integer' : column.format
    const additive = column.additive && (aggregation === 'None' || aggregation === 'Sum')
    const title = aggregation === 'None' ? column.displayName : `${column.displayName} (${aggregation.toLowerCase()})`
    return [{ index, name: displayName ?? title, format: format ?? own, additive }]
  })

/** An alert as it is being written. */
export interface AlertDraft {
  readonly name: string
  readonly column: number
  readonly scope: AlertScope
  /** null: the report has no dates, or days of its own */
  readonly range: ReportRange | null
  readonly kind: AlertCondition['kind']
  /** as entered: percentages as numbers from 0 to 100 */
  readonly value: number | null
  readonly percent: number | null
  readonly direction: AlertDirection
  readonly compare: CompareMode
  /** colleagues who are notified too; null: they are not changed */
  readonly recipientIds: readonly string[] | null
}

const PERCENT = 100

const shownLimit = (value: number, format: Format): number =>
  format === 'percent' ? Math.round(value * PERCENT * 1e6) / 1e6 : value

/** The number that the report is sorted by, else its first. */
const mainColumn = (
  { columns: shown, orderColumns = [] }: ReportDefinitionInput,
  columns: readonly WatchableColumn[],
) => {
  const [sort] = orderColumns
  const sorted = (sort?.columnId ?? sort?.columnName ?? '').toLowerCase()
  const isSorted = ({ index }: WatchableColumn): boolean =>
    (shown[index]?.columnId ?? shown[index]?.columnName ?? '').toLowerCase() === sorted
  return columns.find(isSorted) ?? columns[0]
}

/**
 * The draft of a new alert on a report: its main number below a limit, of yesterday if the report's own range is still running, and of
 * every row if the report lists records without dates.
 */
export const newDraft = (
  definition: ReportDefinitionInput,
  columns: readonly WatchableColumn[],
  hasDates: boolean,
): AlertDraft => {
  const { name = '', relativeDateFilter, groupColumns = [] } = definition
  const own = relativeDateFilter?.relativeRange ?? 'None'
  const isUsable = isReportRange(own) && own !== 'None' && !isGrowingRange(own)
  return {
    name,
    column: mainColumn(definition, columns)?.index ?? 0,
    scope: !hasDates && groupColumns.length === 0 && hasRows(definition) ? 'rows' : 'total',
    range: hasDates ? (isUsable ? own : 'Yesterday') : null,
    kind: 'below',
    value: null,
    percent: 20,
    direction: 'either',
    compare: 'sameWeekdays',
    recipientIds: null,
  }
}

/** An existing alert as a draft. */
export const alertToDraft = ({ name, column, scope, definition, condition, format }: Alert): AlertDraft => {
  const own = definition.relativeDateFilter?.relativeRange ?? 'None'
  return {
    name,
    column,
    scope,
    range: isReportRange(own) && definition.relativeDateFilter !== null ? own : null,
    kind: condition.kind,
    value: 'value' in condition ? shownLimit(condition.value, format) : null,
    percent: condition.kind === 'change' ? condition.percent : 20,
    direction: 'direction' in condition ? condition.direction : 'either',
    compare: condition.kind === 'change' ? condition.compare : 'sameWeekdays',
    recipientIds: null,
  }
}

const conditionOf = (
  { kind, value, percent, direction, compare }: AlertDraft,
  format: Format,
): AlertCondition | null => {
  if (kind === 'forecast') return { kind, direction }
  if (kind === 'change') return percent === null || percent <= 0 ? null : { kind, direction, percent, compare }
  return value === null ? null : { kind, value: format === 'percent' ? value / PERCENT : value }
}

/** The report with the draft's range; `dateColumn` is used where it names none. */
export const watchedDefinition = (
  definition: ReportDefinitionInput,
  { range }: Pick<AlertDraft, 'range'>,
  dateColumn: string | null,
): ReportDefinitionInput => {
  const columnName =
    definition.relativeDateFilter?.columnName ?? (dateColumn === null ? undefined : toColumnName(dateColumn))
  return range === null || columnName === undefined
    ? definition
    : { ...definition, relativeDateFilter: { relativeRange: range, columnName } }
}

interface Report {
  readonly definition: ReportDefinitionInput
  readonly columns: readonly WatchableColumn[]
  readonly dateColumn: string | null
}

/** Null while a number is missing. */
export const draftToInput = (draft: AlertDraft, { definition, columns, dateColumn }: Report): AlertInput | null => {
  const format = columns.find(({ index }) => index === draft.column)?.format ?? 'number'
  const condition = conditionOf(draft, format)
  if (condition === null) return null
  const { name, column, scope, recipientIds } = draft
  const recipients = recipientIds === null ? {} : { recipientIds: [...recipientIds] }
  return { name, column, scope, condition, definition: watchedDefinition(definition, draft, dateColumn), ...recipients }
}

/** Whether a forecast can be chosen. */
export const canForecast = ({ scope, range }: AlertDraft, column: WatchableColumn | undefined): boolean =>
  scope === 'total' && column?.additive === true && range !== null && isForecastRange(range)

/** Whether the report has rows to watch one by one. */
export const hasRows = ({ groupColumns = [], columns }: ReportDefinitionInput): boolean =>
  groupColumns.length > 0 || columns.every(({ aggregation = 'None' }) => aggregation === 'None')
