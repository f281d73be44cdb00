import type { AccountType } from './account-type.ts'
import { type Access, MENU, type MenuItem } from './menu.ts'
import { hasAnyRole, REPORT_ROLES, type Role } from './role.ts'

export { type Access, MENU, type MenuItem } from './menu.ts'

export interface Viewer {
  readonly roles: readonly Role[]
  readonly accountType: AccountType
}

export interface PageAccess extends Access {
  /** false: open to visitors who are not signed in */
  readonly login: boolean
  readonly title: string
}

/** Whether the account is of a type that the page or item is in. */
export const isInPlan = ({ accountTypes }: Access, accountType: AccountType): boolean =>
  accountTypes === null || accountTypes.includes(accountType)

/** Whether one of the roles opens the page or item. */
export const isForRoles = ({ roles }: Access, held: readonly Role[]): boolean =>
  roles === null || hasAnyRole(held, roles)

const visibleItem = (item: MenuItem, viewer: Viewer): MenuItem[] => {
  if (!isForRoles(item, viewer.roles) || !isInPlan(item, viewer.accountType)) return []
  if (item.children.length === 0) return [item]
  const children = visibleMenu(item.children, viewer)
  return children.length === 0 ? [] : [{ ...item, children }]
}

/** What of the menu the viewer sees; a parent whose children are all hidden is hidden too. */
export const visibleMenu = (menu: readonly MenuItem[], viewer: Viewer): MenuItem[] =>
  menu.flatMap((item) => visibleItem(item, viewer))

const openPage = (title: string): PageAccess => ({ login: false, title, roles: null, accountTypes: null })
const signedInPage = (title: string): PageAccess => ({ ...openPage(title), login: true })

/** Pages that the menu does not list. */
const OTHER_PAGES: Readonly<Record<string, PageAccess>> = {
  '/sign-in': openPage('Sign in'),
  '/register': openPage('Register'),
  '/join': openPage('Join'),
  '/forgot-password': openPage('Forgot password'),
  '/reset-password': openPage('Reset password'),
  '/verify-email': openPage('Verify email'),
  '/billing/stripe/return': openPage('Billing'),
  '/error/unauthorized': openPage('Unauthorized'),
  '/': signedInPage('Dashboard'),
  '/notifications': signedInPage('Notifications'),
  '/profile': signedInPage('Profile'),
  '/change-password': signedInPage('Change Password'),
  '/reports/my': signedInPage('My Reports'),
  '/reports/my/new': { ...signedInPage('New Report'), roles: REPORT_ROLES },
}

const menuPages = (items: readonly MenuItem[]): [path: string, access: PageAccess][] =>
  items.flatMap((item): [string, PageAccess][] => {
    const { href, title, roles, accountTypes } = item
    return href === null ? menuPages(item.children) : [[href, { login: true, title, roles, accountTypes }]]
  })

/** Every page of the product by its path, from the menu and from what the menu does not list. */
export const PAGES: ReadonlyMap<string, PageAccess> = new Map([...Object.entries(OTHER_PAGES), ...menuPages(MENU)])

const withoutEnd = (path: string): string => (path === '/' ? path : path.replace(/\/$/, ''))

/**
 * Who may open the page at `path` (no query, no fragment). The longest known path that `path` equals or lies below
 * decides, so `/ai/insights/7` follows `/ai/insights`. Null for a path that leads nowhere.
 */
export const routeAccess = (path: string): PageAccess | null => {
  let known = withoutEnd(path)
  while (known !== '') {
    const access = PAGES.get(known)
    if (access !== undefined) return access
    known = known.slice(0, known.lastIndexOf('/'))
  }
  return null
}
