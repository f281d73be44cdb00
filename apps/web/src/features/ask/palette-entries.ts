import { type Icon, IconKeyboard, IconMoon, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type MenuItem, type Viewer, visibleMenu } from '#domain/navigation.ts'
import { DEFAULT_ACCOUNT_TYPE } from '#domain/plan.ts'
import { isPermitted } from '#domain/role.ts'
import { MENU, mayOpen } from '#reports/navigation.ts'
import { useAccount } from '#web/app/account-data.ts'
import { useCurrentUser } from '#web/app/current-user.ts'
import { useThemeChange } from '#web/app/layout/profile-menu.tsx'
import { useRuntime } from '#web/app/runtime.tsx'

interface Labelled {
  readonly label: string
  /** second line: the title of a page's menu group, what tells records of one name apart */
  readonly under: string | null
  /** another name that can be typed, such as a SKU */
  readonly code?: string | null
  /** more words that find it */
  readonly synonyms?: string
  /** default: an arrow */
  readonly icon?: Icon
}

/** A page that can be opened. */
interface PageEntry extends Labelled {
  readonly href: string
}

interface CommandEntry extends Labelled {
  readonly href?: undefined
  readonly onChoose: () => void
}

export type PaletteEntry = PageEntry | CommandEntry

export interface PaletteGroup {
  readonly title: string
  readonly entries: readonly PaletteEntry[]
}

const OWN_PAGES: readonly PageEntry[] = [
  { href: '/notifications', label: 'Notifications', under: null },
  { href: '/profile', label: 'Profile', under: null },
  { href: '/change-password', label: 'Change Password', under: null },
]

const pagesOf = (items: readonly MenuItem[], under: string | null): PageEntry[] =>
  items.flatMap((item): PageEntry[] => [
    ...(item.href === null ? [] : [{ href: item.href, label: item.title, under: item.title === under ? null : under }]),
    ...pagesOf(item.children, item.title),
  ])

const isReport = ({ href }: PageEntry): boolean => href.startsWith('/reports/')

const ACTIONS: readonly PageEntry[] = [
  { href: '/dashboards?open=new', label: 'New dashboard', synonyms: 'create add' },
  { href: '/reports/my/new', label: 'New report', synonyms: 'create add build' },
  { href: '/alerts?open=new', label: 'New alert', synonyms: 'create add notify' },
  { href: '/calendar?open=new', label: 'Add calendar note', synonyms: 'new create event closure campaign' },
  { href: '/admin/services/new', label: 'Connect a service', synonyms: 'new add platform import upload file csv' },
  { href: '/admin/invitations?open=new', label: 'Invite colleagues', synonyms: 'new add user' },
].map((action) => ({ ...action, under: null, icon: IconPlus }))

/** What the viewer can begin from anywhere. */
export const actionEntries = (viewer: Viewer): readonly PageEntry[] =>
  ACTIONS.filter(({ href }) => mayOpen(href.split('?')[0] ?? href, viewer))

const ASK_PAGE: PageEntry = { href: '/ask', label: 'Ask', under: 'Questions you asked, and suggestions' }

/** The pages that the viewer may open, in the order of the menu, in two groups. */
export const pageGroups = (viewer: Viewer): PaletteGroup[] => {
  const pages = pagesOf(visibleMenu(MENU, viewer), null)
  return [
    { title: 'Reports', entries: pages.filter(isReport) },
    {
      title: 'Pages',
      entries: [
        ...pages.filter((page) => !isReport(page)),
        ...(isPermitted(viewer.roles, 'reports') ? [ASK_PAGE] : []),
        ...OWN_PAGES,
      ],
    },
  ]
}

const splitWords = (text: string): string[] => text.toLowerCase().split(/\s+/).filter(Boolean)

/** Entries whose label or group title contains words starting with every typed word. */
export const matching = (groups: readonly PaletteGroup[], query: string): PaletteGroup[] => {
  const wanted = splitWords(query)
  const isMatch = ({ label, under, synonyms = '' }: PaletteEntry): boolean => {
    const held = splitWords(`${label} ${under ?? ''} ${synonyms}`)
    return wanted.every((word) => held.some((one) => one.startsWith(word)))
  }
  return groups.flatMap(({ title, entries }) => {
    const found = entries.filter(isMatch)
    return found.length === 0 ? [] : [{ title, entries: found }]
  })
}

/** Every page that the user can open, and the commands. */
export const usePaletteGroups = (onHelp: () => void): PaletteGroup[] => {
  const { queries } = useRuntime()
  const user = useCurrentUser()
  const changeTheme = useThemeChange()
  const roles = user?.roles ?? []
  const viewer = { roles, accountType: useAccount()?.accountType ?? DEFAULT_ACCOUNT_TYPE }
  const mayReport = isPermitted(roles, 'reports')
  const dashboards = useQuery(queries.dashboards.slugs.queryOptions()).data ?? []
  const saved = useQuery(queries.savedReports.my.queryOptions({ enabled: mayReport })).data ?? []
  const dashboardEntries = dashboards.map(({ slug, name }) => ({
    href: `/dashboard/${encodeURIComponent(slug)}`,
    label: name,
    under: null,
  }))
  const savedEntries = saved.map(({ id, name }) => ({
    href: `/reports/my/${encodeURIComponent(id)}`,
    label: name,
    under: null,
  }))
  const theme = user?.theme === 'dark' ? 'light' : 'dark'
  const changed = { label: `Switch to ${theme} mode`, under: null, icon: IconMoon, onChoose: () => changeTheme(theme) }
  const shortcuts = { label: 'Keyboard shortcuts', under: null, icon: IconKeyboard, onChoose: onHelp }
  return [
    { title: 'Dashboards', entries: dashboardEntries },
    { title: 'Actions', entries: [...actionEntries(viewer), changed, shortcuts] },
    ...pageGroups(viewer),
    { title: 'My reports', entries: savedEntries },
  ]
}
