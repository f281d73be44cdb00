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

/**
 * Color order of categories, distinguishable for color-blind readers: slate blue first, and the last for the rest. Then the
 * accent, which marks the series that is talked about.
 */
export const LIGHT_COLORS = [
  '#33557F',
  '#B7862A',
  '#4A7A62',
  '#7E63A8',
  '#6398C7',
  '#A4561C',
  '#4A5A1C',
  '#8C857E',
  '#8B1E3F',
] as const

/** The same order for charcoal surfaces. */
export const DARK_COLORS = [
  '#7B9CC8',
  '#D9B56D',
  '#9ADBBB',
  '#8F68A4',
  '#A3CDF3',
  '#B5622A',
  '#879E4E',
  '#837E78',
  '#CB8D9B',
] as const

/** Lines and bars of the period compared with. */
export const COMPARISON_COLOR = '#8A827A'

/** What surrounds the data on paper and in email, which have no style sheet: the light theme. */
export const PRINTED = {
  ink: '#211D1A',
  dim: '#635D54',
  line: '#E7E3DB',
  page: '#F8F6F2',
  accent: '#8B1E3F',
  good: '#2A6E47',
  bad: '#B42318',
}

/** Grey: of all others, never of a value. */
export const REST_COLOR = 7

/** The accent: of the series that is talked about. */
export const SUBJECT_COLOR = 8

/** Colors of categories. */
const COLOR_COUNT = 8

/** Color index of the n-th series; the ninth starts again. */
export const colorIndex = (index: number): number => index % COLOR_COUNT

/** CSS variable of a color. */
export const colorVariable = (color: number): string =>
  color === SUBJECT_COLOR ? 'var(--chart-subject)' : `var(--chart-${colorIndex(color) + 1})`

/** A color on paper. */
export const printedColor = (color: number): string | undefined =>
  LIGHT_COLORS[color === SUBJECT_COLOR ? color : colorIndex(color)]

const SHAPES = [symbolCircle, symbolSquare, symbolTriangle, symbolDiamond, symbolCross, symbolStar, symbolWye]

/** Square pixels; a circle of radius 3. */
const AREA = 28

const paths: readonly string[] = SHAPES.map((shape) => symbol(shape, AREA)() ?? '')

/** The outline of the n-th marker around the origin, so that lines differ without color. */
export const markerPath = (shape = 0): string => paths[shape % paths.length] ?? ''
