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

const SHAPES = [symbolCircle, symbolSquare, symbolTriangle, symbolDiamond, symbolCross, symbolStar, symbolWye]

/** Square pixels; a circle of radius 3. */
const AREA = 28

const paths: readonly string[] = SHAPES.map((shape) => symbol(shape, AREA)() ?? '')

/** The outline of the n-th mark around the origin, so that lines are told apart without their colours. */
export const markerPath = (shape = 0): string => paths[shape % paths.length] ?? ''
