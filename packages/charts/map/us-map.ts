import { type Area, type Box, type Chart, emptyChart, isInside, type Label, type Stroke, type Value } from '../chart.ts'
import { HEAT_STEPS } from '../heat-palette.ts'
import { REST_COLOR } from '../palette.ts'
import { textWidth } from '../text-measure.ts'
import { type LegendEntry, layOutMap } from './map-legend.ts'
import { type StateShape, stateShapes } from './state-shapes.ts'
import { classBounds, classOf } from './value-classes.ts'

export interface MapOptions {
  /** values of states by their codes, in the order of the keyboard; null: no value */
  readonly values: ReadonlyMap<string, Value>
  readonly box: Box
  readonly writeValue: (value: number) => string
}

/** Step of the palest class, which differs from the states without values, and of all values below zero. */
const PALEST = 2
const BELOW_ZERO = -5

/** Pixels of a label's line and its letters, and of a map that has room for texts next to its states. */
const LABEL_LINE = 14
const LABEL_SIZE = 12
const WIDE = 480

const isPresent = (value: Value): value is number => value !== null && Number.isFinite(value)

const stepOfClass = (index: number, count: number): number =>
  count === 1 ? HEAT_STEPS / 2 : Math.round(PALEST + (index * (HEAT_STEPS - PALEST)) / (count - 1))

/** What colors values, and the legend that says so. */
const classify = (values: readonly Value[], write: MapOptions['writeValue']) => {
  const above = values.filter(isPresent).filter((value) => value > 0)
  const bounds = classBounds(above)
  const count = bounds.length + 1
  const step = (value: Value): number => {
    if (!isPresent(value) || value === 0) return 0
    return value < 0 ? BELOW_ZERO : stepOfClass(classOf(value, bounds), count)
  }
  const texts = [
    bounds[0] === undefined ? 'More than zero' : `Under ${write(bounds[0])}`,
    ...bounds.map((bound, index) => {
      const next = bounds[index + 1]
      return next === undefined ? `${write(bound)} or more` : `${write(bound)} to ${write(next)}`
    }),
  ]
  const legend: LegendEntry[] = [
    ...(values.some((value) => isPresent(value) && value < 0) ? [{ step: BELOW_ZERO, text: 'Below zero' }] : []),
    { step: 0, text: 'None' },
    ...(above.length === 0 ? [] : texts.map((text, index) => ({ step: stepOfClass(index, count), text }))),
  ]
  return { step, legend }
}

/** Points of a text's box that are close to each other, in pixels. */
const pointsOf = ({ x, y, width, height }: Area): readonly (readonly [number, number])[] =>
  [0, 0.2, 0.4, 0.6, 0.8, 1].flatMap((a) => [0, 0.5, 1].map((d) => [x + a * width, y + d * height] as const))

const isApart = (a: Area, b: Area): boolean =>
  a.x + a.width < b.x || b.x + b.width < a.x || a.y + a.height < b.y || b.y + b.height < a.y

/** Pixels from the middle of a state, from the nearest. */
const NEAR = Array.from(
  { length: 441 },
  (_, at) => [(at % 21) * 4 - 40, Math.floor(at / 21) * 4 - 40] as const,
).toSorted(([x1, y1], [x2, y2]) => Math.hypot(x1, y1) - Math.hypot(x2, y2))

interface PlacedState {
  readonly shape: StateShape
  readonly value: Value
  readonly step: number
}

/** States have their code and value on them, else next to them with a line where the map is wide, else the code alone, or nothing. */
const labelStates = (states: readonly PlacedState[], map: Area, write: MapOptions['writeValue']) => {
  const taken: Area[] = []
  const strokes: Stroke[] = []
  const isFree = (area: Area): boolean =>
    area.x >= map.x &&
    area.x + area.width <= map.x + map.width &&
    area.y >= map.y &&
    area.y + area.height <= map.y + map.height &&
    taken.every((other) => isApart(area, other)) &&
    states.every(
      ({ shape }) => isApart(shape.bounds, area) || !pointsOf(area).some(([x, y]) => isInside(shape.outlines, x, y)),
    )
  const labels = states.flatMap(({ shape, value, step }): Label[] => {
    if (value === null) return []
    const find = (lines: readonly string[], room: number, fits: (area: Area) => boolean) => {
      const width = Math.max(...lines.map((line) => textWidth(line, LABEL_SIZE))) + room
      const height = lines.length * LABEL_LINE - 2
      const areas = NEAR.map(([x, y]) => ({ x: shape.x + x - width / 2, y: shape.y + y - height / 2, width, height }))
      const area = areas.find(fits)
      return area && { ...area, lines }
    }
    const isOn = (area: Area): boolean => pointsOf(area).every(([x, y]) => isInside(shape.outlines, x, y))
    const both = find([shape.code, write(value)], 6, isOn)
    const nextTo = both || map.width < WIDE ? undefined : find([`${shape.code} ${write(value)}`], 6, isFree)
    const place = both ?? nextTo ?? find([shape.code], 2, isOn)
    if (place === undefined) return []
    if (nextTo !== undefined) {
      const x = Math.min(Math.max(shape.x, place.x), place.x + place.width)
      const y = Math.min(Math.max(shape.y, place.y), place.y + place.height)
      const paint = { color: REST_COLOR, tone: 'comparison' } as const
      strokes.push({ path: `M${x} ${y}L${shape.x} ${shape.y}`, paint, dashed: false })
      taken.push(place)
    }
    const own = { x: place.x + place.width / 2, anchor: 'middle', role: nextTo ? 'name' : 'onColor', step } as const
    return place.lines.map((text, line) => ({ ...own, text, y: place.y + 11 + line * LABEL_LINE }))
  })
  return { labels, strokes }
}

/** The states of the US, darker for larger values, with a legend of their classes. Takes at most the height of the box. */
export const usMap = ({ values, box, writeValue }: MapOptions): Chart => {
  const { step, legend } = classify([...values.values()], writeValue)
  const { map, height, squares, texts } = layOutMap(legend, box)
  const shapes = stateShapes(map)
  const byCode = new Map(shapes.map((shape) => [shape.code, shape]))
  const placed = [...values].flatMap(([code, value], category) => {
    const shape = byCode.get(code)
    return shape === undefined ? [] : [{ shape, value, category, step: step(value) }]
  })
  const { labels, strokes } = labelStates(placed, map, writeValue)
  const empty = shapes.filter(({ code }) => !values.has(code))
  return {
    ...emptyChart({ width: box.width, height }),
    plot: map,
    regions: [
      ...empty.map(({ path, outlines }) => ({ path, outlines, step: 0, category: null })),
      ...placed.map(({ shape: { path, outlines }, step: own, category }) => ({ path, outlines, step: own, category })),
      ...squares,
    ],
    bands: placed.map(({ shape, category }) => ({ ...shape.bounds, category })),
    strokes,
    labels: [...labels, ...texts],
  }
}
