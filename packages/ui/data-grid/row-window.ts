import type { GridCoordinate } from './grid-types.ts'

/** Pixels. */
export const HEAD_HEIGHT = 40

/**
 * Pixels of the tallest element that every browser can scroll: Firefox stops near 17.9 million, Chromium near 33.5.
 * Taller tables scroll proportionally, so that the scrollbar still covers all rows.
 */
const MAX_HEIGHT = 15_000_000
/** Extra rows rendered beyond each edge, so that a slow frame shows no gap. */
const OVERSCAN = 8
/** Up to this many rows are rendered completely, so that the browser's search finds them all. */
const WHOLE_LIMIT = 100

export interface RowsInView {
  readonly rowCount: number
  /** pixels of a row */
  readonly rowHeight: number
  /** pixels of the viewport between header and footer */
  readonly viewHeight: number
}

export interface RowWindow {
  /** rendered rows, `until` exclusive */
  readonly from: number
  readonly until: number
  /** pixels of empty space above and below */
  readonly above: number
  readonly below: number
  /** the row at the top, and how many fit below it */
  readonly first: number
  readonly fitting: number
}

const heightOf = ({ rowCount, rowHeight }: RowsInView): number => rowCount * rowHeight

/** Pixels of all rows in the scrolled element. */
const scrollHeightOf = (view: RowsInView): number => Math.min(heightOf(view), MAX_HEIGHT)

/** Pixels of rows per pixel of scrolling. */
const ratioOf = (view: RowsInView): number => {
  const free = scrollHeightOf(view) - view.viewHeight
  return free <= 0 ? 1 : (heightOf(view) - view.viewHeight) / free
}

const clamp = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, value))

/** The rows to render at a scroll position, and the space around them. */
export const windowAt = (scrollTop: number, view: RowsInView): RowWindow => {
  const { rowCount, rowHeight, viewHeight } = view
  const fitting = Math.max(1, Math.floor(viewHeight / rowHeight))
  const offset = clamp(scrollTop * ratioOf(view), 0, Math.max(0, heightOf(view) - viewHeight))
  const first = Math.min(Math.floor(offset / rowHeight), Math.max(0, rowCount - 1))
  if (rowCount <= WHOLE_LIMIT) return { from: 0, until: rowCount, above: 0, below: 0, first, fitting }
  const from = Math.max(0, first - OVERSCAN)
  const until = Math.min(rowCount, first + fitting + 1 + OVERSCAN)
  const drawn = (until - from) * rowHeight
  // With proportional scrolling, rows are placed around the viewport instead of at their full-height position.
  const shift = offset - scrollTop
  const above = clamp(from * rowHeight - shift, 0, scrollHeightOf(view) - drawn)
  return { from, until, above, below: Math.max(0, scrollHeightOf(view) - above - drawn), first, fitting }
}

/** The scroll position that puts a row at the top. */
export const scrollTopForRow = (row: number, view: RowsInView): number =>
  Math.ceil((row * view.rowHeight) / ratioOf(view))

/** The scroll position that makes a row fully visible; null if it already is. */
export const scrollTopToShow = (row: number, scrollTop: number, view: RowsInView): number | null => {
  const offset = scrollTop * ratioOf(view)
  if (row * view.rowHeight < offset) return Math.floor((row * view.rowHeight) / ratioOf(view))
  const end = (row + 1) * view.rowHeight - view.viewHeight
  return end > offset ? Math.ceil(end / ratioOf(view)) : null
}

interface Extent {
  /** rows including the footer, and columns */
  readonly rows: number
  readonly columns: number
  /** rows per page */
  readonly fitting: number
}

/** The cell that a key moves to; null for other keys. */
export const placeAfterKey = (
  key: string,
  from: GridCoordinate,
  { rows, columns, fitting }: Extent,
): GridCoordinate | null => {
  const steps = new Map<string, readonly [rows: number, columns: number]>([
    ['ArrowDown', [1, 0]],
    ['ArrowUp', [-1, 0]],
    ['ArrowRight', [0, 1]],
    ['ArrowLeft', [0, -1]],
    ['PageDown', [fitting, 0]],
    ['PageUp', [-fitting, 0]],
    ['Home', [-rows, 0]],
    ['End', [rows, 0]],
  ])
  const step = steps.get(key)
  if (step === undefined) return null
  return { row: clamp(from.row + step[0], 0, rows - 1), column: clamp(from.column + step[1], 0, columns - 1) }
}
