import { expect, test } from 'vitest'
import { createFormats } from '#charts/value-format.ts'
import type { InsightProgress } from '#contract/insight-progress.ts'
import type { InsightSummary } from '#contract/insights.ts'
import { confidenceLabel, fullPeriod, shortPeriod } from './insight-labels.ts'
import { emptyReason, inList, withInsight } from './insight-list-state.ts'

const OPEN: InsightProgress = { state: 'open', snoozedUntil: null, assignee: null, actedUtc: null, doneUtc: null }
const DISMISSED = { dismissed: true, progress: { ...OPEN, state: 'dismissed' } } as const

/** An insight as in a list, with the fields of a test. */
const summaryOf = (given: Partial<InsightSummary> = {}): InsightSummary => ({
  insightId: 'a',
  kind: 'anomaly',
  createdUtc: '2026-03-02T12:00:00Z',
  read: false,
  dismissed: false,
  progress: OPEN,
  useful: null,
  subject: { kind: 'channel', label: 'Tasting room' },
  period: { from: '2026-02-23', until: '2026-03-02' },
  title: 'Tasting room sales fell',
  summary: 'The tasting room sold less than expected.',
  tone: 'bad',
  stake: 1200,
  confidence: 0.99,
  currency: 'USD',
  picture: [],
  ...given,
})

const list = {
  items: [summaryOf({ insightId: 'a' }), summaryOf({ insightId: 'b', read: true })],
  total: 2,
  unread: 4,
  lookedUtc: null,
  lookedUntil: null,
  lookedAt: null,
  unanalyzed: [],
}

test.each([
  ['read', { read: true }, 3],
  ['dismissed while unread', DISMISSED, 3],
  ['done while unread', { progress: { ...OPEN, state: 'done' } }, 3],
  ['found useful', { useful: true }, 4],
] as const)('updates an insight that was %s and the unread count', (_, change, unread) => {
  const changed = withInsight(list, summaryOf({ insightId: 'a', ...change }))
  expect(changed.items[0]).toMatchObject(change)
  expect(changed.items[1]).toBe(list.items[1])
  expect(changed.unread).toBe(unread)
})

test('restores a dismissed insight to its position', () => {
  const dismissed = withInsight(list, summaryOf(DISMISSED))
  expect(inList(dismissed.items, 'all').map(({ insightId }) => insightId)).toEqual(['b'])
  expect(inList(dismissed.items, 'dismissed').map(({ insightId }) => insightId)).toEqual(['a'])
  const restored = withInsight(dismissed, summaryOf())
  expect(inList(restored.items, 'unread').map(({ insightId }) => insightId)).toEqual(['a', 'b'])
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
  [{ ...ALL, shown: 'mine' } as const, ANALYZED, status, 'noneMine'],
  [ALL, NEVER, { ...status, currentServiceCount: 0 }, 'noService'],
  [ALL, ANALYZED, { ...status, planState: 'trialOver' } as const, 'planOver'],
  [ALL, NEVER, status, 'notAnalyzed'],
  [ALL, ANALYZED, status, 'allNormal'],
  [ALL, ANALYZED, null, 'allNormal'],
] as const)('%j of %j in an account of %j is empty because of %s', (view, list, account, reason) =>
  expect(emptyReason(view, list, account)).toBe(reason),
)

test.each([
  [1, 'Very high'],
  [0.99, 'Very high'],
  [0.97, 'High'],
  [0.8, 'Medium'],
  [0.61, 'Fair'],
  [0.3, 'Low'],
])('labels a confidence of %d as %s', (confidence, label) => expect(confidenceLabel(confidence)).toBe(label))

const formats = createFormats({ culture: 'en-US', currency: 'USD' })

test.each([
  ['day', '2026-03-01', '2026-03-02', 'Mar 1', 'Mar 1, 2026'],
  ['week', '2026-02-23', '2026-03-02', 'Feb 23', 'Feb 23 – Mar 1, 2026'],
  ['month', '2026-02-01', '2026-03-01', 'Feb', 'Feb 2026'],
] as const)('names a %s from %s', (grain, from, until, short, full) => {
  expect(shortPeriod({ from, until }, grain, formats)).toBe(short)
  expect(fullPeriod({ from, until }, grain, formats).replaceAll('\u2009', ' ')).toBe(full)
})
