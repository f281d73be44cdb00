import listing from '#web/app/listing.module.css'
import 'react-grid-layout/css/styles.css'
import { Button } from '@mantine/core'
import { type Dispatch, memo, type ReactNode, useCallback, useMemo } from 'react'
import ReactGridLayout, { type Layout, verticalCompactor } from 'react-grid-layout'
import { TILE_HANDLE } from '#ui/tile-frame.tsx'
import { widgetByType } from '#widgets/registry.ts'
import classes from './dashboard-screen.module.css'
import { COLUMNS, orderForPhone, type Placement, ROW_HEIGHT, TILE_GAP, type Widgets } from './grid-rules.ts'
import type { LayoutAction } from './layout-reducer.ts'
import { Tile } from './tile.tsx'

interface DashboardGridProps {
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
const DashboardGrid = memo(({ widgets, width, canEdit, renderTile, onArrange }: DashboardGridProps) => {
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

/** Pixels for a number, its change and a small chart in half the width of a phone. */
const HALF_HEIGHT = 188
const MAX_HEIGHT = 360

const tileHeight = (h: number, span: 'half' | 'full'): number =>
  span === 'half' ? HALF_HEIGHT : Math.min(MAX_HEIGHT, h * ROW_HEIGHT + (h - 1) * TILE_GAP)

interface DashboardPhoneProps {
  readonly widgets: Widgets
  readonly renderTile: (entry: Widgets[number]) => ReactNode
}

/** The same tiles in one column, read-only; the saved layout does not change. */
const DashboardPhone = ({ widgets, renderTile }: DashboardPhoneProps) => (
  <div className={classes.phone}>
    {orderForPhone(widgets).map(({ entry, span }) => (
      <div
        key={entry.id}
        data-tile={entry.id}
        data-span={span}
        tabIndex={-1}
        style={{ height: tileHeight(entry.h, span) }}
      >
        {renderTile(entry)}
      </div>
    ))}
  </div>
)

interface DashboardTilesProps {
  readonly widgets: Widgets
  /** pixels */
  readonly width: number
  readonly isPhone: boolean
  readonly canArrange: boolean
  readonly emptyReason: string
  readonly dispatch: Dispatch<LayoutAction>
  /** must be stable between renders */
  readonly onConfigure: (id: string) => void
  readonly onAdd: () => void
}

/** All widgets, on the grid or in one column. */
export const DashboardTiles = (props: DashboardTilesProps) => {
  const { widgets, width, isPhone, canArrange, emptyReason, dispatch, onConfigure, onAdd } = props
  const handleRemove = useCallback((id: string) => dispatch({ type: 'removed', id }), [dispatch])
  const handleArrange = useCallback(
    (placements: readonly Placement[]) => dispatch({ type: 'arranged', placements }),
    [dispatch],
  )
  const handleProps = useCallback(
    (id: string, settings: Widgets[number]['props']) => dispatch({ type: 'configured', id, props: settings }),
    [dispatch],
  )
  const handleDuplicate = useCallback(
    (id: string) => dispatch({ type: 'duplicated', id, as: `${id}-${Date.now()}` }),
    [dispatch],
  )
  const renderTile = useCallback(
    ({ id, type, props: settings }: Widgets[number]) => (
      <Tile
        {...{ id, type, emptyReason, onConfigure }}
        props={settings}
        canEdit={canArrange}
        isMovable={canArrange}
        onChangeProps={handleProps}
        onDuplicate={handleDuplicate}
        onRemove={handleRemove}
      />
    ),
    [canArrange, emptyReason, onConfigure, handleProps, handleDuplicate, handleRemove],
  )
  if (widgets.length === 0) return <EmptyDashboard onAdd={canArrange ? onAdd : null} />
  if (isPhone) return <DashboardPhone widgets={widgets} renderTile={renderTile} />
  return <DashboardGrid {...{ widgets, width, renderTile }} canEdit={canArrange} onArrange={handleArrange} />
}

const EmptyDashboard = ({ onAdd }: { onAdd: (() => void) | null }) => (
  <div className={listing.placeholder}>
    <span>This dashboard has no widgets yet.</span>
    {onAdd ? (
      <Button variant="default" onClick={onAdd}>
        Add a widget
      </Button>
    ) : null}
  </div>
)
