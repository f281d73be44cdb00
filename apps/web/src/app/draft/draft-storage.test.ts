import { expect, test } from 'vitest'
import { removeUserDrafts } from './draft-storage.ts'
import { MemoryStorage } from './memory-storage.fixture.ts'

test('removes the drafts of a user, and nothing else', () => {
  const storage = new MemoryStorage()
  const kept = ['cuvee.report-draft.u10.new', 'cuvee.settings-draft.u2', 'theme']
  for (const key of [...kept, 'cuvee.report-draft.u1.new', 'cuvee.report-draft.u1.r9', 'cuvee.settings-draft.u1'])
    storage.setItem(key, '{}')
  removeUserDrafts('u1', storage)
  expect(Object.keys(storage)).toEqual(kept)
})
