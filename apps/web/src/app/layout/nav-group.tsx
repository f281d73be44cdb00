import { Collapse, Skeleton, Tooltip, UnstyledButton } from '@mantine/core'
import {
  IconAlertTriangleFilled,
  IconBottle,
  IconChartLine,
  IconChevronRight,
  IconGlass,
  IconLayoutDashboard,
  IconReport,
  IconSettings,
  IconShoppingBag,
  IconSparkles,
  IconUsers,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { lookupTable } from '#domain/lookup-table.ts'
import type { MenuItem } from '#domain/navigation.ts'
import { firstMessage } from '#web/api/api-error.ts'
import { useAccountStatus } from '../account-data.ts'
import { useRuntime } from '../runtime.tsx'
import classes from './sidebar.module.css'

const ICONS: Readonly<Record<string, typeof IconChevronRight>> = lookupTable({
  dashboard: IconLayoutDashboard,
  sales: IconChartLine,
  orders: IconShoppingBag,
  products: IconBottle,
  customers: IconUsers,
  clubs: IconGlass,
  'more-reports': IconReport,
  'ai-insights': IconSparkles,
  admin: IconSettings,
})

/** The icon of a menu group, by the group's id. */
const groupIcon = (id: string): typeof IconChevronRight => ICONS[id] ?? IconChevronRight

const LABEL = 'No services are configured yet'

/** A warning icon on the Services menu item while the account has no services. */
const ServicesWarning = () => {
  const status = useAccountStatus()
  if (status?.currentServiceCount !== 0) return null
  return (
    <Tooltip label={LABEL}>
      <IconAlertTriangleFilled size={16} role="img" aria-label={LABEL} color="var(--cuvee-bad)" />
    </Tooltip>
  )
}

interface NavLinkProps {
  readonly href: string
  readonly query?: Readonly<Record<string, string>>
  readonly current: boolean
  readonly children: ReactNode
}

/** A menu link; the current page is marked visually and for assistive technology. */
const NavLink = ({ href, query = {}, current, children }: NavLinkProps) => (
  <Link
    to={href}
    search={query}
    className={classes.item}
    data-current={current || undefined}
    aria-current={current ? 'page' : undefined}
  >
    {children}
  </Link>
)

/** Whether `path` is `parent` or one of its subpaths. */
const isUnder = (path: string, parent: string): boolean => path === parent || path.startsWith(`${parent}/`)

/** Pages that are reached from an entry of the menu, and have addresses of their own. */
const REACHED_FROM: Readonly<Record<string, string>> = lookupTable({
  '/webhooks': '/admin/developers',
  '/api-keys': '/admin/developers',
  '/security': '/admin/security',
  '/admin/settings/audit': '/admin/security',
})

const containsPath = (item: MenuItem, path: string): boolean =>
  (item.href !== null && isUnder(path, item.href)) || item.children.some((child) => containsPath(child, path))

interface NavGroupProps {
  readonly item: MenuItem
  /** replaces the item's own children */
  readonly children?: ReactNode
}

/** A collapsible menu group; the group of the current page opens automatically. */
export const NavGroup = ({ item, children }: NavGroupProps) => {
  const address = useLocation({ select: ({ pathname }) => pathname })
  const path = REACHED_FROM[address] ?? address
  const isCurrent = containsPath(item, path) || (item.id === 'dashboard' && (path === '/' || path === '/dashboards'))
  const [opened, setOpened] = useState(isCurrent)
  useEffect(() => {
    if (isCurrent) setOpened(true)
  }, [isCurrent])
  const Icon = groupIcon(item.id)
  return (
    <div>
      <UnstyledButton className={classes.group} aria-expanded={opened} onClick={() => setOpened(!opened)}>
        <Icon size={18} stroke={1.5} aria-hidden />
        <span className={classes.groupName}>{item.name}</span>
        <IconChevronRight size={16} stroke={1.5} aria-hidden className={classes.chevron} />
      </UnstyledButton>
      <Collapse expanded={opened} transitionDuration={150}>
        <ul className={classes.items}>
          {children ??
            item.children.map((child) => (
              <li key={child.id}>
                <NavLink href={child.href ?? '/'} query={child.query} current={containsPath(child, path)}>
                  {child.name}
                  {child.id === 'services' && <ServicesWarning />}
                </NavLink>
              </li>
            ))}
        </ul>
      </Collapse>
    </div>
  )
}

/** Paths that show the default dashboard. */
const DEFAULT_PATHS: readonly string[] = ['/', '/dashboard', '/dashboard/default']

/** The default dashboard's slug, once a screen has loaded it. */
const useDefaultSlug = (): string | undefined => {
  const { queries } = useRuntime()
  return useQuery(queries.dashboards.get.queryOptions({ input: { slug: 'default' }, enabled: false })).data?.slug
}

/** The user's dashboards in the menu, with the current one marked. */
export const DashboardLinks = () => {
  const { queries } = useRuntime()
  const path = useLocation({ select: ({ pathname }) => pathname })
  const { data, error, isPending } = useQuery(queries.dashboards.slugs.queryOptions())
  useEffect(() => {
    if (error)
      console.error(
        'The list of dashboards could not be loaded',
        firstMessage(error, 'Failed to fetch dashboard slugs'),
      )
  }, [error])
  const defaultSlug = useDefaultSlug()
  const isCurrent = (slug: string) =>
    isUnder(path, `/dashboard/${slug}`) || (slug === defaultSlug && DEFAULT_PATHS.includes(path))
  if (isPending) {
    return (
      <li>
        <Skeleton h={16} my={9} ml={46} w={120} />
      </li>
    )
  }
  return (
    <>
      {data?.map(({ slug, name }) => (
        <li key={slug}>
          <NavLink href={`/dashboard/${encodeURIComponent(slug)}`} current={isCurrent(slug)}>
            {name}
          </NavLink>
        </li>
      ))}
      <li>
        <NavLink href="/dashboards" current={path === '/dashboards'}>
          All dashboards
        </NavLink>
      </li>
    </>
  )
}
