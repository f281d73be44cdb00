import { expect, test } from 'vitest'
import { removeExpiredDrafts } from './expired-drafts.ts'
import { MemoryStorage } from './memory-storage.fixture.ts'

const NOW = Date.parse('2026-11-20T12:00:00Z')
const daysAgo = (days: number): number => NOW - days * 86_400_000

test('removes the drafts of all users that are older than 30 days, and nothing else', async () => {
  const storage = new MemoryStorage()
  const put = (key: string, content: object) => storage.setItem(key, JSON.stringify({ form: 1, ...content }))
  put('cuvee.report-draft.u1.old', { keptAt: daysAgo(30.1) })
  put('cuvee.settings-draft.u2', { keptAt: daysAgo(400) })
  put('cuvee.report-draft.u1.recent', { keptAt: daysAgo(29.9) })
  put('cuvee.report-draft.u1.of-a-wrong-clock', { keptAt: daysAgo(-3) })
  put('cuvee.other', { keptAt: daysAgo(400) })
  const layouts = [{ editedAt: daysAgo(31) }, { editedAt: daysAgo(29) }, { editedAt: 'unknown' }, null]
  const removed: unknown[] = []
  const removeWhere = async (matches: (draft: unknown) => boolean) => void removed.push(...layouts.filter(matches))
  await removeExpiredDrafts({ removeWhere }, storage, NOW)
  expect(Object.keys(storage)).toEqual([
    'cuvee.report-draft.u1.recent',
    'cuvee.report-draft.u1.of-a-wrong-clock',
    'cuvee.other',
  ])
  expect(removed).toEqual([layouts[0]])
})

test('a draft without a date expires 30 days after it is first seen', async () => {
  const storage = new MemoryStorage()
  storage.setItem('cuvee.settings-draft.u1', '{"form":1,"plain":{"name":"Estate"}}')
  const removeAt = (now: number) => removeExpiredDrafts({ removeWhere: async () => undefined }, storage, now)
  await removeAt(NOW)
  await removeAt(NOW + 29 * 86_400_000)
  expect(JSON.parse(storage.getItem('cuvee.settings-draft.u1') ?? '')).toMatchObject({ plain: { name: 'Estate' } })
  await removeAt(NOW + 31 * 86_400_000)
  expect(Object.keys(storage)).toEqual([])
})
