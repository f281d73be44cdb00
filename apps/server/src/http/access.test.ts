import { expect, test } from 'vitest'
import type { EndpointMeta } from '#contract/endpoint.ts'
import { ESTATE_AND_UP } from '#domain/plan.ts'
import { assertAccess } from './access.ts'
import type { Caller } from './caller.ts'
import { someCaller } from './some-caller.fixture.ts'

const read: EndpointMeta = { access: 'signedIn', effect: 'read', transport: 'json' }

const refusal = (who: Partial<Caller>, what: Partial<EndpointMeta>): number | null => {
  try {
    assertAccess(someCaller(who), { ...read, ...what })
    return null
  } catch (error) {
    return error instanceof Error && 'status' in error ? Number(error.status) : 0
  }
}

test('whoever is signed in may do what is open to all roles', () => {
  expect(refusal({}, {})).toBeNull()
})

test('security 23: a call of another role is 403', () => {
  expect(refusal({}, { access: 'administration' })).toBe(403)
  expect(refusal({ roles: ['AccountAdmin'] }, { access: 'administration' })).toBeNull()
  expect(refusal({ roles: ['BillingAdmin'] }, { access: 'reports' })).toBe(403)
})

test('security 25: a call of another plan is 402, never 403', () => {
  expect(refusal({}, { accountTypes: ESTATE_AND_UP })).toBe(402)
  expect(refusal({ accountType: 'Estate' }, { accountTypes: ESTATE_AND_UP })).toBeNull()
})

test('the role is asked before the plan', () => {
  expect(refusal({}, { access: 'administration', accountTypes: ESTATE_AND_UP })).toBe(403)
})

test.each(['trialOver', 'paymentOverdue', 'ended'] as const)(
  'while the plan is %s, reads and billing work and every other change is 402',
  (planState) => {
    expect(refusal({ planState }, { effect: 'read' })).toBeNull()
    expect(refusal({ planState }, { effect: 'change' })).toBe(402)
    expect(refusal({ planState, roles: ['BillingAdmin'] }, { access: 'billing', effect: 'change' })).toBeNull()
  },
)

test.each(['trial', 'active', 'paymentFailed'] as const)('while the plan is %s, everything works', (planState) => {
  expect(refusal({ planState }, { effect: 'change' })).toBeNull()
})

test('in a deleted account reads, billing and the way back work, and every other change is 409', () => {
  const who = { isAccountDeleted: true, roles: ['AccountOwner'] } as const
  expect(refusal(who, { effect: 'read' })).toBeNull()
  expect(refusal(who, { effect: 'change' })).toBe(409)
  expect(refusal(who, { access: 'billing', effect: 'change' })).toBeNull()
  expect(refusal({ ...who, planState: 'trialOver' }, { access: 'ownership', effect: 'change' })).toBeNull()
})
