import { shownName } from '#charts/value-format.ts'
import type { CatalogColumn } from '#contract/report-catalog.ts'
import type { ReportDefinition } from '#contract/report-definition.ts'
import { isShownColumn, type ResultColumn } from '#contract/reports.ts'
import { FEWEST_TRIALS } from '#domain/proportion.ts'
import { COMPARED_WITH, type CompareMode } from '#domain/ranges/comparison-mode.ts'
import type { Format } from '#domain/report-terms.ts'
import type { GridColumn, SortRequest } from '#ui/data-grid/grid-types.ts'
import { isAmount } from '#widgets/kit/cell-text.ts'
import { findTrialsColumn, type Trials } from '#widgets/kit/proportion-note.ts'
import { columnIdFromRef, type ReportView, type SortView } from '../address/report-view.ts'

/** What a table column shows of a result column. */
type ColumnRole = 'value' | 'previous' | 'change'

/** A result column with its display settings in the definition. */
interface AnswerColumn {
  readonly column: ResultColumn
  /** index in the result's rows */
  readonly index: number
  readonly hyperlink: string | null
  /** what it is a proportion of; null: it is none */
  readonly trials: Trials | null
  /** index of the end of the range that begins with its values */
  readonly until?: number
}

export interface TableColumn extends GridColumn, AnswerColumn {
  readonly role: ColumnRole
}

/** The result's columns in the report's order; hidden ones come last, and those that the definition does not have are left out. */
export const answerColumns = (
  columns: readonly ResultColumn[],
  definition: Pick<ReportDefinition, 'columns' | 'columnOrder'>,
): readonly AnswerColumn[] => {
  const order = definition.columnOrder.map((columnId) => columnIdFromRef({ columnId }))
  const rank = ({ columnId }: ResultColumn): number => {
    const index = order.indexOf(columnId)
    return index < 0 ? order.length : index
  }
  return columns
    .map((column, index) => ({
      column,
      index,
      hyperlink: definition.columns[index]?.hyperlink ?? null,
      trials: findTrialsColumn(columns, column),
    }))
    .filter(({ column }) => isShownColumn(column))
    .toSorted((a, b) => rank(a.column) - rank(b.column) || a.index - b.index)
}

/** The columnIds that a report shows by default. */
export const ownColumns = ({ columns, columnOrder }: Pick<ReportDefinition, 'columns' | 'columnOrder'>): string[] =>
  columnOrder.length > 0
    ? columnOrder.map((columnId) => columnIdFromRef({ columnId }))
    : [...new Set(columns.map(columnIdFromRef))]

const ABOUT_INTERVALS = `The range below likely holds the true rate (95% confidence, if each guest decides alone). Rates of fewer than ${FEWEST_TRIALS} are sorted last`

interface Shown {
  readonly catalog: readonly CatalogColumn[]
  readonly compare: CompareMode | null
}

/** A result column as the table shows it; a number also with its value in the comparison period and its change. */
export const shownColumns = (
  answer: AnswerColumn & Pick<GridColumn, 'canSort'>,
  { catalog, compare, sorts }: Shown & { readonly sorts: readonly SortView[] },
): readonly TableColumn[] => {
  const { column, index } = answer
  const description = catalog.find(({ columnId }) => columnId === column.columnId)?.description
  const hint = [description, answer.trials === null ? null : ABOUT_INTERVALS].filter(Boolean).join('. ')
  const sortOf = (by: SortView['by']) =>
    (answer.canSort ? sorts.find((one) => one.columnId === column.columnId && one.by === by)?.direction : undefined) ??
    null
  const untitled = {
    ...answer,
    sort: sortOf(undefined),
    key: `${column.columnId}.${index}`,
    isNumeric: isAmount(column),
    ...(hint ? { hint } : {}),
  }
  const shown: TableColumn = {
    ...untitled,
    role: 'value',
    title: shownName(column.displayName, column.format),
    hasNotes: answer.trials !== null || column.columnId === RUN_OUT,
  }
  if (compare === null || column.kind !== 'measure' || !shown.isNumeric) return [shown]
  const { key, title } = shown
  const unsorted = { ...untitled, canSort: false, sort: null }
  return [
    shown,
    { ...unsorted, key: `${key}.previous`, role: 'previous', title: `${title}, ${COMPARED_WITH[compare]}` },
    // A change is a percentage, and is sorted as an amount.
    {
      ...unsorted,
      canSort: answer.canSort,
      sort: sortOf('change'),
      key: `${key}.change`,
      role: 'change',
      title: `${title}, change`,
      hint: 'Sorted by the amount of the change',
      changeOf: key,
    },
  ]
}

