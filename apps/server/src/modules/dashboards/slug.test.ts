import { expect, test } from 'vitest'
import { freeSlug, slugOf } from './slug.ts'

test.each([
  ['Tasting Room', 'tasting-room'],
  ['Château Müller – été', 'chateau-muller-ete'],
  ['  --Club & Co.--  ', 'club-co'],
  ['🍷🍇', 'dashboard'],
  ['葡萄酒', 'dashboard'],
  ['', 'dashboard'],
  ['x'.repeat(300), 'x'.repeat(80)],
  [`${'x'.repeat(79)} y`, 'x'.repeat(79)],
])('security 47: converts %j to %j', (name, slug) => {
  expect(slugOf(name)).toBe(slug)
})

test.each(['Default', 'slugs', 'TRASH', 'data!'])(
  'security 47: adds a suffix to %s, because its slug is a route',
  (name) => {
    expect(freeSlug(name, new Set())).toBe(`${slugOf(name)}-2`)
  },
)

test('security 47: appends the next free number to a taken slug', () => {
  expect(freeSlug('Sales', new Set(['sales', 'sales-2', 'sales-4']))).toBe('sales-3')
})
