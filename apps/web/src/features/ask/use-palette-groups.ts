import { useQuery } from '@tanstack/react-query'
import { DEFAULT_ACCOUNT_TYPE } from '#domain/plan.ts'
import { isPermitted } from '#domain/role.ts'
import { useAccount } from '#web/app/account-data.ts'
import { useCurrentUser } from '#web/app/current-user.ts'
import { useRuntime } from '#web/app/runtime.tsx'
import { type PaletteGroup, pageGroups } from './palette-entries.ts'

/** Everything the user can open. */
export const usePaletteGroups = (): PaletteGroup[] => {
  const { queries } = useRuntime()
  const roles = useCurrentUser()?.roles ?? []
  const accountType = useAccount()?.accountType ?? DEFAULT_ACCOUNT_TYPE
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
  return [
    { title: 'Dashboards', entries: dashboardEntries },
    ...pageGroups({ roles, accountType }),
    ...(savedEntries.length === 0 ? [] : [{ title: 'My reports', entries: savedEntries }]),
  ]
}
