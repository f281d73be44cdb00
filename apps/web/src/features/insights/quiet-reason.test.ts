import { expect, test } from 'vitest'
import { quietReason } from './quiet-reason.ts'

const ALL = { shown: 'all', kind: null, page: 1 } as const
const LOOKED = { lookedUtc: '2026-03-02T06:00:00Z' }
const NEVER = { lookedUtc: null }
const status = { currentServiceCount: 1, planState: 'active' } as const

test.each([
  [{ ...ALL, shown: 'unread' } as const, LOOKED, status, 'filter'],
  [{ ...ALL, kind: 'anomaly' } as const, LOOKED, status, 'filter'],
  [{ ...ALL, shown: 'dismissed' } as const, LOOKED, status, 'noneDismissed'],
  [ALL, NEVER, { ...status, currentServiceCount: 0 }, 'noService'],
  [ALL, LOOKED, { ...status, planState: 'trialOver' } as const, 'planOver'],
  [ALL, NEVER, status, 'notLooked'],
  [ALL, LOOKED, status, 'allNormal'],
  [ALL, LOOKED, null, 'allNormal'],
] as const)('%j of %j in an account of %j is empty for the reason %s', (view, list, account, reason) =>
  expect(quietReason(view, list, account)).toBe(reason),
)
