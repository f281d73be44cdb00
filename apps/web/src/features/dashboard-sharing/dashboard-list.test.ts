import { expect, test } from 'vitest'
import type { VisibleDashboard } from '#contract/dashboard-sharing.ts'
import { audienceText, matchingDashboards } from './dashboard-table.tsx'

const dashboard = (name: string, more: Partial<VisibleDashboard> = {}): VisibleDashboard => ({
  slug: name,
  name,
  description: null,
  access: 'owner',
  ownerName: null,
  isDefault: false,
  isPublic: false,
  sharedWith: 0,
  hasViewLink: false,
  updatedDateUtc: '2026-06-01T00:00:00Z',
  ...more,
})

const all = [
  dashboard('Weekend', { description: 'Tasting room on Saturdays' }),
  dashboard('Club', { ownerName: 'Edda Eis', access: 'edit' }),
  dashboard('Cellar', { ownerName: 'Vera Vin', access: 'view' }),
]

test.each([
  ['', ['Weekend', 'Club', 'Cellar']],
  ['tasting weekend', ['Weekend']],
  ['EDDA', ['Club']],
  ['you', ['Weekend']],
  ['c', ['Club', 'Cellar']],
  ['club weekend', []],
])('search %j finds %j', (search, names) => {
  expect(matchingDashboards(all, search).map(({ name }) => name)).toEqual(names)
})

test.each([
  [{ isPublic: true, sharedWith: 3, hasViewLink: false }, 'Everyone'],
  [{ isPublic: false, sharedWith: 0, hasViewLink: false }, 'Only the owner'],
  [{ isPublic: false, sharedWith: 1, hasViewLink: false }, '1 person'],
  [{ isPublic: false, sharedWith: 2, hasViewLink: false }, '2 people'],
  [{ isPublic: false, sharedWith: 0, hasViewLink: true }, 'Anyone with the link'],
])('%j is shared with: %s', (sharing, text) => {
  expect(audienceText(sharing)).toBe(text)
})
