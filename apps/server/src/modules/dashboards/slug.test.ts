import { expect, test } from 'vitest'
import { freeSlug } from './slug.ts'

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
  expect(freeSlug(name, new Set())).toBe(slug)
})

test.each([
  ['Default', 'default-2'],
  ['slugs', 'slugs-2'],
  ['TRASH', 'trash-2'],
  ['data!', 'data-2'],
])('security 47: adds a suffix to %s, because its slug is a route', (name, slug) => {
  expect(freeSlug(name, new Set())).toBe(slug)
})

test('security 47: appends the next free number to a taken slug', () => {
  expect(freeSlug('Sales', new Set(['sales', 'sales-2', 'sales-4']))).toBe('sales-3')
})
