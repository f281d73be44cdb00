import { cutsOf, normalizeLayout, type Widgets } from '#web/features/dashboard/grid-rules.ts'
import { ROW_HEIGHT, TILE_GAP } from '#web/features/dashboard/tile-places.ts'

/** Width in pixels for which dashboards are designed: on wider screens everything is larger. */
const DESIGN_WIDTH = 1280
/** A screen with few tiles is enlarged up to this factor. */
const MAX_STRETCH = 1.6

/** How much larger tiles are drawn on a wall of this width. */
export const wallScale = (width: number): number => Math.max(1, width / DESIGN_WIDTH)

const STEP = ROW_HEIGHT + TILE_GAP

/** Grid rows that fit into a height in pixels, at least one. */
export const rowsWithin = (height: number): number => Math.max(1, Math.floor((height + TILE_GAP) / STEP))

const endOf = (widgets: Widgets): number => Math.max(0, ...widgets.map(({ y, h }) => y + h))

/** The scale at which the tiles fill the height in pixels, at least `scale`, as far as they stay in proportion. */
export const stretchedScale = (widgets: Widgets, height: number, scale: number): number => {
  const content = endOf(widgets) * STEP - TILE_GAP
  return content <= 0 ? scale : Math.min(Math.max(scale, height / content), scale * MAX_STRETCH)
}

/** As many tiles as `rows` grid rows hold on each screen. */
const fillScreens = (widgets: Widgets, rows: number): Widgets[] => {
  const screens: Widgets[] = []
  let start = Math.min(...widgets.map(({ y }) => y))
  let end = start
  const close = (): void => {
    const top = start
    const shown = widgets.filter(({ y }) => y >= top && y < end).map((widget) => ({ ...widget, y: widget.y - top }))
    if (shown.length > 0) screens.push(shown)
    start = end
  }
  for (const cut of cutsOf(widgets)) {
    if (cut - start > rows && end > start) close()
    end = cut
  }
  close()
  return screens
}

/**
 * The tiles of a dashboard in as few screens of at most `rows` grid rows as hold them, about equally full, from top to bottom, each moved
 * to the top of its screen. A tile is never cut: one that is higher than a screen has a screen of its own.
 */
export const wallScreens = (saved: Widgets, rows: number): Widgets[] => {
  const widgets = normalizeLayout(saved)
  let screens = fillScreens(widgets, rows)
  for (let fewer = rows - 1; fewer > 0; fewer -= 1) {
    const lower = fillScreens(widgets, fewer)
    if (lower.length > screens.length) break
    screens = lower
  }
  return screens
}
