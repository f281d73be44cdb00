/**
 * What a chart is once it has been laid out: plain shapes in pixels, with the origin at the top left. A browser draws them
 * as SVG elements, the server as SVG text; neither computes anything.
 */
export interface Box {
  readonly width: number
  readonly height: number
}

export interface Area extends Box {
  readonly x: number
  readonly y: number
}

/**
 * How a shape is painted: `color` is an index in the color order; a comparison is grey and thin, whatever its color. The comparison of
 * one of several series is `faded`: thin, and lighter than its series.
 */
export interface Paint {
  readonly color: number
  readonly tone: 'full' | 'comparison' | 'faded' | 'running'
}

export interface Bar extends Area {
  readonly paint: Paint
  readonly category: number
  readonly series: number
}

export interface Stroke {
  readonly path: string
  readonly paint: Paint
  readonly dashed: boolean
}

/** A filled shape under a line. */
export interface Fill {
  readonly path: string
  readonly paint: Paint
}

export interface Dot {
  readonly x: number
  readonly y: number
  /** markers distinguished by shape, for lines that cross; absent: a circle */
  readonly shape?: number
  readonly paint: Paint
  readonly category: number
  readonly series: number
}

/** A part of a whole; angles in radians, clockwise from twelve o'clock. */
export interface Slice {
  /** around its centre, which is at `x` and `y` */
  readonly path: string
  readonly x: number
  readonly y: number
  readonly paint: Paint
  readonly category: number
  readonly from: number
  readonly until: number
}

/** A square of a heatmap. */
export interface HeatCell extends Area {
  /** relative to the largest value, from 0 to HEAT_STEPS; negative values have negative steps */
  readonly step: number
  readonly category: number
}

/** Corners of a closed line. */
export type Outline = readonly (readonly number[])[]

/** A part of a map. */
export interface Region {
  readonly path: string
  /** of its parts, and of the holes in them */
  readonly outlines: readonly Outline[]
  /** as of a heat cell */
  readonly step: number
  /** null: it has no value */
  readonly category: number | null
}

export interface Guide {
  readonly x1: number
  readonly y1: number
  readonly x2: number
  readonly y2: number
  readonly role: 'grid' | 'zero'
}

export interface Label {
  readonly x: number
  readonly y: number
  readonly text: string
  readonly anchor: 'start' | 'middle' | 'end'
  /** `axis`: what an axis shows; `series`: the name of a line, in its color; `callout`: an unusual value */
  readonly role: 'tick' | 'name' | 'value' | 'onColor' | 'axis' | 'series' | 'callout'
  /** of the line that a `series` label names */
  readonly paint?: Paint
  /** step of the cell below, for `onColor` */
  readonly step?: number
}

/** Pointer areas of the categories; bands cover the plot without gaps. */
export interface Band extends Area {
  readonly category: number
}

export interface Chart extends Box {
  readonly plot: Area
  readonly guides: readonly Guide[]
  readonly fills: readonly Fill[]
  readonly bars: readonly Bar[]
  readonly strokes: readonly Stroke[]
  readonly dots: readonly Dot[]
  readonly labels: readonly Label[]
  readonly slices: readonly Slice[]
  readonly cells: readonly HeatCell[]
  readonly regions: readonly Region[]
  readonly bands: readonly Band[]
  /** categories per row, if they form a grid */
  readonly stride?: number
}

/** `null` is a gap; 0 is a value. */
export type Value = number | null

/** Values of dimensions by columnId, which identify what a mark stands for. */
export type MarkKey = Readonly<Record<string, string | number | boolean | null>>

export interface Series {
  readonly name: string
  /** one per category */
  readonly values: readonly Value[]
  readonly color: number
  /** the name at the end of its line; default: `name` */
  readonly shortName?: string
  /** the comparison period */
  readonly isComparison?: boolean
  /** of a comparison next to others: the name of the series that it is compared with */
  readonly comparisonOf?: string
  /** the value of the dimension that it stands for, by columnId */
  readonly key?: MarkKey
  /** of periods that are not over: in a stack, behind what they have brought so far */
  readonly isForecast?: boolean
  /** index of the partial category of this series only */
  readonly runningAt?: number
  /** written at the ends of its bars, one per category */
  readonly ends?: readonly string[]
}

export interface ChartData {
  readonly categories: readonly string[]
  readonly series: readonly Series[]
  /** the last category is partial */
  readonly isLastRunning?: boolean
  /** indexes of all others and of what has no value, which are muted where colors do not tell series apart */
  readonly restAt?: readonly number[]
}

/** What the axes show, and unusual values that are written next to their marks. */
export interface ChartNotes {
  readonly axes?: { readonly x: string; readonly y: string }
  readonly callouts?: readonly { readonly series: number; readonly category: number; readonly text: string }[]
}

export type WriteTick = (value: number) => string

/** A band across the box for each row. */
export const rowBands = (rows: readonly unknown[], rowHeight: number, { width }: Box): readonly Band[] =>
  rows.map((_, category) => ({ x: 0, y: rowHeight * category, width, height: rowHeight, category }))

export const emptyChart = ({ width, height }: Box): Chart => ({
  width,
  height,
  plot: { x: 0, y: 0, width, height },
  guides: [],
  fills: [],
  bars: [],
  strokes: [],
  dots: [],
  labels: [],
  slices: [],
  cells: [],
  regions: [],
  bands: [],
})

const FULL_TURN = Math.PI * 2

/** The slice in whose direction a point lies, from anywhere within the ring's outline. */
const sliceAt = ({ slices }: Chart, x: number, y: number): number | null => {
  const centre = slices[0]
  if (centre === undefined) return null
  const [dx, dy] = [x - centre.x, y - centre.y]
  if (Math.hypot(dx, dy) > Math.min(centre.x, centre.y)) return null
  const angle = (Math.atan2(dx, -dy) + FULL_TURN) % FULL_TURN
  return slices.find(({ from, until }) => angle >= from && angle < until)?.category ?? null
}

/** Whether a point is within an odd number of the outlines: in a part, and not in a hole of it. */
export const isInside = (outlines: readonly Outline[], x: number, y: number): boolean =>
  outlines.reduce((isWithin, outline) => {
    const crossings = outline.filter(([endX = 0, endY = 0], index) => {
      const [startX = 0, startY = 0] = outline.at(index - 1) ?? []
      return endY > y !== startY > y && x < ((startX - endX) * (y - endY)) / (startY - endY) + endX
    })
    return isWithin !== (crossings.length % 2 === 1)
  }, false)

/** The category at a point of the chart, in pixels from the top left; null outside of all. */
export const categoryAt = (chart: Chart, x: number, y: number): number | null => {
  // the boxes around parts of a map overlap
  if (chart.regions.length > 0) return chart.regions.find((one) => isInside(one.outlines, x, y))?.category ?? null
  const band = chart.bands.find(
    (area) => x >= area.x && x < area.x + area.width && y >= area.y && y < area.y + area.height,
  )
  return band?.category ?? sliceAt(chart, x, y)
}

/** The index of the series whose bar is at a point; null where there is none. */
export const seriesAt = ({ bars }: Chart, x: number, y: number): number | null =>
  bars.findLast((bar) => x >= bar.x && x < bar.x + bar.width && y >= bar.y && y < bar.y + bar.height)?.series ?? null
