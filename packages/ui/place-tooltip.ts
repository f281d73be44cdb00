import type { Area, Box } from '#charts/chart.ts'

/** Pixels between a tooltip and what it explains, and the edge of the window. */
const EDGE = 8

export interface TooltipPlace {
  readonly left: number
  readonly top: number
}

const within = (value: number, size: number, end: number): number => Math.max(EDGE, Math.min(value, end - size - EDGE))

/**
 * A place for a tooltip that does not cover the area it explains: above it, else below, else to its right or left. `area` and the result are
 * in pixels of the window.
 */
export const placeTooltip = (area: Area, size: Box, window: Box): TooltipPlace => {
  const centered = within(area.x + area.width / 2 - size.width / 2, size.width, window.width)
  const above = area.y - size.height - EDGE
  if (above >= EDGE) return { left: centered, top: above }
  const below = area.y + area.height + EDGE
  if (below + size.height + EDGE <= window.height) return { left: centered, top: below }
  const top = within(area.y + area.height / 2 - size.height / 2, size.height, window.height)
  const right = area.x + area.width + EDGE
  if (right + size.width + EDGE <= window.width) return { left: right, top }
  return { left: Math.max(EDGE, area.x - size.width - EDGE), top }
}
