import { geoPath } from 'd3-geo'
import { feature } from 'topojson-client'
import atlas from 'us-atlas/states-albers-10m.json' with { type: 'json' }
import type { Area, Box, Outline } from '../chart.ts'

/** Codes of the states, each followed by the number that the atlas has for it (FIPS 5-2). */
const CODES =
  'AL01 AK02 AZ04 AR05 CA06 CO08 CT09 DE10 DC11 FL12 GA13 HI15 ID16 IL17 IN18 IA19 KS20 KY21 LA22 ME23 MD24 MA25 MI26 MN27 MS28 MO29 MT30 NE31 NV32 NH33 NJ34 NM35 NY36 NC37 ND38 OH39 OK40 OR41 PA42 RI44 SC45 SD46 TN47 TX48 UT49 VT50 VA51 WA53 WV54 WI55 WY56'

const codeByNumber = new Map(CODES.split(' ').map((text) => [text.slice(2), text.slice(0, 2)]))

/** A state as it is drawn, in pixels. */
export interface StateShape {
  readonly code: string
  readonly path: string
  readonly outlines: readonly Outline[]
  /** around the whole of it */
  readonly bounds: Area
  /** its middle, where a label stands */
  readonly x: number
  readonly y: number
}

const fold = (text: string): string => text.trim().toLowerCase()

const nameByCode = new Map(
  atlas.objects.states.geometries.map(({ id, properties }) => [codeByNumber.get(id) ?? id, properties.name] as const),
)

const codeByText = new Map(
  [...nameByCode].flatMap(([code, name]) => [code, name].map((text) => [fold(text), code] as const)),
)

/** `California` for `CA` */
export const stateName = (code: string): string => nameByCode.get(code) ?? code

/** The code of a state that is written as its code or its name; null for anything else. */
export const findStateCode = (text: string): string | null => codeByText.get(fold(text)) ?? null

const [left, top, right, bottom] = atlas.bbox

/** The box of the map as large as it fits. */
export const fitMap = ({ width, height }: Box): Box => {
  const scale = Math.max(0, Math.min(width / (right - left), height / (bottom - top)))
  return { width: (right - left) * scale, height: (bottom - top) * scale }
}

const pair = (x: number, y: number): [number, number] => [x, y]

/** All states in an area that has the map's proportions. */
export const stateShapes = (area: Area): readonly StateShape[] => {
  const factor = area.width / (right - left)
  const { scale, translate } = atlas.transform
  const scaled = {
    ...atlas,
    transform: {
      scale: pair(scale[0] * factor, scale[1] * factor),
      translate: pair(area.x + (translate[0] - left) * factor, area.y + (translate[1] - top) * factor),
    },
  }
  const path = geoPath().digits(1)
  return feature(scaled, scaled.objects.states).features.flatMap((state): StateShape[] => {
    const { geometry } = state
    const code = codeByNumber.get(String(state.id))
    if (code === undefined || (geometry.type !== 'Polygon' && geometry.type !== 'MultiPolygon')) return []
    const [[x1, y1], [x2, y2]] = path.bounds(state)
    const [x, y] = path.centroid(state)
    return [
      {
        code,
        path: path(state) ?? '',
        outlines: geometry.type === 'Polygon' ? geometry.coordinates : geometry.coordinates.flat(),
        bounds: { x: x1, y: y1, width: x2 - x1, height: y2 - y1 },
        x,
        y,
      },
    ]
  })
}
