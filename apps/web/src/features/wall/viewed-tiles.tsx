import { DashboardTiles } from '#web/features/dashboard/dashboard-tiles.tsx'
import type { Widgets } from '#web/features/dashboard/grid-rules.ts'

/** Width in pixels below which viewed tiles are stacked. */
export const PHONE_WIDTH = 620

const ignore = (): void => undefined

interface ViewedTilesProps {
  readonly widgets: Widgets
  readonly width: number
  readonly isPhone: boolean
}

/** Tiles to look at, which cannot be arranged or changed. */
export const ViewedTiles = (props: ViewedTilesProps) => (
  <DashboardTiles
    {...props}
    canArrange={false}
    emptyReason="No data for this period."
    dispatch={ignore}
    onConfigure={ignore}
    onAdd={ignore}
  />
)
