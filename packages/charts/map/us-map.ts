import { type Box, type Chart, emptyChart, isInside, type Label, type Value } from '../chart.ts'
import { HEAT_STEPS } from '../heat-palette.ts'
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
const PALEST = 3
const BELOW_ZERO = -5

/** Pixels of a label's line and its letters. */
const LABEL_LINE = 14
const LABEL_SIZE = 12

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

/** Whether a text of some lines is on the state with all its corners. */
const hasRoom = ({ x, y, outlines }: StateShape, lines: readonly string[]): boolean => {
  const half = Math.max(...lines.map((line) => textWidth(line, LABEL_SIZE))) / 2 + 1
  const tall = (lines.length * LABEL_LINE) / 2 - 1
  return [
    [x - half, y - tall],
    [x + half, y - tall],
    [x - half, y + tall],
    [x + half, y + tall],
  ].every(([cornerX = 0, cornerY = 0]) => isInside(outlines, cornerX, cornerY))
}

/** The code of a state, with its value where both fit; nothing where not even the code does. */
const labelState = (shape: StateShape, value: number, step: number, write: MapOptions['writeValue']): Label[] => {
  const both = [shape.code, write(value)]
  const lines = [both, both.slice(0, 1)].find((some) => hasRoom(shape, some)) ?? []
  const first = shape.y - (lines.length * LABEL_LINE) / 2 + 11
  return lines.map((text, index) => ({
    x: shape.x,
    y: first + index * LABEL_LINE,
    text,
    anchor: 'middle',
    role: 'onColor',
    step,
  }))
}

/** The states of the US, darker for larger values, with a legend of their classes. Takes at most the height of the box. */
export const usMap = ({ values, box, writeValue }: MapOptions): Chart => {
  const { step, legend } = classify([...values.values()], writeValue)
  const { map, height, squares, texts } = layOutMap(legend, box)
  const shapes = stateShapes(map)
  const byCode = new Map(shapes.map((shape) => [shape.code, shape]))
  const placed = [...values].flatMap(([code, value], category) => {
    const shape = byCode.get(code)
    return shape === undefined ? [] : [{ shape, value, category }]
  })
  const empty = shapes.filter(({ code }) => !values.has(code))
  return {
    ...emptyChart({ width: box.width, height }),
    plot: map,
    regions: [
      ...empty.map(({ path, outlines }) => ({ path, outlines, step: 0, category: null })),
      ...placed.map(({ shape: { path, outlines }, value, category }) => ({
        path,
        outlines,
        step: step(value),
        category,
      })),
      ...squares,
    ],
    bands: placed.map(({ shape, category }) => ({ ...shape.bounds, category })),
    labels: [
      ...placed.flatMap(({ shape, value }) =>
        value === null ? [] : labelState(shape, value, step(value), writeValue),
      ),
      ...texts,
    ],
  }
}
