import { Anchor } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { ADMIN_ROLES, hasAnyRole } from '#domain/role.ts'
import { firstLoadText, useAccountStatus } from '#web/app/account-data.ts'
import { useCurrentUser } from '#web/app/current-user.ts'
import { Notice } from '#web/app/notice.tsx'
import { toast } from '#web/app/toast.ts'
import { usePage } from '#web/app/use-page.ts'
import type { BarView } from '#web/features/filter-bar/bar-view.ts'
import { widgetByType } from '#widgets/registry.ts'
import type { Widgets } from './grid-rules.ts'
import { TOASTS } from './use-dashboard-mutations.ts'

/** Why a tile has no rows. */
export const useEmptyReason = ({
  includeClubOrders,
  filters,
}: Pick<BarView, 'includeClubOrders' | 'filters'>): string => {
  const status = useAccountStatus()
  if (status?.firstLoad) return firstLoadText(status.firstLoad)
  if (status?.currentServiceCount === 0) return 'No data yet. Connect a service.'
  if (filters.length > 0) return 'No data for these filters.'
  return includeClubOrders ? 'No data for this period.' : 'No non-club data for this period.'
}

/** Shows one toast for widget types unknown to this version; their tiles stay. */
export const useUnknownTypesToast = (widgets: Widgets): void => {
  const hasUnknown = widgets.some(({ type }) => widgetByType(type) === null)
  useEffect(() => {
    if (hasUnknown) toast.failure(TOASTS.loadFailed)
  }, [hasUnknown])
}

/** Whether the dashboard is below Home's checklist, as in an account without data. */
export const useIsBelowChecklist = (): boolean => {
  const { path } = usePage()
  return useAccountStatus()?.dataVersion === 0 && path === '/'
}

/** For administrators of an account without services. */
export const NoServicesNotice = () => {
  const status = useAccountStatus()
  const roles = useCurrentUser()?.roles ?? []
  if (status?.currentServiceCount !== 0 || !hasAnyRole(roles, ADMIN_ROLES)) return null
  return (
    <Notice tone="warning" icon={<IconAlertTriangle size={18} aria-hidden />} title="You're almost ready to go">
      <Anchor component={Link} to="/admin/services" c="inherit" underline="always" size="sm">
        No services are configured yet. Click to add a service.
      </Anchor>
    </Notice>
  )
}
