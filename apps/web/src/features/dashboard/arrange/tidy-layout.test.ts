import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { WidgetEntry } from '#contract/dashboards.ts'
import { bottomRow, COLUMNS, normalizeLayout, overlaps } from '../grid-rules.ts'
import { tidyLayout } from './tidy-layout.ts'

const tile = (id: string, [x, y, w, h]: readonly [number, number, number, number]): WidgetEntry => ({
  id,
  type: 'sales',
  ...{ x, y, w, h },
  props: {},
})

const places = (widgets: readonly WidgetEntry[]) => widgets.map(({ id, x, y, w, h }) => `${id} ${x},${y} ${w}x${h}`)

test('new tiles below each other share a row, and fill it', () => {
  const added = [tile('a', [0, 0, 3, 4]), tile('b', [0, 4, 3, 4]), tile('c', [0, 8, 3, 6])]
  expect(places(tidyLayout(added))).toEqual(['a 0,0 4x4', 'b 4,0 4x4', 'c 0,4 8x6'])
})

test('tiles that fill the grid stay where they are', () => {
  const stacked = [tile('a', [0, 0, 5, 9]), tile('b', [5, 0, 3, 4]), tile('c', [5, 4, 3, 5])]
  expect(places(tidyLayout([...stacked, tile('d', [0, 9, 3, 4])]))).toEqual([...places(stacked), 'd 0,9 8x4'])
})

const size = fc.record({ w: fc.integer({ min: 1, max: COLUMNS }), h: fc.integer({ min: 1, max: 9 }) })

test('a tidy layout has every tile once, no hole and no overlap, and is tidy', () => {
  fc.assert(
    fc.property(fc.array(size, { maxLength: 8 }), (sizes) => {
      const layout = normalizeLayout(sizes.map(({ w, h }, index) => tile(`t${index}`, [index % COLUMNS, index, w, h])))
      const tidied = tidyLayout(layout)
      expect(tidied.map(({ id }) => id).toSorted()).toEqual(layout.map(({ id }) => id).toSorted())
      expect(tidied.some((a) => tidied.some((b) => a !== b && overlaps(a, b)))).toBe(false)
      expect(tidied.reduce((area, { w, h }) => area + w * h, 0)).toBe(COLUMNS * bottomRow(tidied))
      expect(tidyLayout(tidied)).toEqual(tidied)
    }),
  )
})
