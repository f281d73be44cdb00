// Of the grid, here because a file of its own would cost a request.
import 'react-grid-layout/css/styles.css'
import { Button } from '@mantine/core'
import { type Dispatch, lazy, type ReactNode, Suspense, useCallback, useEffect, useState } from 'react'
import { PromptPart, promptCode } from '#web/app/lazy-part.tsx'
import listing from '#web/app/listing.module.css'
import type { Arranging } from './arrange/arrange-panel.tsx'
import type { ArrangeMode } from './arrange/arrange-tile.ts'
import classes from './dashboard-screen.module.css'
import type { Placement, Widgets } from './grid-rules.ts'
import type { LayoutAction } from './layout-reducer.ts'
import { Tile } from './tile.tsx'
import { orderForPhone, tileHeight } from './tile-places.ts'

/** Pixels of a window in which the tiles are wide enough for the grid, as in vite.config.ts. */
const GRID_WINDOW = 650

// A phone stacks the tiles and does not need it.
const grid = promptCode(() => import('./dashboard-grid.tsx'))
if (window.innerWidth >= GRID_WINDOW) void grid.load().catch(() => undefined)

// Its code is loaded when a tile is first focused, so that it is there for the first key.
const arrangePanel = () => import('./arrange/arrange-panel.tsx')
const ArrangePanel = lazy(() => arrangePanel().then((m) => ({ default: m.ArrangePanel })))
const loadArrangePanel = (): void => void arrangePanel()

interface DashboardPhoneProps {
  readonly widgets: Widgets
  readonly renderTile: (entry: Widgets[number]) => ReactNode
}

/** Tiles that a phone shows before it is scrolled. */
const IN_VIEW = 4

/** How many of the tiles to draw: those in view at first, then one more at a time, so that a touch is answered in between. */
const useDrawnCount = (total: number): number => {
  const [count, setCount] = useState(IN_VIEW)
  const isComplete = count >= total
  useEffect(() => {
    if (isComplete) return undefined
    const timer = setTimeout(() => setCount(count + 1))
    return () => clearTimeout(timer)
  }, [count, isComplete])
  return count
}

/** The same tiles in one column, read-only; the saved layout does not change. */
const DashboardPhone = ({ widgets, renderTile }: DashboardPhoneProps) => {
  const drawn = useDrawnCount(widgets.length)
  return (
    <div className={classes.phone}>
      {orderForPhone(widgets).map(({ entry, span }, index) => (
        <div
          key={entry.id}
          data-tile={entry.id}
          data-span={span}
          tabIndex={-1}
          style={{ height: tileHeight(entry.h, span) }}
        >
          {index < drawn ? renderTile(entry) : null}
        </div>
      ))}
    </div>
  )
}

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
  const [arranging, setArranging] = useState<Arranging | null>(null)
  const [announcement, setAnnouncement] = useState('')
  const startArranging = useCallback((id: string, mode: ArrangeMode) => setArranging({ id, mode }), [])
  const startMove = useCallback((id: string) => startArranging(id, 'move'), [startArranging])
  const endArranging = useCallback(() => setArranging(null), [])
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
        onArrange={startArranging}
        onChangeProps={handleProps}
        onDuplicate={handleDuplicate}
        onRemove={handleRemove}
      />
    ),
    [canArrange, emptyReason, onConfigure, startArranging, handleProps, handleDuplicate, handleRemove],
  )
  if (widgets.length === 0) return <EmptyDashboard onAdd={canArrange ? onAdd : null} />
  if (isPhone) return <DashboardPhone widgets={widgets} renderTile={renderTile} />
  return (
    <>
      <PromptPart code={grid} whileLoading={<div className={classes.gridLoading} />}>
        {({ DashboardGrid }) => (
          <DashboardGrid
            {...{ widgets, width, renderTile }}
            canEdit={canArrange}
            arrangedId={arranging?.id ?? null}
            onArrange={handleArrange}
            onStartMove={startMove}
            onFocusTile={loadArrangePanel}
          />
        )}
      </PromptPart>
      <div role="status" className="visually-hidden">
        {announcement}
      </div>
      <Suspense fallback={null}>
        {arranging && canArrange ? (
          <ArrangePanel
            key={`${arranging.mode}-${arranging.id}`}
            {...{ arranging, widgets, dispatch }}
            onAnnounce={setAnnouncement}
            onEnd={endArranging}
          />
        ) : null}
      </Suspense>
    </>
  )
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
