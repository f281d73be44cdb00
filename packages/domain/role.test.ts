import { describe, expect, test } from 'vitest'
import { hasAnyRole, isAbove, isPermitted, PERMISSIONS, type Permission, ROLES, type Role } from './role.ts'

test.each<[roles: Role[], held: Role[], isAboveHeld: boolean]>([
  [['AccountOwner'], ['AccountAdmin'], true],
  [['User', 'AccountOwner'], ['AccountAdmin', 'BillingAdmin'], true],
  [['AccountAdmin'], ['AccountAdmin'], false],
  [['AccountOwner'], ['User', 'AccountOwner'], false],
  [['PowerUser', 'BillingAdmin'], ['AccountAdmin'], false],
  [['AccountAdmin'], ['PowerUser', 'BillingAdmin'], true],
  [['BillingAdmin'], ['User'], false],
])('%j compared with %j: above is %s', (roles, held, isAboveHeld) => {
  expect(isAbove(roles, held)).toBe(isAboveHeld)
})

const table: [Permission, Role[]][] = [
  ['signedIn', ['User', 'PowerUser', 'AccountAdmin', 'AccountOwner', 'BillingAdmin']],
  ['reports', ['User', 'PowerUser', 'AccountAdmin', 'AccountOwner']],
  ['sharing', ['PowerUser', 'AccountAdmin', 'AccountOwner']],
  ['administration', ['AccountAdmin', 'AccountOwner']],
  ['billing', ['AccountAdmin', 'AccountOwner', 'BillingAdmin']],
  ['ownership', ['AccountOwner']],
]

test('the table covers every permission', () => {
  expect(table.map(([permission]) => permission).sort()).toEqual(Object.keys(PERMISSIONS).sort())
})

describe.each(table)('%s', (permission, allowed) => {
  test.each(ROLES)('%s', (role) => {
    expect(isPermitted([role], permission)).toBe(allowed.includes(role))
  })
})

test('grants a permission if one of several roles has it', () => {
  expect(isPermitted(['BillingAdmin', 'AccountOwner'], 'ownership')).toBe(true)
})

test('grants nothing without a role', () => {
  for (const [permission] of table) expect(isPermitted([], permission)).toBe(false)
  expect(hasAnyRole([], ROLES)).toBe(false)
  expect(hasAnyRole(ROLES, [])).toBe(false)
})
