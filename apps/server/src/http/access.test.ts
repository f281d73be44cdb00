import { expect, test } from 'vitest'
import type { EndpointMeta } from '#contract/endpoint.ts'
import { ESTATE_AND_UP } from '#domain/plan.ts'
import { assertAccess } from './access.ts'
import type { Caller } from './caller.ts'
import { someCaller } from './some-caller.fixture.ts'

const read: EndpointMeta = { access: 'signedIn', effect: 'read', transport: 'json' }

const refusalStatus = (who: Partial<Caller>, what: Partial<EndpointMeta>): number | null => {
  try {
    assertAccess(someCaller(who), { ...read, ...what })
    return null
  } catch (error) {
    return error instanceof Error && 'status' in error ? Number(error.status) : 0
  }
}

test('allows any signed-in user an endpoint open to all roles', () => {
  expect(refusalStatus({}, {})).toBeNull()
})

test('security 23: returns 403 when the role is missing', () => {
  expect(refusalStatus({}, { access: 'administration' })).toBe(403)
  expect(refusalStatus({ roles: ['AccountAdmin'] }, { access: 'administration' })).toBeNull()
  expect(refusalStatus({ roles: ['BillingAdmin'] }, { access: 'reports' })).toBe(403)
})

test('security 25: returns 402, never 403, when the plan lacks the endpoint', () => {
  expect(refusalStatus({}, { accountTypes: ESTATE_AND_UP })).toBe(402)
  expect(refusalStatus({ accountType: 'Estate' }, { accountTypes: ESTATE_AND_UP })).toBeNull()
})

test('checks the role before the plan', () => {
  expect(refusalStatus({}, { access: 'administration', accountTypes: ESTATE_AND_UP })).toBe(403)
})

test.each(['trialOver', 'paymentOverdue', 'ended'] as const)(
  'while the plan is %s, allows reads and billing and returns 402 for every other change',
  (planState) => {
    expect(refusalStatus({ planState }, { effect: 'read' })).toBeNull()
    expect(refusalStatus({ planState }, { effect: 'change' })).toBe(402)
    expect(refusalStatus({ planState, roles: ['BillingAdmin'] }, { access: 'billing', effect: 'change' })).toBeNull()
  },
)

test.each(['trial', 'active', 'paymentFailed'] as const)('while the plan is %s, allows everything', (planState) => {
  expect(refusalStatus({ planState }, { effect: 'change' })).toBeNull()
})

test('in a deleted account, allows reads, billing and restoring, and returns 409 for every other change', () => {
  const who = { isAccountDeleted: true, roles: ['AccountOwner'] } as const
  expect(refusalStatus(who, { effect: 'read' })).toBeNull()
  expect(refusalStatus(who, { effect: 'change' })).toBe(409)
  expect(refusalStatus(who, { access: 'billing', effect: 'change' })).toBeNull()
  expect(refusalStatus({ ...who, planState: 'trialOver' }, { access: 'ownership', effect: 'change' })).toBeNull()
})
