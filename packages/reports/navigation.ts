import {
  buildMenu,
  buildPages,
  findPage,
  isForRoles,
  isInPlan,
  type MenuItem,
  type PageAccess,
  type Viewer,
} from '#domain/navigation.ts'
import { ACCOUNT_TYPES, type AccountType } from '#domain/plan.ts'
import { SUBJECT_PAGES } from '#domain/subject-pages.ts'
import { REPORT_DECLARATIONS } from './registry.ts'

/** The complete navigation menu, in order. The user's own dashboards are listed below the item `dashboard`. */
export const MENU: readonly MenuItem[] = buildMenu(REPORT_DECLARATIONS)

const ownPages = buildPages(MENU)

/** The pages of customers, products and so on, open to those who may open their list. */
const subjectPages = Object.values(SUBJECT_PAGES).flatMap(({ path, title, list }): [string, PageAccess][] => {
  const access = ownPages.get(list)
  return access === undefined ? [] : [[path, { ...access, title }]]
})

/** Every page of the product by its path. */
export const PAGES: ReadonlyMap<string, PageAccess> = new Map([...ownPages, ...subjectPages])

/** Paths of the built-in reports' pages. */
export const REPORT_PATHS: readonly string[] = REPORT_DECLARATIONS.map(({ path }) => path)

/** Who may open the page at `path`; null for an unknown path. */
export const routeAccess = (path: string): PageAccess | null => findPage(PAGES, path)

/** Whether someone may open the page at `path`. */
export const mayOpen = (path: string, viewer: Viewer): boolean => {
  const access = routeAccess(path)
  return access !== null && isForRoles(access, viewer.roles) && isInPlan(access, viewer.accountType)
}

export interface PlanPage {
  readonly title: string
  /** name of the menu group */
  readonly group: string
}

const lowestType = (types: readonly AccountType[]): AccountType =>
  ACCOUNT_TYPES.find((type) => types.includes(type)) ?? ACCOUNT_TYPES[0]

/** Pages that a plan adds to the lower plans. */
export const pagesAddedBy = (type: AccountType): PlanPage[] =>
  MENU.flatMap(({ name, children }) =>
    children.flatMap(({ title, accountTypes }) =>
      accountTypes !== null && lowestType(accountTypes) === type ? [{ title, group: name }] : [],
    ),
  )

/** Menu groups with pages that every plan has. */
export const COMMON_GROUPS: readonly string[] = MENU.filter(
  ({ id, children }) => id !== 'admin' && children.some(({ accountTypes }) => accountTypes === null),
).map(({ name }) => name)
