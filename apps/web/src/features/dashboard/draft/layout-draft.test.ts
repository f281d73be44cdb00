import { expect, test } from 'vitest'
import { parseStoredDraft, toStoredDraft } from './layout-draft.ts'

const widgets = [{ id: 'a', type: 'sales', x: 0, y: 0, w: 3, h: 4, props: { title: 'Sales' } }]
const base = {
  name: 'Cellar',
  slug: 'cellar',
  description: null,
  isPublic: false,
  isDefault: false,
  widgets,
  filterBar: null,
  version: 4,
  isOwn: true,
  access: 'owner' as const,
  ownerName: null,
}
const draft = { editedAt: 1_700_000_000_000, base, widgets: [] }

test('restores what was stored', () => {
  expect(parseStoredDraft(structuredClone(toStoredDraft(draft)))).toEqual(draft)
})

test.each([
  ['nothing', undefined],
  ['another format', { ...toStoredDraft(draft), format: 0 }],
  ['no date', { ...toStoredDraft(draft), editedAt: null }],
  ['no saved dashboard', { ...toStoredDraft(draft), base: null }],
  ['a damaged tile', { ...toStoredDraft(draft), widgets: [{ ...widgets[0], x: 'left' }] }],
])('ignores %s', (_, stored) => {
  expect(parseStoredDraft(stored)).toBeNull()
})
