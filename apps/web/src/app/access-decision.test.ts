import { describe, expect, test } from 'vitest'
import type { Role } from '#domain/role.ts'
import { routeAccess } from '#reports/navigation.ts'
import { decideAccess } from './access-decision.ts'

const decide = (path: string, roles: readonly Role[] | null, query = '') => {
  const access = routeAccess(path)
  if (!access) throw new Error(`no such page: ${path}`)
  return decideAccess({ path, fullPath: `${path}${query}`, access, roles })
}

const SIGN_IN_PAGES = ['/sign-in', '/register']
const OPEN = ['/forgot-password', '/reset-password', '/verify-email', '/join', '/error/unauthorized']

test.each(SIGN_IN_PAGES)('a signed-in user who opens %s is sent home', (path) => {
  expect(decide(path, ['User'])).toEqual({ kind: 'home' })
})

test.each([...SIGN_IN_PAGES, ...OPEN, '/billing/stripe/return'])('%s is open to visitors', (path) => {
  expect(decide(path, null)).toEqual({ kind: 'allow' })
})

test.each(OPEN)('%s stays open to a signed-in user', (path) => {
  expect(decide(path, ['User'])).toEqual({ kind: 'allow' })
})

test.each(['/', '/dashboard/main', '/notifications', '/admin/services', '/reports/orders/list'])(
  '%s sends a visitor to sign in and remembers the full path',
  (path) => {
    expect(decide(path, null, '?a=1#b')).toEqual({ kind: 'sign-in', redirect: `${path}?a=1#b` })
  },
)

describe('roles', () => {
  const table: readonly [path: string, allowed: readonly Role[]][] = [
    ['/', ['User', 'PowerUser', 'AccountAdmin', 'AccountOwner', 'BillingAdmin']],
    ['/reports/orders/list', ['User', 'PowerUser', 'AccountAdmin', 'AccountOwner']],
    ['/reports/my-reports', ['User', 'PowerUser', 'AccountAdmin', 'AccountOwner', 'BillingAdmin']],
    ['/ai/insights/7', ['User', 'PowerUser', 'AccountAdmin', 'AccountOwner']],
    ['/ai/settings', ['AccountAdmin', 'AccountOwner']],
    ['/billing', ['AccountAdmin', 'AccountOwner', 'BillingAdmin']],
    ['/admin/services/s1', ['AccountAdmin', 'AccountOwner']],
  ]
  const roles: readonly Role[] = ['User', 'PowerUser', 'AccountAdmin', 'AccountOwner', 'BillingAdmin']
  const cases = table.flatMap(([path, allowed]) => roles.map((role) => [path, role, allowed.includes(role)] as const))

  test.each(cases)('%s for %s: %s', (path, role, allowed) => {
    expect(decide(path, [role]).kind).toBe(allowed ? 'allow' : 'unauthorized')
  })

  test('one matching role is enough', () => {
    expect(decide('/admin/users', ['User', 'AccountAdmin']).kind).toBe('allow')
  })
})
