import type { WidgetEntry } from '#contract/dashboards.ts'

/** Pixels. */
export const ROW_HEIGHT = 30
/** Pixels between tiles. */
export const TILE_GAP = 12

/** Compares tiles from top to bottom, then left to right. */
export const byPosition = (a: WidgetEntry, b: WidgetEntry): number => a.y - b.y || a.x - b.x

export interface PhoneTile {
  readonly entry: WidgetEntry
  /** half: two share a row */
  readonly span: 'half' | 'full'
}

const isSmall = ({ w, h }: WidgetEntry): boolean => w <= 4 && h <= 5

/** Tiles in reading order; consecutive small ones share a row. */
export const orderForPhone = (widgets: readonly WidgetEntry[]): readonly PhoneTile[] => {
  const ordered = widgets.toSorted(byPosition)
  const phoneTiles: PhoneTile[] = []
  for (let index = 0; index < ordered.length; index += 1) {
    const entry = ordered[index]
    const next = ordered[index + 1]
    if (entry === undefined) break
    if (next !== undefined && isSmall(entry) && isSmall(next)) {
      phoneTiles.push({ entry, span: 'half' }, { entry: next, span: 'half' })
      index += 1
    } else {
      phoneTiles.push({ entry, span: 'full' })
    }
  }
  return phoneTiles
}

/** Pixels for a number, its change and a small chart in half the width of a phone. */
const HALF_HEIGHT = 204
/** Pixels for several numbers below each other, each with its change, or on three lines above three rows of bars. */
const FULL_HEIGHT = 248
const MAX_HEIGHT = 360

/** From this height in rows on, a tile has more than one number. */
const TALL = 4

/** Pixels. */
export const tileHeight = (h: number, span: PhoneTile['span']): number =>
  span === 'half'
    ? HALF_HEIGHT
    : Math.min(MAX_HEIGHT, Math.max(h < TALL ? 0 : FULL_HEIGHT, h * ROW_HEIGHT + (h - 1) * TILE_GAP))
