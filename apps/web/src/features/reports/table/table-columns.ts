import type { CatalogColumn } from '#contract/report-catalog.ts'
import type { ReportDefinition } from '#contract/report-definition.ts'
import type { ResultColumn } from '#contract/reports.ts'
import { COMPARED_WITH, type CompareMode } from '#domain/ranges/comparison-mode.ts'
import type { Format } from '#domain/report-terms.ts'
import type { GridColumn } from '#ui/data-grid/grid-types.ts'
import { idOf, type ReportView, type SortView } from '../address/report-view.ts'
import { isAmount } from './cell-text.ts'

/** What a table column shows of a result column. */
type ColumnRole = 'value' | 'previous' | 'change'

export interface TableColumn extends GridColumn {
  readonly role: ColumnRole
  readonly column: ResultColumn
  /** index in the result's rows */
  readonly place: number
  readonly hyperlink: string | null
}

/** A result column with its display settings in the definition. */
export interface AnswerColumn {
  readonly column: ResultColumn
  readonly place: number
  readonly hyperlink: string | null
}

/** The result's columns in the report's order; hidden ones come last, and keys that the definition does not have are left out. */
export const answerColumns = (
  columns: readonly ResultColumn[],
  definition: Pick<ReportDefinition, 'columns' | 'columnOrder'>,
): readonly AnswerColumn[] => {
  const order = definition.columnOrder.map((columnId) => idOf({ columnId }))
  const rank = ({ columnId }: ResultColumn): number => {
    const place = order.indexOf(columnId)
    return place < 0 ? order.length : place
  }
  return columns
    .map((column, place) => ({ column, place, hyperlink: definition.columns[place]?.hyperlink ?? null }))
    .filter(({ column }) => column.keyOf === undefined)
    .toSorted((a, b) => rank(a.column) - rank(b.column) || a.place - b.place)
}

/** The columnIds that a report shows by default. */
export const ownColumns = ({ columns, columnOrder }: Pick<ReportDefinition, 'columns' | 'columnOrder'>): string[] =>
  columnOrder.length > 0 ? columnOrder.map((columnId) => idOf({ columnId })) : [...new Set(columns.map(idOf))]

interface TableShape {
  readonly columns: readonly ResultColumn[]
  readonly definition: ReportDefinition
  readonly view: Pick<ReportView, 'columns' | 'sort'>
  readonly catalog: readonly CatalogColumn[]
  readonly currency: string
  readonly compare: CompareMode | null
  /** that the reader chose, by columnId */
  readonly formats?: Readonly<Record<string, Format>>
}

const sortOf = (columnId: string, { view, definition }: TableShape): 'asc' | 'desc' | null => {
  const sorts =
    view.sort ?? definition.orderColumns.map((sort) => ({ columnId: idOf(sort), direction: sort.direction }))
  return sorts.find((sort) => sort.columnId === columnId)?.direction ?? null
}

/** A number with its value in the comparison period and its change. */
export const withComparison = (column: TableColumn, compare: CompareMode): readonly TableColumn[] => {
  const unsorted = { canSort: false, sort: null } as const
  // Changes are percentages.
  const { unit: _unit, ...withoutUnit } = column
  return [
    column,
    {
      ...column,
      ...unsorted,
      key: `${column.key}.previous`,
      role: 'previous',
      title: `${column.title}, ${COMPARED_WITH[compare]}`,
    },
    {
      ...withoutUnit,
      ...unsorted,
      key: `${column.key}.change`,
      role: 'change',
      title: `${column.title}, change`,
      changeOf: column.key,
    },
  ]
}

/** The visible columns of the table, with previous value and change if compared. */
export const tableColumns = (shape: TableShape): readonly TableColumn[] => {
  const { definition, view, catalog, currency, compare } = shape
  const chosen = new Set(view.columns ?? ownColumns(definition))
  const seen = new Set<string>()
  return answerColumns(shape.columns, definition).flatMap((answer): readonly TableColumn[] => {
    const { place } = answer
    const format = shape.formats?.[answer.column.columnId]
    const column = format === undefined ? answer.column : { ...answer.column, format }
    if (!chosen.has(column.columnId)) return []
    // A sort refers to the first column with its id.
    const isFirst = !seen.has(column.columnId)
    seen.add(column.columnId)
    const hint = catalog.find(({ columnId }) => columnId === column.columnId)?.description
    const tableColumn: TableColumn = {
      ...answer,
      column,
      key: `${column.columnId}.${place}`,
      role: 'value',
      title: column.displayName,
      isNumeric: isAmount(column),
      canSort: isFirst,
      sort: isFirst ? sortOf(column.columnId, shape) : null,
      ...(column.format === 'currency' ? { unit: currency } : {}),
      ...(hint ? { hint } : {}),
    }
    const isCompared = compare !== null && column.kind === 'measure' && isAmount(column)
    return isCompared ? withComparison(tableColumn, compare) : [tableColumn]
  })
}

/** Numbers sort descending first, names ascending. */
const firstDirection = ({ column, isNumeric }: Pick<TableColumn, 'column' | 'isNumeric'>): SortView['direction'] =>
  isNumeric || column.type === 'dateTime' ? 'desc' : 'asc'

/**
 * The sort after clicking a title: default direction, then the other, then the report's own (null). With `isAdded` the
 * column is added to the existing sorts.
 */
export const sortAfterPress = (
  pressed: Pick<TableColumn, 'column' | 'isNumeric'>,
  sort: readonly SortView[] | null,
  isAdded: boolean,
): readonly SortView[] | null => {
  const { columnId } = pressed.column
  const first = firstDirection(pressed)
  const others = isAdded ? (sort ?? []).filter((one) => one.columnId !== columnId) : []
  const now = sort?.find((one) => one.columnId === columnId)?.direction ?? null
  if (now === null) return [...others, { columnId, direction: first }]
  if (now === first) return [...others, { columnId, direction: first === 'asc' ? 'desc' : 'asc' }]
  return others.length === 0 ? null : others
}
