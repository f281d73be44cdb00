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

const person = (id: string, ...roles: Role[]) => ({ id, roles })
const owner = person('owner', 'AccountOwner', 'User')
const admin = person('admin', 'AccountAdmin')
const user = person('user', 'User')

test('an admin gives every role but that of an owner', () => {
  expect(ROLES.filter((role) => grantLock(role, admin) !== null)).toEqual(['AccountOwner'])
})

test('an owner gives every role', () => {
  expect(ROLES.filter((role) => grantLock(role, owner) !== null)).toEqual([])
})

test.each([
  ['an admin cannot make somebody an owner', admin, user, 1, ['AccountOwner']],
  ['an admin cannot take it from an owner either', admin, owner, 2, ['AccountOwner']],
  ['an owner changes every role of a colleague', owner, user, 1, []],
  ['the last owner stays one', owner, owner, 1, ['AccountOwner']],
  ['one owner of two can stop being one', owner, owner, 2, []],
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
  ['an admin can leave', admin, admin, 1, null],
  ['an admin deletes a user', admin, user, 1, null],
  ['an owner deletes another owner', owner, person('other', 'AccountOwner'), 2, null],
])('%s', (_rule, actor, deleted, ownerCount, reason) => {
  expect(deleteLock({ actor, person: deleted, ownerCount })).toBe(reason)
})

test.each([
  ['losing the administration is said before it happens', admin, admin, ['User'], true],
  ['an admin who becomes an owner loses nothing', admin, admin, ['AccountOwner'], false],
  ['what a colleague loses is theirs', owner, admin, ['User'], false],
] as const)('%s', (_rule, actor, changed, next, isSaid) => {
  expect(selfDemotionWarning({ actor, person: changed, ownerCount: 1 }, next) !== null).toBe(isSaid)
})

test('every role is shown, has its words, and stands in one order', () => {
  expect([...ROLES_SHOWN].sort()).toEqual([...ROLES].sort())
  expect(Object.keys(ROLE_INFO).sort()).toEqual([...ROLES].sort())
  expect(roleNames(['AccountOwner', 'User'])).toEqual(['User', 'Account owner'])
})
