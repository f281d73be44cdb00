import { Button } from '@mantine/core'
import { type Dispatch, useCallback } from 'react'
import { DashboardGrid } from './dashboard-grid.tsx'
import { DashboardPhone } from './dashboard-phone.tsx'
import classes from './dashboard-screen.module.css'
import type { Placement, Widgets } from './grid-rules.ts'
import type { LayoutAction } from './layout-reducer.ts'
import { Tile } from './tile.tsx'

interface DashboardTilesProps {
  readonly widgets: Widgets
  /** pixels */
  readonly width: number
  readonly isPhone: boolean
  readonly canArrange: boolean
  readonly emptyReason: string
  readonly dispatch: Dispatch<LayoutAction>
  /** must not change from one drawing to the next */
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
  const renderTile = useCallback(
    ({ id, type, props: settings }: Widgets[number]) => (
      <Tile
        {...{ id, type, emptyReason, onConfigure }}
        props={settings}
        canEdit={canArrange}
        isMovable={canArrange}
        onRemove={handleRemove}
      />
    ),
    [canArrange, emptyReason, onConfigure, handleRemove],
  )
  if (widgets.length === 0) return <EmptyDashboard onAdd={canArrange ? onAdd : null} />
  if (isPhone) return <DashboardPhone widgets={widgets} renderTile={renderTile} />
  return <DashboardGrid {...{ widgets, width, renderTile }} canEdit={canArrange} onArrange={handleArrange} />
}

const EmptyDashboard = ({ onAdd }: { onAdd: (() => void) | null }) => (
  <div className={classes.empty}>
    <span>This dashboard has no widgets yet.</span>
    {onAdd ? (
      <Button variant="default" onClick={onAdd}>
        Add a widget
      </Button>
    ) : null}
  </div>
)
