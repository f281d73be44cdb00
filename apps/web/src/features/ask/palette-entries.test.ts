import { expect, test } from 'vitest'
import { actionEntries, matching, pageGroups } from './palette-entries.ts'
import { readShortcut } from './palette-host.tsx'

const ADMIN = { roles: ['AccountOwner'], accountType: 'Reserve' } as const
const MICRO = { roles: ['User'], accountType: 'Micro' } as const

const hrefs = (viewer: Parameters<typeof pageGroups>[0], query: string) =>
  matching(pageGroups(viewer), query).flatMap(({ entries }) => entries.map(({ href }) => href))

test('finds a page by the beginnings of its words', () => {
  expect(hrefs(ADMIN, 'top cust')).toContain('/reports/customers/top-customers')
  expect(hrefs(ADMIN, 'serv')).toContain('/admin/services')
})

test('does not list pages without permission', () => {
  expect(hrefs(MICRO, 'services')).toEqual([])
  expect(hrefs(MICRO, 'brand')).toEqual([])
})

test('offers the actions whose page may be opened', () => {
  const find = (viewer: Parameters<typeof actionEntries>[0], query: string) =>
    matching([{ title: 'Actions', entries: actionEntries(viewer) }], query).flatMap(({ entries }) =>
      entries.map(({ label }) => label),
    )
  expect(find(ADMIN, 'inv')).toEqual(['Invite colleagues'])
  expect(find(ADMIN, 'import')).toEqual(['Connect a service'])
  expect(find(MICRO, 'create')).toEqual(['New dashboard', 'New report', 'New alert', 'Add calendar note'])
})

test('returns nothing when nothing matches', () => {
  expect(matching(pageGroups(ADMIN), 'xyzzy')).toEqual([])
})

const NONE = { ctrlKey: false, metaKey: false, altKey: false }

test.each([
  ['Ctrl+K', { ...NONE, key: 'k', ctrlKey: true }, true, 'palette'],
  ['Cmd+K', { ...NONE, key: 'k', metaKey: true }, false, 'palette'],
  ['Ctrl+K under caps lock', { ...NONE, key: 'K', ctrlKey: true }, false, 'palette'],
  ['Ctrl+Alt+K, a letter of some keyboards', { ...NONE, key: 'k', ctrlKey: true, altKey: true }, false, null],
  ['a bare K', { ...NONE, key: 'k' }, false, null],
  ['a question mark', { ...NONE, key: '?' }, false, 'help'],
  ['a question mark that is being written', { ...NONE, key: '?' }, true, null],
] as const)('%s', (_, pressed, isWriting, meaning) => {
  expect(readShortcut(pressed, isWriting)).toBe(meaning)
})
