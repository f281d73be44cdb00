/** Pixels. */
export const ROW_HEIGHT = 36
export const HEAD_HEIGHT = 40

/**
 * Pixels of the tallest element that every browser scrolls to its end: Firefox stops near 17.9 million, Chromium near 33.5.
 * Taller tables are scrolled in proportion, so that the scrollbar still stands for all rows.
 */
const MAX_HEIGHT = 15_000_000
/** Rows drawn beyond each edge, so that a slow frame shows no gap. */
const OVERSCAN = 8
/** Up to this many rows are drawn whole: the browser's own search then finds them all. */
export const WHOLE_LIMIT = 100

export interface RowsInView {
  readonly rowCount: number
  /** pixels in which rows are seen, between head and foot */
  readonly viewHeight: number
}

export interface RowWindow {
  /** rows drawn, `until` exclusive */
  readonly from: number
  readonly until: number
  /** pixels left empty above and below them */
  readonly above: number
  readonly below: number
  /** the row at the upper edge, and how many fit whole below it */
  readonly first: number
  readonly fitting: number
}

const heightOf = ({ rowCount }: RowsInView): number => rowCount * ROW_HEIGHT

/** Pixels that the rows take in the scrolled box. */
const scrollHeightOf = (view: RowsInView): number => Math.min(heightOf(view), MAX_HEIGHT)

/** Pixels of rows that one pixel of scrolling passes. */
const ratioOf = (view: RowsInView): number => {
  const free = scrollHeightOf(view) - view.viewHeight
  return free <= 0 ? 1 : (heightOf(view) - view.viewHeight) / free
}

const clamp = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, value))

/** The rows to draw at a scroll position, and the room to leave around them. */
export const windowAt = (scrollTop: number, view: RowsInView): RowWindow => {
  const { rowCount, viewHeight } = view
  const fitting = Math.max(1, Math.floor(viewHeight / ROW_HEIGHT))
  const offset = clamp(scrollTop * ratioOf(view), 0, Math.max(0, heightOf(view) - viewHeight))
  const first = Math.min(Math.floor(offset / ROW_HEIGHT), Math.max(0, rowCount - 1))
  if (rowCount <= WHOLE_LIMIT) return { from: 0, until: rowCount, above: 0, below: 0, first, fitting }
  const from = Math.max(0, first - OVERSCAN)
  const until = Math.min(rowCount, first + fitting + 1 + OVERSCAN)
  const drawn = (until - from) * ROW_HEIGHT
  // Where scrolling is proportional, rows are placed around the view and not where they would lie in full height.
  const shift = offset - scrollTop
  const above = clamp(from * ROW_HEIGHT - shift, 0, scrollHeightOf(view) - drawn)
  return { from, until, above, below: Math.max(0, scrollHeightOf(view) - above - drawn), first, fitting }
}

/** The scroll position that brings a row to the upper edge. */
export const scrollTopOf = (row: number, view: RowsInView): number => Math.ceil((row * ROW_HEIGHT) / ratioOf(view))

/** The scroll position at which a row is seen whole; null when it already is. */
export const scrollTopToShow = (row: number, scrollTop: number, view: RowsInView): number | null => {
  const offset = scrollTop * ratioOf(view)
  if (row * ROW_HEIGHT < offset) return Math.floor((row * ROW_HEIGHT) / ratioOf(view))
  const end = (row + 1) * ROW_HEIGHT - view.viewHeight
  return end > offset ? Math.ceil(end / ratioOf(view)) : null
}
