import { describe, expect, test } from 'vitest'
import { isInPlan, type MenuItem, visibleMenu } from '#domain/navigation.ts'
import { ACCOUNT_TYPES, type AccountType } from '#domain/plan.ts'
import type { Role } from '#domain/role.ts'
import { SUBJECT_PAGES } from '#domain/subject-pages.ts'
import { COMMON_GROUPS, MENU, PAGES, pagesAddedBy, routeAccess } from './navigation.ts'

const hrefs = (items: readonly MenuItem[]): string[] =>
  items.flatMap((item) => (item.href === null ? hrefs(item.children) : [item.href]))

const visibleItems = (roles: readonly Role[], accountType: AccountType): MenuItem[] =>
  visibleMenu(MENU, { roles, accountType })
const groupsSeen = (roles: readonly Role[], accountType: AccountType): string[] =>
  visibleItems(roles, accountType).map(({ name }) => name)

const REPORTS = ['Sales Trends', 'Orders', 'Products', 'Customers', 'Clubs']

test('lists the groups in the order of the specification', () => {
  expect(MENU.map(({ name }) => name)).toEqual([
    'Dashboard',
    ...REPORTS,
    'More Reports',
    'AI Insights',
    'Admin Settings',
  ])
})

test.each<[Role, string[]]>([
  ['User', ['Dashboard', ...REPORTS, 'More Reports', 'AI Insights']],
  ['PowerUser', ['Dashboard', ...REPORTS, 'More Reports', 'AI Insights']],
  ['AccountAdmin', ['Dashboard', ...REPORTS, 'More Reports', 'AI Insights', 'Admin Settings']],
  ['AccountOwner', ['Dashboard', ...REPORTS, 'More Reports', 'AI Insights', 'Admin Settings']],
  ['BillingAdmin', ['Dashboard', 'More Reports', 'Admin Settings']],
])('%s sees the groups %j on every account type', (role, groups) => {
  for (const accountType of ACCOUNT_TYPES) expect(groupsSeen([role], accountType)).toEqual(groups)
})

test('shows a BillingAdmin only Billing under Admin Settings', () => {
  const admin = visibleItems(['BillingAdmin'], 'Reserve').at(-1)
  expect(hrefs(admin?.children ?? [])).toEqual(['/billing'])
})

test('shows Security and Developers under Admin Settings to administrators', () => {
  const admin = visibleItems(['AccountAdmin'], 'Micro').at(-1)
  expect(hrefs(admin?.children ?? [])).toEqual(expect.arrayContaining(['/admin/security', '/admin/developers']))
})

test('AI settings are visible to admins and owners only', () => {
  const sees = (role: Role): boolean => hrefs(visibleItems([role], 'Reserve')).includes('/ai/settings')
  expect([sees('User'), sees('PowerUser'), sees('AccountAdmin'), sees('AccountOwner')]).toEqual([
    false,
    false,
    true,
    true,
  ])
})

const ESTATE = [
  '/reports/orders/by-brand',
  '/reports/orders/by-category',
  '/reports/orders/by-team-member',
  '/reports/orders/tips-by-team-member',
  '/reports/products/low-inventory',
  '/reports/customers/top-states',
  '/reports/customers/tasting-funnel',
  '/reports/shared-reports',
  '/admin/invitations',
]
const BOUTIQUE = [
  '/reports/clubs/holds',
  '/reports/clubs/hold-list',
  '/reports/clubs/releases',
  '/reports/clubs/release-summary',
]

test.each<[AccountType, string[]]>([
  ['Micro', [...ESTATE, ...BOUTIQUE]],
  ['Boutique', ESTATE],
  ['Estate', []],
  ['Reserve', []],
  ['Custom', []],
])('on %s, hides from an owner exactly %j', (accountType, missing) => {
  const visible = hrefs(visibleItems(['AccountOwner'], accountType))
  expect(
    hrefs(MENU)
      .filter((href) => !visible.includes(href))
      .sort(),
  ).toEqual([...missing].sort())
})

