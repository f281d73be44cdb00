import 'react-grid-layout/css/styles.css'
import { memo, type ReactNode, useMemo } from 'react'
import ReactGridLayout, { type Layout, verticalCompactor } from 'react-grid-layout'
import { TILE_HANDLE } from '#ui/tile-frame.tsx'
import { widgetByType } from '#widgets/registry.ts'
import classes from './dashboard-grid.module.css'
import { COLUMNS, type Placement, ROW_HEIGHT, TILE_GAP, type Widgets } from './grid-rules.ts'

export interface DashboardGridProps {
  readonly widgets: Widgets
  /** pixels */
  readonly width: number
  readonly canEdit: boolean
  readonly renderTile: (entry: Widgets[number]) => ReactNode
  readonly onArrange: (placements: readonly Placement[]) => void
}

const GRID = { cols: COLUMNS, rowHeight: ROW_HEIGHT, margin: [TILE_GAP, TILE_GAP], containerPadding: [0, 0] } as const
const MIN_UNKNOWN = { w: 1, h: 1 }

/** A tile saved below its widget's minimum size keeps its size until it is resized. */
const toGridItem = ({ id, type, x, y, w, h }: Widgets[number]) => {
  const { w: minW, h: minH } = widgetByType(type)?.minSize ?? MIN_UNKNOWN
  return { i: id, x, y, w, h, minW: Math.min(minW, w), minH: Math.min(minH, h) }
}

/** Tiles on an eight-column grid, dragged by the title bar and resized at the corner. */
export const DashboardGrid = memo(({ widgets, width, canEdit, renderTile, onArrange }: DashboardGridProps) => {
  const layout = useMemo(() => widgets.map(toGridItem), [widgets])
  // Stable while a tile is dragged, so that the grid moves boxes without rendering charts.
  const tiles = useMemo(
    () =>
      widgets.map((entry) => (
        <div key={entry.id} data-tile={entry.id} tabIndex={-1} className={classes.item}>
          {renderTile(entry)}
        </div>
      )),
    [widgets, renderTile],
  )
  const handleArranged = (arranged: Layout): void =>
    onArrange(arranged.map(({ i, x, y, w, h }) => ({ id: i, x, y, w, h })))
  return (
    <ReactGridLayout
      className={classes.grid ?? ''}
      width={width}
      layout={layout}
      gridConfig={{ ...GRID, margin: [...GRID.margin], containerPadding: [...GRID.containerPadding] }}
      dragConfig={{ enabled: canEdit, handle: `[${TILE_HANDLE}]`, cancel: 'button, a, input, [role="slider"]' }}
      resizeConfig={{ enabled: canEdit, handles: ['se'] }}
      compactor={verticalCompactor}
      onDragStop={handleArranged}
      onResizeStop={handleArranged}
    >
      {tiles}
    </ReactGridLayout>
  )
})
