import { lookupTable } from './lookup-table.ts'
import { type AccountType, ESTATE_AND_UP } from './plan.ts'
import { ADMIN_ROLES, BILLING_ROLES, hasAnyRole, REPORT_ROLES, type Role } from './role.ts'

/** Who may see a menu item or open a page; null: any role, any account type. */
export interface Access {
  readonly roles: readonly Role[] | null
  readonly accountTypes: readonly AccountType[] | null
}

export interface MenuItem extends Access {
  /** stable name, for icons and tests */
  readonly id: string
  readonly name: string
  /** the page's own title, which is longer than its menu name */
  readonly title: string
  /** null for groups, which only have children */
  readonly href: string | null
  /** search params of the menu link */
  readonly query: Readonly<Record<string, string>>
  readonly children: readonly MenuItem[]
}

const OPEN: Access = { roles: null, accountTypes: null }

type PageOptions = Partial<Pick<MenuItem, 'title' | 'query'> & Access>

const page = (id: string, name: string, href: string, options: PageOptions = {}): MenuItem => ({
  id,
  name,
  title: name,
  href,
  query: {},
  children: [],
  ...OPEN,
  ...options,
})

/** The pages of a group, with the group's roles by default. */
const group = (id: string, name: string, roles: readonly Role[] | null, pages: readonly MenuItem[]): MenuItem => ({
  id,
  name,
  title: name,
  href: null,
  query: {},
  accountTypes: null,
  roles,
  children: pages.map((child) => ({ ...child, roles: child.roles ?? roles })),
})

const REPORT_GROUPS = [
  { id: 'sales', name: 'Sales Trends' },
  { id: 'orders', name: 'Orders' },
  { id: 'products', name: 'Products' },
  { id: 'customers', name: 'Customers' },
  { id: 'clubs', name: 'Clubs' },
] as const

/** The page of a built-in report. */
export interface ReportPage extends Access {
  readonly group: (typeof REPORT_GROUPS)[number]['id']
  readonly path: string
  readonly menuName: string
  readonly title: string
  /** search params of the menu link */
  readonly menuQuery: Readonly<Record<string, string>>
}

const reportItem = ({ path, menuName, title, menuQuery, roles, accountTypes }: ReportPage): MenuItem =>
  page(path, menuName, path, { title, query: menuQuery, roles, accountTypes })

const moreReports = group('more-reports', 'More Reports', null, [
  page('my-reports', 'My Reports', '/reports/my-reports'),
  page('shared-reports', 'Shared Reports', '/reports/shared-reports', { accountTypes: ESTATE_AND_UP }),
  page('alerts', 'Alerts', '/alerts', { roles: REPORT_ROLES }),
  page('plan', 'Plan', '/plan', { roles: REPORT_ROLES }),
  page('calendar', 'Calendar Notes', '/calendar', { roles: REPORT_ROLES }),
])

const insights = group('ai-insights', 'AI Insights', REPORT_ROLES, [
  page('insights', 'Insights', '/ai/insights', { title: 'AI Insights' }),
  page('save-list', 'Save List', '/ai/save-list'),
  page('ai-settings', 'AI Settings', '/ai/settings', { roles: ADMIN_ROLES }),
])

// The group itself is open, so that a BillingAdmin finds Billing in it; for other roles without its pages it is empty and hidden.
const administration = group('admin', 'Admin Settings', null, [
  page('settings', 'Settings', '/admin/settings', { roles: ADMIN_ROLES }),
  page('services', 'Services', '/admin/services', { roles: ADMIN_ROLES }),
  page('tasting-experiences', 'Tasting Experiences', '/admin/tasting-experiences', { roles: ADMIN_ROLES }),
  page('club-signup-products', 'Club Signup Products', '/admin/club-signup-products', { roles: ADMIN_ROLES }),
  page('users', 'Users', '/admin/users', { roles: ADMIN_ROLES }),
  page('invitations', 'Invitations', '/admin/invitations', { roles: ADMIN_ROLES, accountTypes: ESTATE_AND_UP }),
  page('admin-security', 'Security', '/admin/security', { roles: ADMIN_ROLES }),
  page('developers', 'Developers', '/admin/developers', { roles: ADMIN_ROLES }),
  page('billing', 'Billing', '/billing', { roles: BILLING_ROLES }),
])

