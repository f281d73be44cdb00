import { expect, test } from 'vitest'
import type { AuditEntry } from '#contract/account.ts'
import { actorName, auditDetails } from './audit-labels.ts'

const ENTRY: AuditEntry = {
  id: 1,
  atUtc: '2026-11-21T18:00:00Z',
  action: 'account.update',
  target: null,
  userId: 'u1',
  userName: 'Ada Stone',
  apiKeyId: null,
  apiKeyName: null,
  ip: '203.0.113.7',
  details: {},
}

test('details include the IP address, the user id and the action code', () => {
  expect(auditDetails(ENTRY)).toEqual([
    ['IP address', '203.0.113.7'],
    ['User ID', 'u1'],
    ['Action', 'account.update'],
  ])
})

test('target and details come first, with the labels of settings', () => {
  const details = { fiscalYearStartMonth: 7, roles: ['User', 'AccountAdmin'], from: { zone: 'UTC' }, none: null }
  expect(auditDetails({ ...ENTRY, target: 'sales', details }).slice(0, -3)).toEqual([
    ['Target', 'sales'],
    ['First month of the fiscal year', '7'],
    ['Roles', 'User, AccountAdmin'],
    ['From', '{"zone":"UTC"}'],
  ])
})

test.each([
  [{ userName: 'Ada Stone', userId: 'u1' }, 'Ada Stone'],
  [{ userName: null, userId: 'u1' }, 'Former user'],
  [{ userName: null, userId: null }, 'Cuvee'],
  [{ userName: 'Ada Stone', userId: 'u1', apiKeyName: 'Nightly export' }, 'Ada Stone, API key “Nightly export”'],
  [{ userName: null, userId: null, apiKeyName: 'Warehouse' }, 'API key “Warehouse”'],
])('the actor %j is shown as %s', (who, name) => {
  expect(actorName({ ...ENTRY, ...who })).toBe(name)
})
