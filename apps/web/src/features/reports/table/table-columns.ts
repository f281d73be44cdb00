import type { CatalogColumn, ReportDefinition, ResultColumn } from '#contract/reports.ts'
import type { CompareMode } from '#domain/ranges/comparison-range.ts'
import type { GridColumn } from '#ui/data-grid/grid-types.ts'
import { idOf, type ReportView } from '../address/report-view.ts'
import { isAmount } from './cell-text.ts'

/** What a column of the table shows of a column of the answer. */
export type ColumnRole = 'value' | 'previous' | 'change'

export interface TableColumn extends GridColumn {
  readonly role: ColumnRole
  readonly column: ResultColumn
  /** in the answer's rows */
  readonly place: number
  readonly hyperlink: string | null
}

/** A column of the answer with what the definition says of its look. */
export interface AnswerColumn {
  readonly column: ResultColumn
  readonly place: number
  readonly hyperlink: string | null
}

/** The answer's columns in the order that the report shows them; those it keeps back come last. */
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
    .toSorted((a, b) => rank(a.column) - rank(b.column) || a.place - b.place)
}

/** The columnIds that a report shows by itself. */
export const ownColumns = ({ columns, columnOrder }: Pick<ReportDefinition, 'columns' | 'columnOrder'>): string[] =>
  columnOrder.length > 0 ? columnOrder.map((columnId) => idOf({ columnId })) : [...new Set(columns.map(idOf))]

interface TableShape {
  readonly columns: readonly ResultColumn[]
  readonly definition: ReportDefinition
  readonly view: Pick<ReportView, 'columns' | 'sort'>
  readonly catalog: readonly CatalogColumn[]
  readonly currency: string
  readonly compare: CompareMode | null
}

const sortOf = (columnId: string, { view, definition }: TableShape): 'asc' | 'desc' | null => {
  const sorts =
    view.sort ?? definition.orderColumns.map((sort) => ({ columnId: idOf(sort), direction: sort.direction }))
  return sorts.find((sort) => sort.columnId === columnId)?.direction ?? null
}

const COMPARED_WITH: Readonly<Record<CompareMode, string>> = {
  previousPeriod: 'previous period',
  previousYear: 'last year',
}

/** A number with its value in the comparison period and its change. */
export const withComparison = (column: TableColumn, compare: CompareMode): readonly TableColumn[] => {
  const beside = { canSort: false, sort: null } as const
  return [
    column,
    {
      ...column,
      ...beside,
      key: `${column.key}.previous`,
      role: 'previous',
      title: `${column.title}, ${COMPARED_WITH[compare]}`,
    },
    { ...column, ...beside, key: `${column.key}.change`, role: 'change', title: `${column.title}, change` },
  ]
}

/** The columns of the table: those chosen, each number with what it was before where periods are compared. */
export const tableColumns = (shape: TableShape): readonly TableColumn[] => {
  const { definition, view, catalog, currency, compare } = shape
  const chosen = new Set(view.columns ?? ownColumns(definition))
  const seen = new Set<string>()
  return answerColumns(shape.columns, definition).flatMap((answer): readonly TableColumn[] => {
    const { column, place } = answer
    if (!chosen.has(column.columnId)) return []
    // A sort names a column by its id: the first one with it.
    const isFirst = !seen.has(column.columnId)
    seen.add(column.columnId)
    const hint = catalog.find(({ columnId }) => columnId === column.columnId)?.description
    const tableColumn: TableColumn = {
      ...answer,
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
