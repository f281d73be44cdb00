import type { KeyboardEvent } from 'react'
import type { GridPlace } from './grid-types.ts'

interface Extent {
  /** rows including the footer, and columns */
  readonly rows: number
  readonly columns: number
  /** rows per page */
  readonly fitting: number
}

const clamp = (value: number, count: number): number => Math.min(count - 1, Math.max(0, value))

/** The cell that a key moves to; null for other keys. */
export const placeAfterKey = (key: string, from: GridPlace, { rows, columns, fitting }: Extent): GridPlace | null => {
  const toRow = (row: number): GridPlace => ({ row: clamp(row, rows), column: from.column })
  const toColumn = (column: number): GridPlace => ({ row: from.row, column: clamp(column, columns) })
  switch (key) {
    case 'ArrowDown':
      return toRow(from.row + 1)
    case 'ArrowUp':
      return toRow(from.row - 1)
    case 'ArrowRight':
      return toColumn(from.column + 1)
    case 'ArrowLeft':
      return toColumn(from.column - 1)
    case 'PageDown':
      return toRow(from.row + fitting)
    case 'PageUp':
      return toRow(from.row - fitting)
    case 'Home':
      return toRow(0)
    case 'End':
      return toRow(rows - 1)
    default:
      return null
  }
}

interface GridKeys extends Extent {
  readonly active: GridPlace
  readonly onMove: (place: GridPlace) => void
  readonly onEnter: (place: GridPlace) => void
}

/** Keys of the table: arrows and pages move the current cell, Enter activates it. */
export const gridKeyHandler =
  ({ active, onMove, onEnter, ...extent }: GridKeys) =>
  (event: KeyboardEvent): void => {
    if (event.target !== event.currentTarget || event.altKey || event.metaKey || extent.rows === 0) return
    if (event.key === 'Enter') {
      event.preventDefault()
      onEnter(active)
      return
    }
    const next = placeAfterKey(event.key, active, extent)
    if (next === null) return
    event.preventDefault()
    onMove(next)
  }
