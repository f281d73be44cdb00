import { expect, test } from 'vitest'
import { emptyReason } from './insight-list-state.ts'

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
