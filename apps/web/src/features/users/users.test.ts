import { expect, test } from 'vitest'
import { ROLES, type Role } from '#domain/role.ts'
import {
  deleteLock,
  grantLock,
  ROLE_INFO,
  ROLES_SHOWN,
  roleLock,
  roleNames,
  selfDemotionWarning,
} from './role-rules.ts'
import { fullName, initials, withUsers } from './user-avatar.tsx'

const person = (id: string, ...roles: Role[]) => ({ id, roles })
const owner = person('owner', 'AccountOwner', 'User')
const admin = person('admin', 'AccountAdmin')
const user = person('user', 'User')

test('every role but the owner’s says what it excludes', () => {
  const silent = ROLES.filter((role) => !ROLE_INFO[role].can.includes('Doesn’t include'))
  expect(silent).toEqual(['AccountOwner'])
})

test('an admin can assign every role except owner', () => {
  expect(ROLES.filter((role) => grantLock(role, admin) !== null)).toEqual(['AccountOwner'])
})

test('an owner can assign every role', () => {
  expect(ROLES.filter((role) => grantLock(role, owner) !== null)).toEqual([])
})

test.each([
  ['an admin cannot assign the owner role', admin, user, 1, ['AccountOwner']],
  ['an admin cannot remove the owner role', admin, owner, 2, ['AccountOwner']],
  ['an owner can change every role of a colleague', owner, user, 1, []],
  ['the last owner cannot lose the role', owner, owner, 1, ['AccountOwner']],
  ['one of two owners can lose the role', owner, owner, 2, []],
])('%s', (_rule, actor, changed, ownerCount, locked) => {
  const situation = { actor, person: changed, ownerCount }
  expect(ROLES.filter((role) => roleLock(role, situation) !== null)).toEqual(locked)
})

test.each([
  [
    'the last owner cannot be deleted',
    owner,
    person('other', 'AccountOwner'),
    1,
    'An account needs at least one owner',
  ],
  ['an admin cannot delete an owner', admin, owner, 2, 'Only an account owner can delete an owner'],
  ['an admin can delete themselves', admin, admin, 1, null],
  ['an admin deletes a user', admin, user, 1, null],
  ['an owner deletes another owner', owner, person('other', 'AccountOwner'), 2, null],
])('%s', (_rule, actor, deleted, ownerCount, reason) => {
  expect(deleteLock({ actor, person: deleted, ownerCount })).toBe(reason)
})

test.each([
  ['warns before an admin removes their own access', admin, admin, ['User'], true],
  ['no warning for an admin who becomes an owner', admin, admin, ['AccountOwner'], false],
  ['no warning for changes of colleagues', owner, admin, ['User'], false],
] as const)('%s', (_rule, actor, changed, next, isSaid) => {
  expect(selfDemotionWarning({ actor, person: changed, ownerCount: 1 }, next) !== null).toBe(isSaid)
})

test('every role has a label and a fixed order', () => {
  expect([...ROLES_SHOWN].sort()).toEqual([...ROLES].sort())
  expect(Object.keys(ROLE_INFO).sort()).toEqual([...ROLES].sort())
  expect(roleNames(['AccountOwner', 'User'])).toEqual(['User', 'Account owner'])
})

test.each([
  ['Robin', 'Winter', 'Robin Winter', 'RW'],
  ['Zoë', 'åberg', 'Zoë åberg', 'ZÅ'],
  ['🍇', 'Vine', '🍇 Vine', '🍇V'],
  ['Cher', '', 'Cher', 'C'],
])('%s %s has the full name %j and the initials %s', (firstName, lastName, name, letters) => {
  expect(fullName({ firstName, lastName })).toBe(name)
  expect(initials({ firstName, lastName })).toBe(letters)
})

test.each([
  [1, 2],
  [-1, 0],
  [-2, 0],
])('one user plus %i is %i', (more, count) => {
  const status = { currentServiceCount: 2, currentUserCount: 1 }
  expect(withUsers(status, more)).toEqual({ currentServiceCount: 2, currentUserCount: count })
})
