import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { categoryAt, type Value } from '../chart.ts'
import { HEAT_STEPS } from '../heat-palette.ts'
import { usMap } from './us-map.ts'
import { classBounds, classOf } from './value-classes.ts'

const box = { width: 960, height: 600 }
const draw = (values: readonly (readonly [string, Value])[]) =>
  usMap({ values: new Map(values), box, writeValue: (value) => `$${value}` })

const textsOf = ({ labels }: ReturnType<typeof usMap>, role: string) =>
  labels.filter((label) => label.role === role).map(({ text }) => text)

/** The states as the published file numbers them. */
const published = JSON.parse(
  readFileSync(new URL('../../../node_modules/us-atlas/states-10m.json', import.meta.url), 'utf8'),
) as { objects: { states: { geometries: { id: string; properties: { name: string } }[] } } }

/** Numbers above those of the states are of territories. */
const LAST_STATE = 56

test('draws the fifty states and the District of Columbia, each once', () => {
  const { regions } = draw([])
  const states = published.objects.states.geometries.filter(({ id }) => Number(id) <= LAST_STATE)
  // and one square of the legend
  expect(regions).toHaveLength(states.length + 1)
  expect(states).toHaveLength(51)
  expect(new Set(regions.map(({ path }) => path)).size).toBe(regions.length)
})

test('all of the map is within its box', () => {
  const { bands, width, height } = draw(
    ['AK', 'HI', 'ME', 'FL', 'WA', 'TX'].map((code, index) => [code, index + 1] as const),
  )
  expect(bands).toHaveLength(6)
  for (const { x, y, ...size } of bands) {
    expect(Math.min(x, y)).toBeGreaterThanOrEqual(-0.1)
    expect(x + size.width).toBeLessThanOrEqual(width)
    expect(y + size.height).toBeLessThanOrEqual(height)
  }
})

test('the state at a point is the one whose outline is around it', () => {
  const chart = draw([
    ['CO', 1],
    ['VA', 2],
    ['WV', 3],
  ])
  const middle = (category: number): [number, number] => {
    const { x = 0, y = 0, width = 0, height = 0 } = chart.bands[category] ?? {}
    return [x + width / 2, y + height / 2]
  }
  expect(categoryAt(chart, ...middle(0))).toBe(0)
  // the box around Virginia has much of West Virginia in its west
  const { x = 0, y = 0, width = 0 } = chart.bands[1] ?? {}
  expect(categoryAt(chart, x + width * 0.55, y + 2)).not.toBe(1)
  expect(categoryAt(chart, ...middle(2))).toBe(2)
  expect(categoryAt(chart, 1, 1)).toBeNull()
})

test('a known state has the color of its class, and those without rows have none', () => {
  const chart = draw([
    ['CA', 100],
    ['OR', 50],
    ['NV', 0],
    ['WA', -5],
    ['TX', null],
  ])
  expect(chart.regions.filter(({ category }) => category !== null).map(({ step }) => step)).toEqual([
    HEAT_STEPS,
    2,
    0,
    -5,
    0,
  ])
  expect(textsOf(chart, 'name')).toEqual(['Below zero', 'None', 'Under $100', '$100 or more'])
})

test('states with room have their code and value, so that a color is not all', () => {
  const texts = textsOf(
    draw([
      ['TX', 900],
      ['RI', 100],
    ]),
    'onColor',
  )
  expect(texts).toEqual(['TX', '$900'])
})

test('a state without room has its value next to it with a line, where the map is wide and over no other value', () => {
  const values = [
    ['FL', 900],
    ['GA', 100],
  ] as const
  const chart = draw(values)
  expect(textsOf(chart, 'name')).toContain('FL $900')
  expect(chart.strokes).toHaveLength(1)
  const label = chart.labels.find(({ text }) => text === 'FL $900')
  expect(categoryAt(chart, label?.x ?? 0, label?.y ?? 0)).toBeNull()
  const narrow = usMap({
    values: new Map(values),
    box: { width: 320, height: 220 },
    writeValue: (value) => `$${value}`,
  })
  expect(narrow.strokes).toHaveLength(0)
})

test.each([
  ['on the right where the map is narrower than its box', { width: 900, height: 260 }, 'right'],
  ['below, in rows, where the map is as wide as its box', { width: 300, height: 260 }, 'below'],
  ['left out where a tile is too low for it', { width: 300, height: 80 }, 'none'],
])('the legend is %s', (_, size, expected) => {
  const values = new Map(['CA', 'OR', 'WA', 'NV', 'AZ', 'TX'].map((code, index) => [code, 10 ** index] as const))
  const chart = usMap({ values, box: size, writeValue: (value) => `$${value}.00` })
  const { plot, labels, height } = chart
  const names = labels.filter(({ role }) => role === 'name')
  const isRight = names.every(({ x }) => x > plot.x + plot.width)
  const isBelow = names.every(({ y }) => y > plot.y + plot.height)
  expect(names.length === 0 ? 'none' : isRight ? 'right' : isBelow ? 'below' : 'over the map').toBe(expected)
  expect(height).toBeLessThanOrEqual(size.height)
})

test.each([
  ['each of a few values in a class of its own', [1, 20, 300], [20, 300]],
  ['one class for equal values', [7, 7, 7], []],
  ['none without values', [], []],
  ['two digits', [123, 456_789, 1_234_567], [450_000, 1_200_000]],
  ['shares', [0.101, 0.1999, 0.25], [0.19, 0.25]],
])('classes: %s', (_, values, expected) => expect(classBounds(values)).toEqual(expected))

test('six classes, each of values as many times its least, so that a few large values are not with the others', () => {
  const values = Array.from({ length: 50 }, (_, index) => 1.3 ** index)
  const bounds = classBounds(values)
  expect(bounds).toHaveLength(5)
  const sizes = [0, 1, 2, 3, 4, 5].map((index) => values.filter((value) => classOf(value, bounds) === index).length)
  for (const size of sizes) expect(Math.abs(size - 50 / 6)).toBeLessThanOrEqual(2)
  const uneven = [9.8, 11.7, 18, 21, 23, 27, 31, 32, 42, 43, 48, 118, 198, 743]
  expect(classBounds(uneven)).toEqual([21, 42, 110, 190, 740])
})
