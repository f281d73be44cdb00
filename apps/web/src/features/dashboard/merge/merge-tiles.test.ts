import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { WidgetEntry } from '#contract/dashboards.ts'
import { compact, isSameLayout, normalizeLayout, type Widgets } from '../grid-rules.ts'
import { type Choice, type Choices, mergedLayout, mergeTiles } from './merge-tiles.ts'
import { isSame } from './three-way.ts'

const tile = (id: string, change: Partial<WidgetEntry> = {}): WidgetEntry => ({
  id,
  type: 'sales',
  x: 0,
  y: 0,
  w: 3,
  h: 4,
  props: { title: id },
  ...change,
})

const A = tile('a')
const B = tile('b', { x: 3 })
const BASE = [A, B]

const merge = (theirs: Widgets, mine: Widgets, chosen: Choices = {}, base: Widgets = BASE) =>
  mergedLayout(mergeTiles({ base, theirs, mine }), chosen)
const choicesFor = (theirs: Widgets, mine: Widgets, id = 'a', base: Widgets = BASE) =>
  mergeTiles({ base, theirs, mine }).find((each) => each.id === id)?.choices

const titled = (entry: WidgetEntry, title: string): WidgetEntry => ({ ...entry, props: { ...entry.props, title } })

describe('changes of different tiles, or of different parts of one, are combined', () => {
  const added = tile('c', { x: 0, y: 4 })
  const below = tile('d', { x: 3, y: 4 })
  test.each<[what: string, theirs: Widgets, mine: Widgets, result: Widgets]>([
    ['nothing changed', BASE, BASE, BASE],
    ['only they changed a setting', [titled(A, 'T'), B], BASE, [titled(A, 'T'), B]],
    ['only I changed a setting', BASE, [titled(A, 'M'), B], [titled(A, 'M'), B]],
    ['both made the same change', [titled(A, 'S'), B], [titled(A, 'S'), B], [titled(A, 'S'), B]],
    ['each changed another tile', [titled(A, 'T'), B], [A, titled(B, 'M')], [titled(A, 'T'), titled(B, 'M')]],
    ['each added a tile', [A, B, added], [A, B, below], [A, B, added, below]],
    ['they added a tile, I removed one', [A, B, added], [B], [B, { ...added, y: 0 }]],
    ['both removed the tile', [B], [B], [B]],
    ['they resized what I retitled', [{ ...A, h: 6 }, B], [titled(A, 'M'), B], [titled({ ...A, h: 6 }, 'M'), B]],
    [
      'they moved a tile to the side that I resized',
      [A, { ...B, x: 5 }],
      [A, { ...B, h: 5 }],
      [A, { ...B, x: 5, h: 5 }],
    ],
    [
      'they put a tile above, which pushed down what I retitled',
      [tile('top', { w: 8, h: 2 }), { ...A, y: 2 }, { ...B, y: 2 }],
      [titled(A, 'M'), B],
      [tile('top', { w: 8, h: 2 }), titled({ ...A, y: 2 }, 'M'), { ...B, y: 2 }],
    ],
    [
      'they removed a tile that others pushed down on my side',
      [B],
      [tile('top', { w: 8, h: 2 }), { ...A, y: 2 }, { ...B, y: 2 }],
      [tile('top', { w: 8, h: 2 }), { ...B, y: 2 }],
    ],
  ])('%s', (_, theirs, mine, result) => {
    expect(mergeTiles({ base: BASE, theirs, mine }).filter(({ choices }) => choices.length > 0)).toEqual([])
    expect(isSameLayout(merge(theirs, mine), result)).toBe(true)
  })
})

