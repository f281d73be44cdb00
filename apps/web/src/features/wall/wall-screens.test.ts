import { expect, test } from 'vitest'
import type { WidgetEntry } from '#contract/dashboards.ts'
import { rowsWithin, stretchedScale, wallScale, wallScreens } from './wall-screens.ts'

const tile = (id: string, y: number, h: number, x = 0): WidgetEntry => ({ id, type: 'sales', x, y, w: 4, h, props: {} })

const screenIds = (widgets: WidgetEntry[], rows: number) =>
  wallScreens(widgets, rows).map((screen) => screen.map(({ id, y }) => `${id}@${y}`))

test('a dashboard that fits is one screen', () => {
  expect(screenIds([tile('a', 0, 4), tile('b', 0, 4, 4), tile('c', 4, 3)], 7)).toEqual([['a@0', 'b@0', 'c@4']])
})

test('rows that do not fit follow on the next screen, from its top', () => {
  expect(screenIds([tile('a', 0, 4), tile('b', 4, 4), tile('c', 8, 4)], 8)).toEqual([['a@0', 'b@4'], ['c@0']])
})

test('the last screen is about as full as the others', () => {
  const rows = [0, 4, 8, 12, 16, 20].map((y) => tile(`r${y}`, y, 4))
  expect(screenIds(rows, 20)).toEqual([
    ['r0@0', 'r4@4', 'r8@8'],
    ['r12@0', 'r16@4', 'r20@8'],
  ])
})

test('tiles side by side stay together, and none is cut', () => {
  const tall = [tile('a', 0, 9), tile('b', 0, 4, 4), tile('c', 4, 5, 4), tile('d', 9, 4)]
  expect(screenIds(tall, 10)).toEqual([['a@0', 'b@0', 'c@4'], ['d@0']])
})

test('tiles that a program saved on top of each other are below each other', () => {
  expect(screenIds([tile('a', 0, 4), tile('b', 2, 4), tile('c', 4, 4)], 8)).toEqual([['a@0', 'b@4'], ['c@0']])
})

test('a tile that is higher than a screen has one of its own', () => {
  expect(screenIds([tile('a', 0, 20), tile('b', 20, 4)], 10)).toEqual([['a@0'], ['b@0']])
})

test('a dashboard without tiles has no screen', () => {
  expect(wallScreens([], 10)).toEqual([])
})

test.each([
  [1, 1],
  [30, 1],
  [71, 1],
  [72, 2],
  [1000, 24],
])('%d pixels hold %d grid rows', (height, rows) => {
  expect(rowsWithin(height)).toBe(rows)
})

test('everything is larger on wider screens, and never smaller than on a laptop', () => {
  expect([800, 1280, 1920, 3840].map(wallScale)).toEqual([1, 1, 1.5, 3])
})

test('few tiles are enlarged towards the height, by 1.6 at most', () => {
  expect(stretchedScale([tile('a', 0, 2)], 72, 1)).toBe(1)
  expect(stretchedScale([tile('a', 0, 2)], 90, 1)).toBe(1.25)
  expect(stretchedScale([tile('a', 0, 2)], 1000, 1.5)).toBeCloseTo(2.4)
})