export const RUN_OUT = 'runOutDate'

interface TableShape extends Shown {
  readonly columns: readonly ResultColumn[]
  readonly definition: ReportDefinition
  /** columnIds; null: the report's own */
  readonly chosen: ReportView['columns']
  /** null: the report's own */
  readonly sort: ReportView['sort']
  /** that the reader chose, by columnId */
  readonly formats?: Readonly<Record<string, Format>>
}

/** Durations of which two columns have the least and the most are one column, a range; the run-out has its own below it. */
const withRange = (answer: AnswerColumn, _: number, all: readonly AnswerColumn[]): readonly AnswerColumn[] => {
  const { columnId, format } = answer.column
  if (/^runOut(Earliest|Latest)$/.test(columnId) && all.some(({ column }) => column.columnId === RUN_OUT)) return []
  const other = all.find(
    ({ column }) => column.columnId === columnId.replace(/Low$|High$/, (end) => (end === 'Low' ? 'High' : 'Low')),
  )
  if (format !== 'days' || other === undefined || other === answer) return [answer]
  if (columnId.endsWith('High')) return []
  return [{ ...answer, until: other.index, column: { ...answer.column, displayName: 'Likely range' } }]
}

/** The visible columns of the table, with previous value and change if compared. */
export const tableColumns = (shape: TableShape): readonly TableColumn[] => {
  const { definition, formats = {} } = shape
  const chosen = new Set(shape.chosen ?? ownColumns(definition))
  // Of the report's own sort, only the first column is marked: the others break ties.
  const marked = definition.orderColumns.slice(0, 1).map((sort) => ({ ...sort, columnId: columnIdFromRef(sort) }))
  const sorts = shape.sort ?? marked
  const seen = new Set<string>()
  const visible = answerColumns(shape.columns, definition).filter(({ column }) => chosen.has(column.columnId))
  return visible.flatMap(withRange).flatMap((answer): readonly TableColumn[] => {
    const { columnId } = answer.column
    // A sort refers to the first column with its id.
    const canSort = !seen.has(columnId)
    seen.add(columnId)
    const column = { ...answer.column, format: formats[columnId] ?? answer.column.format }
    return shownColumns({ ...answer, column, canSort }, { ...shape, sorts })
  })
}

/**
 * The sort after a request for a column; null: the report's own. Clicking a title sorts in the default direction, then the
 * other, then not by it.
 */
export const sortAfter = (
  { column, isNumeric, role }: Pick<TableColumn, 'column' | 'isNumeric' | 'role'>,
  sort: readonly SortView[] | null,
  request: SortRequest,
): readonly SortView[] | null => {
  const asked = { columnId: column.columnId, ...(role === 'change' ? { by: 'change' as const } : {}) }
  const isAsked = (one: SortView): boolean => one.columnId === asked.columnId && one.by === asked.by
  if (request === 'asc' || request === 'desc') return [{ ...asked, direction: request }]
  // Numbers sort descending first, names ascending.
  const first = isNumeric || column.type === 'dateTime' ? 'desc' : 'asc'
  const others = request === 'added' ? (sort ?? []).filter((one) => one.columnId !== asked.columnId) : []
  const now = sort?.find(isAsked)?.direction
  if (now === undefined) return [...others, { ...asked, direction: first }]
  if (now === first) return [...others, { ...asked, direction: first === 'asc' ? 'desc' : 'asc' }]
  return others.length === 0 ? null : others
}
