import {
  symbol,
  symbolCircle,
  symbolCross,
  symbolDiamond,
  symbolSquare,
  symbolStar,
  symbolTriangle,
  symbolWye,
} from 'd3-shape'

/** Color order of categories, distinguishable for color-blind readers; the first is the accent. */
export const LIGHT_COLORS = [
  '#8B1E3F',
  '#0072B2',
  '#E69F00',
  '#009E73',
  '#CC79A7',
  '#56B4E9',
  '#D55E00',
  '#7F7F7F',
] as const

/** The same order, lightened for near-black surfaces. */
export const DARK_COLORS = [
  '#D9708F',
  '#4FA8DD',
  '#F0B93F',
  '#3CC49A',
  '#DFA3C4',
  '#8CCBF1',
  '#F08A4B',
  '#A6A6A6',
] as const

/** Lines and bars of the period compared with. */
export const COMPARISON_COLOR = '#8A827A'

/** The last color, grey: of all others, never of a value. */
export const REST_COLOR = 7

export const COLOR_COUNT = LIGHT_COLORS.length

/** Color index of the n-th series; the ninth starts again. */
export const colorPlace = (index: number): number => index % COLOR_COUNT

const SHAPES = [symbolCircle, symbolSquare, symbolTriangle, symbolDiamond, symbolCross, symbolStar, symbolWye]

/** Square pixels; a circle of radius 3. */
const AREA = 28

const paths: readonly string[] = SHAPES.map((shape) => symbol(shape, AREA)() ?? '')

/** The outline of the n-th marker around the origin, so that lines differ without color. */
export const markerPath = (shape = 0): string => paths[shape % paths.length] ?? ''