/** The navigation menu, in order: fixed pages, and report pages by group. */
export const buildMenu = (reports: readonly ReportPage[]): readonly MenuItem[] => [
  page('dashboard', 'Dashboard', '/dashboard'),
  ...REPORT_GROUPS.map(({ id, name }) =>
    group(id, name, REPORT_ROLES, [
      ...reports.filter((report) => report.group === id).map(reportItem),
      ...(id === 'customers' ? [page('segments', 'Segments', '/segments')] : []),
    ]),
  ),
  moreReports,
  insights,
  administration,
]

export interface Viewer {
  readonly roles: readonly Role[]
  readonly accountType: AccountType
}

export interface PageAccess extends Access {
  /** false: open to visitors who are not signed in */
  readonly login: boolean
  readonly title: string
}

/** Whether the page or item is included in the account type. */
export const isInPlan = ({ accountTypes }: Access, accountType: AccountType): boolean =>
  accountTypes === null || accountTypes.includes(accountType)

/** Whether one of the roles may open the page or item. */
export const isForRoles = ({ roles }: Access, held: readonly Role[]): boolean =>
  roles === null || hasAnyRole(held, roles)

const visibleItem = (item: MenuItem, viewer: Viewer): MenuItem[] => {
  if (!isForRoles(item, viewer.roles) || !isInPlan(item, viewer.accountType)) return []
  if (item.children.length === 0) return [item]
  const children = visibleMenu(item.children, viewer)
  return children.length === 0 ? [] : [{ ...item, children }]
}

/** The menu items visible to the viewer; a parent whose children are all hidden is hidden too. */
export const visibleMenu = (menu: readonly MenuItem[], viewer: Viewer): MenuItem[] =>
  menu.flatMap((item) => visibleItem(item, viewer))

const openPage = (title: string): PageAccess => ({ login: false, title, roles: null, accountTypes: null })
const signedInPage = (title: string): PageAccess => ({ ...openPage(title), login: true })

/** Pages that the menu does not list. */
const OTHER_PAGES: Readonly<Record<string, PageAccess>> = lookupTable({
  '/sign-in': openPage('Sign in'),
  '/single-sign-on': openPage('Single sign-on'),
  '/sign-in/return': openPage('Single sign-on'),
  '/register': openPage('Register'),
  '/join': openPage('Join'),
  '/forgot-password': openPage('Forgot password'),
  '/reset-password': openPage('Reset password'),
  '/verify-email': openPage('Verify email'),
  '/undo-email-change': openPage('Undo email change'),
  '/billing/stripe/return': openPage('Billing'),
  '/view': openPage('Dashboard'),
  '/error/unauthorized': openPage('Unauthorized'),
  '/': signedInPage('Dashboard'),
  '/dashboards': signedInPage('Dashboards'),
  '/wall': signedInPage('Wall mode'),
  '/notifications': signedInPage('Notifications'),
  '/profile': signedInPage('Profile'),
  '/security': signedInPage('Sign-in security'),
  '/second-factor': signedInPage('Set up two-step verification'),
  '/api-keys': signedInPage('API keys'),
  '/webhooks': { ...signedInPage('Webhooks'), roles: ADMIN_ROLES },
  '/change-password': signedInPage('Change Password'),
  '/ask': { ...signedInPage('Ask'), roles: REPORT_ROLES },
  '/reports/my': signedInPage('My Reports'),
  '/reports/explore': { ...signedInPage('Report'), roles: REPORT_ROLES },
  '/reports/my/new': { ...signedInPage('New report'), roles: REPORT_ROLES },
})

const menuPages = (items: readonly MenuItem[]): [path: string, access: PageAccess][] =>
  items.flatMap((item): [string, PageAccess][] => {
    const { href, title, roles, accountTypes } = item
    return href === null ? menuPages(item.children) : [[href, { login: true, title, roles, accountTypes }]]
  })

/** Every page of the product by its path, including pages that the menu does not list. */
export const buildPages = (menu: readonly MenuItem[]): ReadonlyMap<string, PageAccess> =>
  new Map([...Object.entries(OTHER_PAGES), ...menuPages(menu)])

const withoutEnd = (path: string): string => (path === '/' ? path : path.replace(/\/$/, ''))

/**
 * Who may open the page at `path` (no query, no fragment). The longest known path that equals `path` or is a prefix of it
 * decides, so `/ai/insights/7` follows `/ai/insights`. Null for an unknown path.
 */
export const findPage = (pages: ReadonlyMap<string, PageAccess>, path: string): PageAccess | null => {
  let known = withoutEnd(path)
  while (known !== '') {
    const access = pages.get(known)
    if (access !== undefined) return access
    known = known.slice(0, known.lastIndexOf('/'))
  }
  return null
}
