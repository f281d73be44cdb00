import type { Area, Box, Label, Paint, Series } from './chart.ts'
import { fitText, textWidth } from './text-measure.ts'

/** Pixels: of a line of text, between a line's end and its name, and the widest name. */
const LINE = 14
const GAP = 8
const MAX_NAME = 132
/** Narrower charts have no room for names; their legend has them. */
const MIN_WIDTH = 480

const labelText = ({ name, shortName = name }: Series): string => shortName

/** Pixels to keep free for the names at the ends of lines; 0: they have no room or there is only one. */
export const endLabelSpace = (series: readonly Series[], { width }: Box): number => {
  if (series.length < 2 || width < MIN_WIDTH) return 0
  const widest = Math.max(...series.map((one) => textWidth(labelText(one))))
  return Math.ceil(Math.min(MAX_NAME, widest)) + GAP + 2
}

export interface LineEnd {
  readonly y: number
  readonly series: Series
  readonly paint: Paint
}

/** Moves names apart that would touch, and those below the plot up. */
const spread = (ends: readonly LineEnd[], { y: top, height }: Area): readonly (LineEnd & { readonly at: number })[] => {
  const sorted = ends.toSorted((a, b) => a.y - b.y)
  const down: number[] = []
  for (const { y } of sorted) down.push(Math.max(y, (down.at(-1) ?? top - LINE) + LINE))
  const up: number[] = []
  for (const at of down.toReversed()) up.unshift(Math.min(at, (up[0] ?? top + height + LINE) - LINE))
  return sorted.map((end, index) => ({ ...end, at: up[index] ?? end.y }))
}

/** The name of each line at its end, so that no one has to look it up in a legend. */
export const endLabels = (ends: readonly LineEnd[], plot: Area, space: number): readonly Label[] =>
  spread(ends, plot).map(({ at, series, paint }) => ({
    x: plot.x + plot.width + GAP,
    y: at + 4,
    text: fitText(labelText(series), space - GAP),
    anchor: 'start',
    role: 'series',
    paint,
  }))
