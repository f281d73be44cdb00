import type { WidgetEntry } from '#contract/dashboards.ts'
import { COLUMNS, type Widgets } from '../grid-rules.ts'
import type { ArrangeMode, Direction } from './arrange-tile.ts'

const rank = (widgets: Widgets, { x, y }: WidgetEntry): number =>
  1 + widgets.filter((other) => other.y < y || (other.y === y && other.x < x)).length

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`

/** Where a tile is or how large it is, for the live region. */
export const arrangedText = (mode: ArrangeMode, widgets: Widgets, tile: WidgetEntry): string =>
  mode === 'move'
    ? `Tile ${rank(widgets, tile)} of ${widgets.length}, column ${tile.x + 1} of ${COLUMNS}`
    : `${counted(tile.w, 'column')} wide, ${counted(tile.h, 'row')} high`

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
export const limitText = (mode: ArrangeMode, direction: Direction): string => LIMITS[mode][direction]

export const BUTTON_LABELS: Readonly<Record<ArrangeMode, Readonly<Record<Direction, string>>>> = {
  move: { left: 'Move left', up: 'Move up', down: 'Move down', right: 'Move right' },
  resize: { left: 'Make narrower', up: 'Make shorter', down: 'Make taller', right: 'Make wider' },
}

export const DIRECTIONS = ['left', 'up', 'down', 'right'] as const
