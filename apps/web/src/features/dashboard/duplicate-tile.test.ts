import { expect, test } from 'vitest'
import { initialLayout, layoutReducer } from './layout-reducer.ts'

const tile = (id: string, x: number, y: number, w: number) => ({
  id,
  type: 'sales',
  x,
  y,
  w,
  h: 4,
  props: { title: id },
})

test('a duplicate is equal, has an id of its own and is below its original', () => {
  const start = initialLayout([tile('a', 0, 0, 5), tile('b', 0, 4, 8)])
  const { present } = layoutReducer(start, { type: 'duplicated', id: 'a', as: 'c' })
  expect(present).toEqual([tile('a', 0, 0, 5), tile('b', 0, 8, 8), { ...tile('a', 0, 4, 5), id: 'c' }])
})

test('a tile that is not there is not duplicated', () => {
  const start = initialLayout([tile('a', 0, 0, 5)])
  expect(layoutReducer(start, { type: 'duplicated', id: 'x', as: 'c' })).toBe(start)
})
