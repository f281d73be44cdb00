import { ActionIcon, Button, Paper, Tooltip } from '@mantine/core'
import { IconArrowDown, IconArrowLeft, IconArrowRight, IconArrowUp } from '@tabler/icons-react'
import { type Dispatch, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { WidgetEntry } from '#contract/dashboards.ts'
import { lookupTable } from '#domain/lookup-table.ts'
import { countOf } from '#domain/text.ts'
import { widgetByType } from '#widgets/registry.ts'
import { COLUMNS, isSameLayout, type Widgets } from '../grid-rules.ts'
import type { LayoutAction } from '../layout-reducer.ts'
import { ROW_HEIGHT, TILE_GAP } from '../tile-places.ts'
import { tileTitle } from '../tile-state.ts'
import classes from './arrange.module.css'
import { type ArrangeMode, type Direction, moveTile, resizeTile } from './arrange-tile.ts'

const rank = (widgets: Widgets, { x, y }: WidgetEntry): number =>
  1 + widgets.filter((other) => other.y < y || (other.y === y && other.x < x)).length

/** Where a tile is or how large it is, for the live region. */
const arrangedText = (mode: ArrangeMode, widgets: Widgets, tile: WidgetEntry): string =>
  mode === 'move'
    ? `Tile ${rank(widgets, tile)} of ${widgets.length}, column ${tile.x + 1} of ${COLUMNS}`
    : `${countOf(tile.w, 'column')} wide, ${countOf(tile.h, 'row')} high`

const LIMITS: Readonly<Record<ArrangeMode, Readonly<Record<Direction, string>>>> = {
  move: {
    left: 'It can’t move further left.',
    right: 'It can’t move further right.',
    up: 'It can’t move further up.',
    down: 'It can’t move further down.',
  },
  resize: {
    left: 'It can’t be narrower.',
    right: 'It can’t be wider.',
    up: 'It can’t be shorter.',
    down: 'It can’t be taller.',
  },
}

/** Why an arrow key did nothing. */
const limitText = (mode: ArrangeMode, direction: Direction): string => LIMITS[mode][direction]

const BUTTON_LABELS: Readonly<Record<ArrangeMode, Readonly<Record<Direction, string>>>> = {
  move: { left: 'Move left', up: 'Move up', down: 'Move down', right: 'Move right' },
  resize: { left: 'Make narrower', up: 'Make shorter', down: 'Make taller', right: 'Make wider' },
}

const DIRECTIONS = ['left', 'up', 'down', 'right'] as const

const ICONS = { left: IconArrowLeft, right: IconArrowRight, up: IconArrowUp, down: IconArrowDown }

const ARROWS: Readonly<Record<string, Direction>> = lookupTable({
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
})

/** Pixels at the top and the bottom of the window that the header and this panel cover. */
const COVERED = { top: 72, bottom: 112 }

const tileElement = (id: string): HTMLElement | null =>
  document.querySelector<HTMLElement>(`[data-tile="${CSS.escape(id)}"]`)

/** Scrolls to where a tile is moving to. */
const scrollToRows = (id: string, { y, h }: { readonly y: number; readonly h: number }): void => {
  const grid = tileElement(id)?.parentElement?.getBoundingClientRect()
  if (!grid) return
  const top = grid.top + y * (ROW_HEIGHT + TILE_GAP) - COVERED.top
  const bottom = grid.top + (y + h) * (ROW_HEIGHT + TILE_GAP) - window.innerHeight + COVERED.bottom
  if (top < 0) window.scrollBy(0, top)
  else if (bottom > 0) window.scrollBy(0, Math.min(bottom, top))
}

export interface Arranging {
  readonly id: string
  readonly mode: ArrangeMode
}

interface ArrangePanelProps {
  readonly arranging: Arranging
  readonly widgets: Widgets
  readonly dispatch: Dispatch<LayoutAction>
  /** for the live region */
  readonly onAnnounce: (text: string) => void
  readonly onEnd: () => void
}

/** Moves or resizes one tile by arrow keys or buttons. All presses are one undo step. */
export const ArrangePanel = ({ arranging: { id, mode }, widgets, dispatch, onAnnounce, onEnd }: ArrangePanelProps) => {
  const panel = useRef<HTMLDivElement>(null)
  const [start] = useState(widgets)
  const [key] = useState(() => `${mode}-${id}-${Date.now()}`)
  const [text, setText] = useState<string | null>(null)
  const tile = widgets.find((entry) => entry.id === id)
  const title = tile ? tileTitle(tile) : ''

  useEffect(() => panel.current?.focus(), [])
  // Undo may have removed the tile.
  useEffect(() => {
    if (tile === undefined) onEnd()
  }, [tile, onEnd])
  if (tile === undefined) return null

  const show = (message: string): void => {
    setText(message)
    onAnnounce(message)
  }
  const press = (direction: Direction): void => {
    const minSize = widgetByType(tile.type)?.minSize ?? { w: 1, h: 1 }
    const next = mode === 'move' ? moveTile(start, tile, direction) : resizeTile(start, tile, direction, minSize)
    const placed = next?.find((entry) => entry.id === id)
    if (next && placed) {
      dispatch({ type: 'arranged', placements: next, key })
      show(arrangedText(mode, next, placed))
      scrollToRows(id, placed)
    } else show(limitText(mode, direction))
  }
  const end = (message: string): void => {
    onAnnounce(`${title}: ${message}`)
    onEnd()
    tileElement(id)?.focus({ preventScroll: true })
  }
  const cancel = (): void => {
    dispatch({ type: 'arrangementCanceled', key })
    end('canceled, back where it was')
  }
  const finish = (): void => {
    if (isSameLayout(start, widgets)) cancel()
    else end(`done. ${arrangedText(mode, widgets, tile)}`)
  }
  const handleKey = (event: KeyboardEvent): void => {
    const direction = ARROWS[event.key]
    const isOnPanel = event.target === event.currentTarget
    if (direction) press(direction)
    else if (event.key === 'Escape') cancel()
    else if (isOnPanel && (event.key === 'Enter' || event.key === ' ')) finish()
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <Paper
      ref={panel}
      className={classes.panel}
      role="application"
      aria-label={`${mode === 'move' ? 'Move' : 'Resize'} ${title}`}
      aria-describedby="arrange-help"
      tabIndex={-1}
      withBorder
      shadow="md"
      onKeyDown={handleKey}
    >
      <div className={classes.words}>
        <strong>
          {mode === 'move' ? 'Move' : 'Resize'} {title}
        </strong>
        <span id="arrange-help" className="visually-hidden">
          Use the arrow keys, then Enter to finish or Escape to cancel.
        </span>
        <span className={classes.hint} aria-hidden>
          {text ?? 'Arrow keys, then Enter. Escape cancels.'}
        </span>
      </div>
      <div className={classes.buttons}>
        {DIRECTIONS.map((direction) => {
          const Icon = ICONS[direction]
          const label = BUTTON_LABELS[mode][direction]
          return (
            <Tooltip key={direction} label={label}>
              <ActionIcon variant="default" size={44} aria-label={label} onClick={() => press(direction)}>
                <Icon size={20} />
              </ActionIcon>
            </Tooltip>
          )
        })}
      </div>
      <Button variant="default" size="md" onClick={cancel}>
        Cancel
      </Button>
      <Button size="md" onClick={finish}>
        Done
      </Button>
    </Paper>
  )
}
