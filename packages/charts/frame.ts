import { tickSpace, type ValueScale, valueScale } from './axes.ts'
import type { Area, Box, WriteTick } from './chart.ts'

/** Pixels under the plot for the names of the categories. */
const NAME_SPACE = 20
/** Half a line of text above the top tick. */
const TOP_SPACE = 8

export interface Frame {
  readonly plot: Area
  readonly scale: ValueScale
}

/** The plot area left by the axes, and the value scale over it. Without axes the plot is the whole box. */
export const frameOf = (box: Box, extent: readonly [number, number], writeTick: WriteTick, hasAxes: boolean): Frame => {
  const top = hasAxes ? TOP_SPACE : 2
  const bottom = Math.max(top + 1, box.height - (hasAxes ? NAME_SPACE : 2))
  const scale = valueScale(extent, [top, bottom], writeTick)
  const left = hasAxes ? tickSpace(scale, writeTick) : 0
  const plot = { x: left, y: top, width: Math.max(1, box.width - left), height: bottom - top }
  return { plot, scale }
}
