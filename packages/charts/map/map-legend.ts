import type { Area, Box, Label, Region } from '../chart.ts'
import { textWidth } from '../text-measure.ts'
import { fitMap } from './state-shapes.ts'

export interface LegendEntry {
  readonly step: number
  readonly text: string
}

/** Pixels: squares, the gaps after them and after an entry, a row, and between the map and a legend below it. */
const SQUARE = 12
const SQUARE_GAP = 6
const ENTRY_GAP = 16
const ROW = 20
const LEGEND_GAP = 8
/** Height of a map that is too small for a legend, as in a low tile; its tooltips have the values. */
const TOO_LOW = 70

const entryWidth = ({ text }: LegendEntry): number => SQUARE + SQUARE_GAP + textWidth(text)

/** Entries with their places in rows of a width, from the top left. */
const inRows = (entries: readonly LegendEntry[], width: number) => {
  let [x, y] = [0, 0]
  const placed = entries.map((entry) => {
    if (x > 0 && x + entryWidth(entry) > width) [x, y] = [0, y + ROW]
    const own = { ...entry, x, y }
    x += entryWidth(entry) + ENTRY_GAP
    return own
  })
  return { placed, height: y + ROW }
}

interface MapLayout {
  readonly map: Area
  readonly height: number
  /** the legend's squares and their texts */
  readonly squares: readonly Region[]
  readonly texts: readonly Label[]
}

const drawLegend = (placed: ReturnType<typeof inRows>['placed'], left: number, top: number) => ({
  squares: placed.map(({ x, y, step }): Region => {
    const path = `M${left + x} ${top + y + 3}h${SQUARE}v${SQUARE}h${-SQUARE}Z`
    return { path, outlines: [], step, category: null }
  }),
  texts: placed.map(
    ({ x, y, text }): Label => ({
      x: left + x + SQUARE + SQUARE_GAP,
      y: top + y + 13,
      text,
      anchor: 'start',
      role: 'name',
    }),
  ),
})

/** A map with its legend on the right or below, wherever it leaves the map more room. */
export const layOutMap = (entries: readonly LegendEntry[], box: Box): MapLayout => {
  const column = inRows(entries, 0)
  const columnWidth = ENTRY_GAP + Math.max(...entries.map(entryWidth))
  const rows = inRows(entries, box.width)
  const onRight = fitMap({ width: box.width - columnWidth, height: column.height > box.height ? 0 : box.height })
  const overRows = fitMap({ width: box.width, height: box.height - rows.height - LEGEND_GAP })
  if (Math.max(onRight.height, overRows.height) < TOO_LOW) {
    const only = fitMap(box)
    return { map: { ...only, x: (box.width - only.width) / 2, y: 0 }, height: only.height, squares: [], texts: [] }
  }
  if (overRows.height >= onRight.height) {
    const map = { ...overRows, x: (box.width - overRows.width) / 2, y: 0 }
    const top = overRows.height + LEGEND_GAP
    return { map, height: top + rows.height, ...drawLegend(rows.placed, 0, top) }
  }
  const height = Math.max(onRight.height, column.height)
  const x = (box.width - onRight.width - columnWidth) / 2
  const map = { ...onRight, x, y: (height - onRight.height) / 2 }
  return {
    map,
    height,
    ...drawLegend(column.placed, x + onRight.width + ENTRY_GAP, (height - column.height) / 2),
  }
}
