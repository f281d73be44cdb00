import { expect, test } from 'vitest'
import { summaryOf } from './insight.fixture.ts'
import { emptyReason, inList, withInsight } from './insight-list-state.ts'

const list = {
  items: [summaryOf({ insightId: 'a' }), summaryOf({ insightId: 'b', read: true })],
  total: 2,
  unread: 4,
  lookedUtc: null,
  lookedUntil: null,
  lookedAt: null,
}

test.each([
  ['read', { read: true }, 3],
  ['dismissed while unread', { dismissed: true }, 3],
  ['found useful', { useful: true }, 4],
] as const)('updates an insight that was %s and the unread count', (_, change, unread) => {
  const changed = withInsight(list, summaryOf({ insightId: 'a', ...change }))
  expect(changed.items[0]).toMatchObject(change)
  expect(changed.items[1]).toBe(list.items[1])
  expect(changed.unread).toBe(unread)
})

test('restores a dismissed insight to its position', () => {
  const dismissed = withInsight(list, summaryOf({ dismissed: true }))
  expect(inList(dismissed.items, false).map(({ insightId }) => insightId)).toEqual(['b'])
  const restored = withInsight(dismissed, summaryOf())
  expect(inList(restored.items, false).map(({ insightId }) => insightId)).toEqual(['a', 'b'])
  expect(restored.unread).toBe(4)
})

test('leaves a list without the insight unchanged', () => {
  expect(withInsight(list, summaryOf({ insightId: 'z' }))).toBe(list)
})

const ALL = { shown: 'all', kind: null, page: 1 } as const
const ANALYZED = { lookedUtc: '2026-03-02T06:00:00Z' }
const NEVER = { lookedUtc: null }
const status = { currentServiceCount: 1, planState: 'active' } as const

test.each([
  [{ ...ALL, shown: 'unread' } as const, ANALYZED, status, 'filter'],
  [{ ...ALL, kind: 'anomaly' } as const, ANALYZED, status, 'filter'],
  [{ ...ALL, shown: 'dismissed' } as const, ANALYZED, status, 'noneDismissed'],
  [ALL, NEVER, { ...status, currentServiceCount: 0 }, 'noService'],
  [ALL, ANALYZED, { ...status, planState: 'trialOver' } as const, 'planOver'],
  [ALL, NEVER, status, 'notAnalyzed'],
  [ALL, ANALYZED, status, 'allNormal'],
  [ALL, ANALYZED, null, 'allNormal'],
] as const)('%j of %j in an account of %j is empty because of %s', (view, list, account, reason) =>
  expect(emptyReason(view, list, account)).toBe(reason),
)
