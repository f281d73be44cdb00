import type { WidgetEntry } from '#contract/dashboards.ts'
import { COLUMNS } from './grid-rules.ts'

type Area = Pick<WidgetEntry, 'x' | 'y' | 'w' | 'h'>

export const overlaps = (a: Area, b: Area): boolean =>
  a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h

export const bottomOf = (widgets: readonly Area[]): number => Math.max(0, ...widgets.map(({ y, h }) => y + h))

/** The first place from the top, then from the left, where a tile of this size fits without moving another. */
export const firstFreeSlot = (widgets: readonly Area[], size: Pick<WidgetEntry, 'w' | 'h'>): Area => {
  const { h } = size
  const w = Math.min(size.w, COLUMNS)
  const bottom = bottomOf(widgets)
  for (let y = 0; y < bottom; y += 1) {
    for (let x = 0; x + w <= COLUMNS; x += 1) {
      const area = { x, y, w, h }
      if (!widgets.some((other) => overlaps(other, area))) return area
    }
  }
  return { x: 0, y: bottom, w, h }
}
