import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useRuntime } from '../runtime.tsx'
import { isUnder } from './is-under.ts'
import { NavLink } from './nav-link.tsx'

/** Addresses that show the default dashboard. */
const DEFAULT_PATHS: readonly string[] = ['/', '/dashboard', '/dashboard/default']

/** The slug behind the word default, once a screen has loaded that dashboard. */
const useDefaultSlug = (): string | undefined => {
  const { queries } = useRuntime()
  return useQuery(queries.dashboards.get.queryOptions({ input: { slug: 'default' }, enabled: false })).data?.slug
}

/** The user's dashboards in the menu, the one on screen marked. */
export const DashboardLinks = () => {
  const { queries } = useRuntime()
  const path = useLocation({ select: ({ pathname }) => pathname })
  const { data, error, isPending } = useQuery(queries.dashboards.slugs.queryOptions())
  useEffect(() => {
    if (error) console.error('The list of dashboards could not be loaded', error)
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
  return data?.map(({ slug, name }) => (
    <li key={slug}>
      <NavLink href={`/dashboard/${encodeURIComponent(slug)}`} current={isCurrent(slug)}>
        {name}
      </NavLink>
    </li>
  ))
}
