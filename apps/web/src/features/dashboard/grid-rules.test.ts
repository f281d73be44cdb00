import { expect, test } from 'vitest'
import { orderForPhone } from './grid-rules.ts'

const entry = (id: string, x: number, y: number, w = 3, h = 4) => ({ id, type: 'sales', x, y, w, h, props: {} })

test('orders tiles by row, then by column', () => {
  const ids = orderForPhone([entry('c', 0, 9), entry('b', 5, 0), entry('a', 0, 0, 5, 9)]).map((item) => item.entry.id)
  expect(ids).toEqual(['a', 'b', 'c'])
})

test('pairs consecutive small tiles and gives a single or large one the full row', () => {
  const spans = orderForPhone([
    entry('large', 0, 0, 5, 9),
    entry('one', 5, 0),
    entry('two', 5, 4),
    entry('lone', 0, 9),
    entry('wide', 3, 9, 5, 4),
  ]).map((item) => `${item.entry.id} ${item.span}`)
  expect(spans).toEqual(['large full', 'one half', 'two half', 'lone full', 'wide full'])
})