describe('conflicts are asked about, with a preset that loses nothing', () => {
  test.each<[what: string, theirs: Widgets, mine: Widgets, choices: readonly Choice[]]>([
    ['both changed its settings', [titled(A, 'T'), B], [titled(A, 'M'), B], ['both', 'theirs', 'mine']],
    ['they changed it, I removed it', [titled(A, 'T'), B], [B], ['theirs', 'mine']],
    ['they removed it, I changed it', [B], [titled(A, 'M'), B], ['mine', 'theirs']],
    ['they removed it, I resized it', [B], [{ ...A, h: 6 }, B], ['mine', 'theirs']],
    ['both resized it', [{ ...A, h: 6 }, B], [{ ...A, h: 8 }, B], ['mine', 'theirs']],
    ['both moved it to the side', [B, { ...A, x: 1, y: 9 }], [B, { ...A, x: 2, y: 9 }], ['mine', 'theirs']],
  ])('%s', (_, theirs, mine, choices) => {
    expect(choicesFor(theirs, mine)).toEqual(choices)
  })

  test('two tiles of one id that each side added are both kept', () => {
    const added = tile('c', { y: 4 })
    expect(choicesFor([A, B, titled(added, 'T')], [A, B, titled(added, 'M')], 'c')).toEqual(['both', 'theirs', 'mine'])
  })

  test.each<[choice: Choice, titles: readonly string[]]>([
    ['theirs', ['T', 'b']],
    ['mine', ['M', 'b']],
    ['both', ['T', 'b', 'M']],
  ])('choosing %s keeps %j', (choice, titles) => {
    const result = merge([titled(A, 'T'), B], [titled(A, 'M'), B], { a: choice })
    expect(result.map(({ props }) => props.title)).toEqual(titles)
  })

  test('my copy is below theirs', () => {
    const result = merge([titled(A, 'T'), B], [titled(A, 'M'), B])
    expect(result).toEqual([titled(A, 'T'), B, { ...titled(A, 'M'), id: 'a-copy', x: 0, y: 4 }])
  })

  test('a choice between two sizes leaves their settings as they are', () => {
    const theirs = [titled({ ...A, h: 6 }, 'T'), B]
    const mine = [{ ...A, h: 8 }, B]
    expect(merge(theirs, mine, { a: 'mine' })).toEqual([titled({ ...A, h: 8 }, 'T'), B])
    expect(merge(theirs, mine, { a: 'theirs' })).toEqual(theirs)
  })

  test('a removal is kept when it is chosen', () => {
    expect(merge([titled(A, 'T'), B], [B], { a: 'mine' })).toEqual([B])
    expect(merge([B], [titled(A, 'M'), B], { a: 'theirs' })).toEqual([B])
  })
})

const IDS = ['a', 'b', 'c', 'd', 'e'] as const
const layoutOf = fc
  .uniqueArray(
    fc.record({
      id: fc.constantFrom(...IDS),
      type: fc.constantFrom('sales', 'logo'),
      x: fc.nat(7),
      y: fc.nat(9),
      w: fc.integer({ min: 1, max: 8 }),
      h: fc.integer({ min: 1, max: 5 }),
      props: fc.record({ title: fc.constantFrom('one', 'two', 'three') }),
    }),
    { selector: ({ id }) => id, maxLength: 5 },
  )
  .map(compact)

const content = ({ type, props }: WidgetEntry) => ({ type, props })

describe('for any three layouts', () => {
  test('an unchanged side takes the other one as it is', () => {
    fc.assert(
      fc.property(layoutOf, layoutOf, (base, changed) => {
        expect(isSameLayout(merge(base, changed, {}, base), changed)).toBe(true)
        expect(isSameLayout(merge(changed, base, {}, base), changed)).toBe(true)
        expect(isSameLayout(merge(changed, changed, {}, base), changed)).toBe(true)
      }),
    )
  })

  test('the presets lose no tile and no setting that someone added or changed', () => {
    fc.assert(
      fc.property(layoutOf, layoutOf, layoutOf, (base, theirs, mine) => {
        const result = merge(theirs, mine, {}, base)
        const before = new Map(base.map((entry) => [entry.id, content(entry)]))
        for (const entry of [...theirs, ...mine]) {
          if (isSame(before.get(entry.id), content(entry))) continue
          expect(result.some((each) => isSame(content(each), content(entry)))).toBe(true)
        }
      }),
    )
  })

  test('whatever is chosen, the result is a layout without overlaps or duplicate ids', () => {
    const choice = fc.constantFrom<Choice>('theirs', 'mine', 'both')
    const chosen = fc.dictionary(fc.constantFrom(...IDS), choice)
    fc.assert(
      fc.property(layoutOf, layoutOf, layoutOf, chosen, (base, theirs, mine, choices) => {
        const result = merge(theirs, mine, choices, base)
        expect(normalizeLayout(result)).toEqual(result)
      }),
    )
  })
})
