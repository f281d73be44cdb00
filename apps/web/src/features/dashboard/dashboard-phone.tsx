import type { ReactNode } from 'react'
import classes from './dashboard-grid.module.css'
import { ROW_HEIGHT, TILE_GAP, type Widgets } from './grid-rules.ts'
import { phoneOrder } from './phone-order.ts'

/** Pixels that a number, its change and a small picture need in half a phone. */
const HALF_HEIGHT = 188
const MAX_HEIGHT = 360

const heightOf = (h: number, span: 'half' | 'full'): number =>
  span === 'half' ? HALF_HEIGHT : Math.min(MAX_HEIGHT, h * ROW_HEIGHT + (h - 1) * TILE_GAP)

interface DashboardPhoneProps {
  readonly widgets: Widgets
  readonly renderTile: (entry: Widgets[number]) => ReactNode
}

/** The same tiles in one column, to be read; the saved layout is not touched. */
export const DashboardPhone = ({ widgets, renderTile }: DashboardPhoneProps) => (
  <div className={classes.phone}>
    {phoneOrder(widgets).map(({ entry, span }) => (
      <div
        key={entry.id}
        data-tile={entry.id}
        data-span={span}
        tabIndex={-1}
        style={{ height: heightOf(entry.h, span) }}
      >
        {renderTile(entry)}
      </div>
    ))}
  </div>
)
