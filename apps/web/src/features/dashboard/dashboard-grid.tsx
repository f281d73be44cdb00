import { type KeyboardEvent, memo, type ReactNode, useMemo } from 'react'
import ReactGridLayout, { type Layout, verticalCompactor } from 'react-grid-layout'
import { TILE_HANDLE } from '#ui/tile-frame.tsx'
import { widgetByType } from '#widgets/registry.ts'
import printed from './dashboard-print.module.css'
import classes from './dashboard-screen.module.css'
import { COLUMNS, type Placement, type Widgets } from './grid-rules.ts'
import { byPosition, ROW_HEIGHT, TILE_GAP } from './tile-places.ts'
import { tileTitle } from './tile-state.ts'

interface DashboardGridProps {
  readonly widgets: Widgets
  /** pixels */
  readonly width: number
  readonly canEdit: boolean
  /** the tile that is moved or resized by keyboard */
  readonly arrangedId: string | null
  readonly renderTile: (entry: Widgets[number]) => ReactNode
  readonly onArrange: (placements: readonly Placement[]) => void
  /** must be stable between renders */
  readonly onStartMove: (id: string) => void
  /** must be stable between renders */
  readonly onFocusTile: () => void
}

const GRID = { cols: COLUMNS, rowHeight: ROW_HEIGHT, margin: [TILE_GAP, TILE_GAP], containerPadding: [0, 0] } as const
const MIN_UNKNOWN = { w: 1, h: 1 }

/** A tile saved below its widget's minimum size keeps its size until it is resized. */
const toGridItem = ({ id, type, x, y, w, h }: Widgets[number]) => {
  const { w: minW, h: minH } = widgetByType(type)?.minSize ?? MIN_UNKNOWN
  return { i: id, x, y, w, h, minW: Math.min(minW, w), minH: Math.min(minH, h) }
}

/** Pixels of an A4 or Letter page in landscape without its margins. */
const PAGE_WIDTH = 975

/** The grid keeps its size in print, where charts cannot be drawn anew, and is scaled to the page. */
const printSize = (width: number) => ({
  '--grid-width': `${width}px`,
  '--print-zoom': Math.min(1, PAGE_WIDTH / width),
})

/** The tile's place in print, where the grid is laid out by CSS so that no page break cuts a tile. */
const printArea = ({ x, y, w, h }: Widgets[number]) => ({
  gridColumn: `${x + 1} / span ${w}`,
  gridRow: `${y + 1} / span ${h}`,
})

/** Enter on the tile itself, not on what it contains. */
const startOnEnter = (event: KeyboardEvent, start: () => void): void => {
  if (event.key !== 'Enter' || event.target !== event.currentTarget) return
  event.preventDefault()
  start()
}

/** Tiles on an eight-column grid, dragged by the title bar and resized at the corner. */
export const DashboardGrid = memo((props: DashboardGridProps) => {
  const { widgets, width, canEdit, arrangedId, renderTile, onArrange, onStartMove, onFocusTile } = props
  const layout = useMemo(() => widgets.map(toGridItem), [widgets])
  // Stable while a tile is dragged, so that the grid moves boxes without rendering charts.
  const tiles = useMemo(
    () =>
      widgets.toSorted(byPosition).map((entry) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields
        <div
          key={entry.id}
          data-tile={entry.id}
          data-arranged={entry.id === arrangedId || undefined}
          role="group"
          aria-label={canEdit ? `${tileTitle(entry)}, press Enter to move` : tileTitle(entry)}
          tabIndex={canEdit ? 0 : -1}
          className={`${classes.item} ${printed.item}`}
          style={printArea(entry)}
          onFocus={canEdit ? onFocusTile : undefined}
          onKeyDown={canEdit ? (event) => startOnEnter(event, () => onStartMove(entry.id)) : undefined}
        >
          {renderTile(entry)}
        </div>
      )),
    [widgets, canEdit, arrangedId, renderTile, onStartMove, onFocusTile],
  )
  const handleArranged = (arranged: Layout): void =>
    onArrange(arranged.map(({ i, x, y, w, h }) => ({ id: i, x, y, w, h })))
  return (
    <ReactGridLayout
      className={`${classes.grid} ${printed.grid}`}
      style={printSize(width)}
      width={width}
      layout={layout}
      gridConfig={{ ...GRID, margin: [...GRID.margin], containerPadding: [...GRID.containerPadding] }}
      dragConfig={{
        enabled: canEdit && arrangedId === null,
        handle: `[${TILE_HANDLE}]`,
        cancel: 'button, a, input, [role="slider"]',
      }}
      resizeConfig={{ enabled: canEdit && arrangedId === null, handles: ['se'] }}
      compactor={verticalCompactor}
      onDragStop={handleArranged}
      onResizeStop={handleArranged}
    >
      {tiles}
    </ReactGridLayout>
  )
})
