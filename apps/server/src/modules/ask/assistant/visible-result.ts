import type { ReportResult, ResultColumn } from '#contract/reports.ts'
import type { ShareablePart } from '#domain/insight-settings.ts'
import { VALUE_COLUMNS } from '#insights/ask/value-index.ts'
import { findColumn } from '#semantic/catalog/catalog.ts'
import type { ReportType } from '#semantic/catalog/report-type.ts'
import { shareablePartOf } from './mask-question.ts'
import type { Placeholders } from './placeholders.ts'

type Cells = ReportResult['totals']
type Cell = Cells[number]

const OPEN_TYPES: readonly string[] = [
  'date',
  'dateTime',
  'boolean',
  'enum',
  'integer',
  'number',
  'currency',
  'percent',
]

interface Visibility {
  readonly type: ReportType
  readonly mayLeave: readonly ShareablePart[]
}

/** Whether a model may see the values of a column: figures and names as the account allows, codes and dates, and never people. */
const isVisible = ({ columnId, kind }: Pick<ResultColumn, 'columnId' | 'kind'>, seen: Visibility): boolean => {
  if (kind === 'measure') return seen.mayLeave.includes('figures')
  const part = shareablePartOf(columnId)
  if (part !== null) return seen.mayLeave.includes(part)
  const column = findColumn(seen.type, columnId)
  if (column?.kind !== 'dimension' || column.isPersonal === true || column.isId === true) return false
  return column.part !== undefined || OPEN_TYPES.includes(column.type) || VALUE_COLUMNS.some((one) => one === columnId)
}

export interface VisibleResult {
  readonly columns: readonly Pick<ResultColumn, 'columnId' | 'displayName' | 'format' | 'countOf'>[]
  readonly rows: readonly Cells[]
  readonly totals: Cells
  readonly previous?: readonly (Cells | null)[]
  readonly previousTotals?: Cells
  readonly rowCount: number
  readonly days: { readonly from: string; readonly until: string } | null
  /** why figures are missing */
  readonly note?: string
}

/** A report as a model receives it: placeholders stand for names, and withheld figures are null. */
export const visibleResult = (
  { columns, rows, totals, previous, previousTotals, rowCount, range }: ReportResult,
  seen: Visibility,
  { mask }: Placeholders,
): VisibleResult => {
  const shown = columns.map((column) => isVisible(column, seen))
  const cell = (value: Cell, index: number): Cell => {
    if (value === null || shown[index] === true) return value
    return columns[index]?.kind === 'measure' ? null : mask(String(value))
  }
  const isWithheld = columns.some(({ kind }, index) => kind === 'measure' && shown[index] !== true)
  return {
    columns: columns.map(({ columnId, displayName, format, countOf }) => ({
      ...{ columnId, displayName, format },
      ...(countOf === undefined ? {} : { countOf }),
    })),
    rows: rows.map((row) => row.map(cell)),
    totals: totals.map(cell),
    ...(previous === undefined ? {} : { previous: previous.map((row) => row?.map(cell) ?? null) }),
    ...(previousTotals === undefined ? {} : { previousTotals: previousTotals.map(cell) }),
    rowCount,
    days: range === null ? null : { from: range.from, until: range.until },
    ...(isWithheld ? { note: 'The account keeps its figures. Name no figure; the report is shown.' } : {}),
  }
}
