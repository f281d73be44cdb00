import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useRuntime } from '../runtime.tsx'
import { isUnder } from './is-under.ts'
import { NavLink } from './nav-link.tsx'

/** The user's dashboards in the menu, the one on screen marked. */
export const DashboardLinks = () => {
  const { queries } = useRuntime()
  const path = useLocation({ select: ({ pathname }) => pathname })
  const { data, error, isPending } = useQuery(queries.dashboards.slugs.queryOptions())
  useEffect(() => {
    if (error) console.error('The list of dashboards could not be loaded', error)
  }, [error])
  if (isPending) {
    return (
      <li>
        <Skeleton h={16} my={9} ml={46} w={120} />
      </li>
    )
  }
  return data?.map(({ slug, name }) => (
    <li key={slug}>
      <NavLink href={`/dashboard/${encodeURIComponent(slug)}`} current={isUnder(path, `/dashboard/${slug}`)}>
        {name}
      </NavLink>
    </li>
  ))
}
