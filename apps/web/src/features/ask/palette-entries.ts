import { type MenuItem, type Viewer, visibleMenu } from '#domain/navigation.ts'
import { MENU } from '#reports/navigation.ts'

/** A page that can be opened. */
export interface PaletteEntry {
  readonly href: string
  readonly label: string
  /** title of its menu group */
  readonly under: string | null
}

export interface PaletteGroup {
  readonly title: string
  readonly entries: readonly PaletteEntry[]
}

const OWN_PAGES: readonly PaletteEntry[] = [
  { href: '/notifications', label: 'Notifications', under: null },
  { href: '/profile', label: 'Profile', under: null },
  { href: '/change-password', label: 'Change Password', under: null },
]

const pagesOf = (items: readonly MenuItem[], under: string | null): PaletteEntry[] =>
  items.flatMap((item): PaletteEntry[] => [
    ...(item.href === null ? [] : [{ href: item.href, label: item.title, under: item.title === under ? null : under }]),
    ...pagesOf(item.children, item.title),
  ])

const isReport = ({ href }: PaletteEntry): boolean => href.startsWith('/reports/')

/** The pages that the viewer may open, in the order of the menu, in two groups. */
export const pageGroups = (viewer: Viewer): PaletteGroup[] => {
  const pages = pagesOf(visibleMenu(MENU, viewer), null)
  return [
    { title: 'Reports', entries: pages.filter(isReport) },
    { title: 'Pages', entries: [...pages.filter((page) => !isReport(page)), ...OWN_PAGES] },
  ]
}

const wordsOf = (text: string): string[] => text.toLowerCase().split(/\s+/).filter(Boolean)

/** Entries shown per group. */
const MOST_SHOWN = 6

/** Entries whose label or group title contains words starting with every typed word. */
export const matching = (groups: readonly PaletteGroup[], query: string): PaletteGroup[] => {
  const wanted = wordsOf(query)
  const isMatch = ({ label, under }: PaletteEntry): boolean => {
    const held = wordsOf(`${label} ${under ?? ''}`)
    return wanted.every((word) => held.some((one) => one.startsWith(word)))
  }
  return groups.flatMap(({ title, entries }) => {
    const found = entries.filter(isMatch).slice(0, MOST_SHOWN)
    return found.length === 0 ? [] : [{ title, entries: found }]
  })
}
