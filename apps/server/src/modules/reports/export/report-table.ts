import { findTimePart, writeTimePart } from '#charts/report/time-part.ts'
import { createFormats, type Formats, MISSING, type Reader, shownName } from '#charts/value-format.ts'

import type { Cell, ResultColumn } from '#contract/reports.ts'
import { formatCode } from '#domain/code-labels.ts'
import { COMPARED_WITH } from '#domain/ranges/comparison-mode.ts'
import { type Format, totalText } from '#domain/report-terms.ts'
import type { ReportAnswer } from '../run-report.ts'

export interface TableColumn {
  readonly header: string
  readonly columnId: string
  readonly kind: ResultColumn['kind']
  readonly format: Format
  readonly totalAggregation: string
}

/** A report's result as laid out in a file, with the earlier period in columns of its own. */
export interface ReportTable {
  readonly columns: readonly TableColumn[]
  readonly rows: readonly (readonly Cell[])[]
  /** rows beyond the `top` limit as one, labeled in its first dimension */
  readonly others: readonly Cell[] | null
  /** null when no column has a total */
  readonly totals: readonly Cell[] | null
}

/** The totals as a row: labeled in its first dimension, empty where nothing is totaled. */
export const labelTotalRow = (cells: readonly Cell[], kinds: readonly ResultColumn['kind'][]): Cell[] => {
  const index = kinds.indexOf('dimension')
  return cells.map((cell, at) => (at === index ? TOTAL : cell))
}

export const ALL_OTHERS = 'All others'

/** Labels the row of everything beyond the `top` limit in its first dimension. */
export const labelOthersRow = (cells: readonly Cell[], kinds: readonly ResultColumn['kind'][]): Cell[] => {
  const index = kinds.indexOf('dimension')
  return cells.map((cell, at) => (at === index ? ALL_OTHERS : cell))
}

/** Puts each measure's earlier value after it. */
const interleaved = <T>(cells: readonly T[], earlier: readonly T[] | null, columns: readonly ResultColumn[], none: T) =>
  cells.flatMap((cell, index) => (columns[index]?.kind === 'measure' ? [cell, earlier?.[index] ?? none] : [cell]))

export const reportTable = (answer: ReportAnswer): ReportTable => {
  const { rows, previous, previousTotals = null } = answer
  const hasTotals = answer.totals.some((cell) => cell !== null)
  const others = answer.others
    ? labelOthersRow(
        answer.others,
        answer.columns.map(({ kind }) => kind),
      )
    : null
  const columns = answer.columns.map(({ displayName, columnId, kind, format, totalAggregation }) => ({
    header: displayName,
    columnId,
    kind,
    format,
    totalAggregation,
  }))
  if (previous === undefined) return { columns, rows, others, totals: hasTotals ? answer.totals : null }
  const earlier = COMPARED_WITH[answer.comparison?.mode ?? 'previousPeriod']
  const widened = (cells: readonly Cell[], before: readonly Cell[] | null) =>
    interleaved<Cell>(cells, before, answer.columns, null)
  return {
    columns: columns.flatMap((column) =>
      column.kind === 'measure' ? [column, { ...column, header: `${column.header}, ${earlier}` }] : [column],
    ),
    rows: rows.map((row, index) => widened(row, previous[index] ?? null)),
    others: others && widened(others, null),
    totals: hasTotals ? widened(answer.totals, previousTotals) : null,
  }
}

/** Whether an engine's text is a date or timestamp rather than a label. */
const isDateText = (text: string): boolean => /^\d{4}-\d{2}-\d{2}/.test(text)

/** Formats a cell for the reader's culture as on screen; labels stay as they are. */
export const formatCell = (
  { columnId, kind, format }: Pick<TableColumn, 'columnId' | 'kind' | 'format'>,
  cell: Cell,
  formats: Formats,
  isGrouped: boolean,
): string => {
  if (cell === ALL_OTHERS || cell === TOTAL) return cell
  if (kind === 'measure') {
    if (typeof cell === 'string') return isDateText(cell) ? formatDate(cell, formats) : cell
    return formats.value(typeof cell === 'number' ? cell : null, format)
  }
  if (cell === null || cell === '') return isGrouped ? formatCode(columnId, null) : MISSING
  if (typeof cell === 'boolean') return formatCode(columnId, cell)
  const part = findTimePart(columnId)
  if (part !== null) return writeTimePart(part, cell, formats, 'full')
  if (typeof cell === 'number') return formats.value(cell, format)
  if ((format === 'date' || format === 'dateTime') && isDateText(cell)) return formatDate(cell, formats)
  return formatCode(columnId, cell)
}

const formatDate = (text: string, formats: Formats): string =>
  text.length > 10 ? formats.recordTime(text) : formats.day(text, 'full')

/** The label of the row of totals. */
export const TOTAL = 'Total'

/** A table with every cell formatted as text. */
interface FormattedTable {
  readonly headers: readonly string[]
  /** the last one covers rows beyond the `top` limit */
  readonly rows: readonly (readonly string[])[]
  readonly totals: readonly string[] | null
}

// Line breaks inside a value would break the table's rows.
const toOneLine = (text: string): string => text.normalize('NFC').replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')

/** Formats a table for one reader. */
export const formatTable = (
  { columns, rows, others, totals }: ReportTable,
  { isGrouped, ...reader }: Reader & { readonly isGrouped: boolean },
): FormattedTable => {
  const formats = createFormats(reader)
  const texts = (row: ReportTable['rows'][number]): string[] =>
    columns.map((column, index) => toOneLine(formatCell(column, row[index] ?? null, formats, isGrouped)))
  const label = columns.findIndex(({ kind }) => kind === 'dimension')
  const totalTexts = (row: ReportTable['rows'][number]): string[] =>
    columns.map((column, index) => {
      const cell = row[index] ?? null
      if (index === label) return TOTAL
      return cell === null ? '' : totalText(formatCell(column, cell, formats, isGrouped), column.totalAggregation)
    })
  return {
    headers: columns.map(({ header, format }) => toOneLine(shownName(header, format))),
    rows: [...rows.map(texts), ...(others ? [texts(others)] : [])],
    totals: totals && totalTexts(totals),
  }
}
