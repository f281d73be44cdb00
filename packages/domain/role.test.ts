import { expect, test } from 'vitest'
import { isAbove, type Role } from './role.ts'

test.each<[roles: Role[], held: Role[], isAboveHeld: boolean]>([
  [['AccountOwner'], ['AccountAdmin'], true],
  [['User', 'AccountOwner'], ['AccountAdmin', 'BillingAdmin'], true],
  [['AccountAdmin'], ['AccountAdmin'], false],
  [['AccountOwner'], ['User', 'AccountOwner'], false],
  [['PowerUser', 'BillingAdmin'], ['AccountAdmin'], false],
  [['AccountAdmin'], ['PowerUser', 'BillingAdmin'], true],
  [['BillingAdmin'], ['User'], false],
])('%j against %j: above is %s', (roles, held, isAboveHeld) => {
  expect(isAbove(roles, held)).toBe(isAboveHeld)
})