test('hides a parent whose children are all hidden', () => {
  const gatedOnly = MENU.map((item) => ({
    ...item,
    children: item.children.filter(({ accountTypes }) => accountTypes !== null),
  })).filter(({ children }) => children.length > 0)
  const names = visibleMenu(gatedOnly, { roles: ['AccountOwner'], accountType: 'Boutique' }).map(({ name }) => name)
  expect(gatedOnly.map(({ name }) => name)).toContain('Orders')
  expect(names).toEqual(['Clubs'])
})

test('opens the two lists on the last 30 days', () => {
  const lists = MENU.flatMap(({ children }) => children).filter(({ query }) => Object.keys(query).length > 0)
  expect(lists.map(({ href, query }) => [href, query])).toEqual([
    ['/reports/orders/list', { relativeDate: 'OrderDate-Last30Days' }],
    ['/reports/clubs/cancellation-list', { relativeDate: 'CancelledDate-Last30Days' }],
  ])
})

test('IDs and paths of the menu are unique', () => {
  const ids = MENU.flatMap((item) => [item.id, ...item.children.map(({ id }) => id)])
  expect(new Set(ids).size).toBe(ids.length)
  expect(new Set(hrefs(MENU)).size).toBe(hrefs(MENU).length)
})

describe('route access', () => {
  test('every menu item has the roles and account types of its page', () => {
    for (const item of MENU.flatMap(({ children }) => children)) {
      const access = routeAccess(item.href ?? '')
      expect([access?.roles, access?.accountTypes]).toEqual([item.roles, item.accountTypes])
    }
  })

  test.each([
    ['/dashboard/my-winery', '/dashboard'],
    ['/ai/insights/42', '/ai/insights'],
    ['/reports/my/7', '/reports/my'],
    ['/reports/orders/by-brand/', '/reports/orders/by-brand'],
  ])('%s has the access of %s', (path, known) => {
    expect(routeAccess(path)).toBe(routeAccess(known))
    expect(routeAccess(path)).not.toBeNull()
  })

  test.each(['/sign-in', '/register', '/join', '/forgot-password', '/reset-password', '/verify-email'])(
    '%s is public',
    (path) => {
      expect(routeAccess(path)?.login).toBe(false)
    },
  )

  test('the return page of the payment provider is public, billing is not', () => {
    expect(routeAccess('/billing/stripe/return')?.login).toBe(false)
    expect(routeAccess('/billing')).toMatchObject({
      login: true,
      roles: ['BillingAdmin', 'AccountAdmin', 'AccountOwner'],
    })
  })

  test.each([
    '/',
    '/dashboard',
    '/dashboards',
    '/wall',
    '/notifications',
    '/profile',
    '/change-password',
    '/reports/my-reports',
  ])('%s is open to every signed-in user', (path) => {
    expect(routeAccess(path)).toMatchObject({ login: true, roles: null, accountTypes: null })
  })

  test.each(['/nowhere', '/reports', '/reports/orders', '/dashboard-list', '', '/admin'])(
    'returns null for the unknown path %j',
    (path) => {
      expect(routeAccess(path)).toBeNull()
    },
  )
})

test('lists each gated page of the menu under the lowest plan that has it', () => {
  // A page of one release or club comes with its list.
  const ofSubjects = Object.values(SUBJECT_PAGES).map(({ title }) => title)
  const gated = [...PAGES.values()].filter(
    ({ accountTypes, title }) => accountTypes !== null && !ofSubjects.includes(title),
  )
  const firstFor = (title: string) =>
    ACCOUNT_TYPES.find((type) => pagesAddedBy(type).some((page) => page.title === title))
  for (const page of gated) {
    expect([page.title, firstFor(page.title)]).toEqual([page.title, ACCOUNT_TYPES.find((type) => isInPlan(page, type))])
  }
  expect(ACCOUNT_TYPES.flatMap(pagesAddedBy)).toHaveLength(gated.length)
})

test('the common groups exclude administration', () => {
  expect(COMMON_GROUPS).toContain('Sales Trends')
  expect(COMMON_GROUPS).not.toContain('Admin Settings')
})
