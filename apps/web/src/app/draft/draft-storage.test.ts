import { expect, test } from 'vitest'
import { removeDraftsOf } from './draft-storage.ts'

class MemoryStorage implements Storage {
  [name: string]: unknown
  get length(): number {
    return Object.keys(this).length
  }
  clear(): void {
    for (const key of Object.keys(this)) delete this[key]
  }
  getItem(key: string): string | null {
    return typeof this[key] === 'string' ? this[key] : null
  }
  key(index: number): string | null {
    return Object.keys(this)[index] ?? null
  }
  removeItem(key: string): void {
    delete this[key]
  }
  setItem(key: string, value: string): void {
    this[key] = value
  }
}

test('removes the drafts of a user, and nothing else', () => {
  const storage = new MemoryStorage()
  const kept = ['cuvee.report-draft.u10.new', 'cuvee.settings-draft.u2', 'theme']
  for (const key of [...kept, 'cuvee.report-draft.u1.new', 'cuvee.report-draft.u1.r9', 'cuvee.settings-draft.u1'])
    storage.setItem(key, '{}')
  removeDraftsOf('u1', storage)
  expect(Object.keys(storage)).toEqual(kept)
})
