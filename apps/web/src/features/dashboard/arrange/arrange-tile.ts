import type { WidgetEntry } from '#contract/dashboards.ts'
import { bottomRow, COLUMNS, compact, overlaps, type Widgets } from '../grid-rules.ts'

export type Direction = 'left' | 'right' | 'up' | 'down'
export type ArrangeMode = 'move' | 'resize'

/** The layout with a tile at this place. Tiles in the way, and all that follow them, go below it and up again as far as possible. */
const placeAt = (widgets: Widgets, tile: WidgetEntry): Widgets => {
  const others = widgets.filter(({ id }) => id !== tile.id)
  const inTheWay = others.filter((other) => overlaps(other, tile)).map(({ y }) => y)
  const from = Math.min(...inTheWay)
  const down = tile.y + tile.h - from
  const placed = widgets.map((entry) => {
    if (entry.id === tile.id) return tile
    return entry.y >= from ? { ...entry, y: entry.y + down } : entry
  })
  return compact(placed)
}

const find = (widgets: Widgets, id: string): WidgetEntry | undefined => widgets.find((entry) => entry.id === id)

/** The first layout in which the tile is on another row in this direction; null if there is none. */
const moveToRow = (start: Widgets, tile: WidgetEntry, step: 1 | -1): Widgets | null => {
  const last = step === 1 ? bottomRow(start) : 0
  for (let y = tile.y + step; step === 1 ? y <= last : y >= last; y += step) {
    const layout = placeAt(start, { ...tile, y })
    const row = find(layout, tile.id)?.y ?? tile.y
    if ((row - tile.y) * step > 0) return layout
  }
  return null
}

const moveToColumn = (start: Widgets, tile: WidgetEntry, step: 1 | -1): Widgets | null => {
  const x = tile.x + step
  return x < 0 || x + tile.w > COLUMNS ? null : placeAt(start, { ...tile, x })
}

/**
 * Moves a tile by one column, or past the next tile above or below.
 *
 * @param start the layout before the tile was moved: what the tile has left goes back to its place
 * @param tile the tile where it is now
 * @returns null when it cannot move further
 */
export const moveTile = (start: Widgets, tile: WidgetEntry, direction: Direction): Widgets | null => {
  if (direction === 'up' || direction === 'down') return moveToRow(start, tile, direction === 'down' ? 1 : -1)
  return moveToColumn(start, tile, direction === 'right' ? 1 : -1)
}

const RESIZE_STEPS: Readonly<Record<Direction, { readonly w: number; readonly h: number }>> = {
  left: { w: -1, h: 0 },
  right: { w: 1, h: 0 },
  up: { w: 0, h: -1 },
  down: { w: 0, h: 1 },
}

/** Makes a tile one column wider or narrower, or one row higher or lower, as `moveTile`; null at the minimum size and at the edge. */
export const resizeTile = (
  start: Widgets,
  tile: WidgetEntry,
  direction: Direction,
  minSize: { readonly w: number; readonly h: number },
): Widgets | null => {
  const step = RESIZE_STEPS[direction]
  const [w, h] = [tile.w + step.w, tile.h + step.h]
  const isTooSmall = (step.w < 0 && w < minSize.w) || (step.h < 0 && h < minSize.h)
  return isTooSmall || tile.x + w > COLUMNS ? null : placeAt(start, { ...tile, w, h })
}
