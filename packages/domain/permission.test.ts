import { describe, expect, test } from 'vitest'
import { isPermitted, PERMISSIONS, type Permission } from './permission.ts'
import { hasAnyRole, ROLES, type Role } from './role.ts'

const table: [Permission, Role[]][] = [
  ['signedIn', ['User', 'PowerUser', 'AccountAdmin', 'AccountOwner', 'BillingAdmin']],
  ['reports', ['User', 'PowerUser', 'AccountAdmin', 'AccountOwner']],
  ['sharing', ['PowerUser', 'AccountAdmin', 'AccountOwner']],
  ['administration', ['AccountAdmin', 'AccountOwner']],
  ['billing', ['AccountAdmin', 'AccountOwner', 'BillingAdmin']],
  ['ownership', ['AccountOwner']],
]

test('the table below speaks of every permission', () => {
  expect(table.map(([permission]) => permission).sort()).toEqual(Object.keys(PERMISSIONS).sort())
})

describe.each(table)('%s', (permission, allowed) => {
  test.each(ROLES)('%s', (role) => {
    expect(isPermitted([role], permission)).toBe(allowed.includes(role))
  })
})

test('one fitting role among several is enough', () => {
  expect(isPermitted(['BillingAdmin', 'AccountOwner'], 'ownership')).toBe(true)
})

test('who holds no role may do nothing', () => {
  for (const [permission] of table) expect(isPermitted([], permission)).toBe(false)
  expect(hasAnyRole([], ROLES)).toBe(false)
  expect(hasAnyRole(ROLES, [])).toBe(false)
})
