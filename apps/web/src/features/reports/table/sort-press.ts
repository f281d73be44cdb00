import type { SortView } from '../address/report-view.ts'
import type { TableColumn } from './table-columns.ts'

/** Numbers are looked at from the largest, names from the first. */
const firstDirection = ({ column, isNumeric }: Pick<TableColumn, 'column' | 'isNumeric'>): SortView['direction'] =>
  isNumeric || column.type === 'dateTime' ? 'desc' : 'asc'

/**
 * The sort after a column's title was pressed: first the usual direction, then the other, then the report's own (null).
 * With `isAdded` the column joins those that are there.
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
