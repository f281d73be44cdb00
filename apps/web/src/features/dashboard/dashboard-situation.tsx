import { Anchor } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { ADMIN_ROLES, hasAnyRole } from '#domain/role.ts'
import { firstLoadText, useAccountStatus } from '#web/app/account-data.ts'
import { useCurrentUser } from '#web/app/current-user.ts'
import { Notice } from '#web/app/notice.tsx'
import { toast } from '#web/app/toast.ts'
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
  if (status?.currentServiceCount === 0) return 'No data yet: no service is connected.'
  if (filters.length > 0) return 'No data for these filters.'
  return includeClubOrders ? 'No data for this period.' : 'No data outside the club for this period.'
}

/** Shows one toast for widget types unknown to this version; their tiles stay. */
export const useUnknownTypesToast = (widgets: Widgets): void => {
  const hasUnknown = widgets.some(({ type }) => widgetByType(type) === null)
  useEffect(() => {
    if (hasUnknown) toast.failure(TOASTS.loadFailed)
  }, [hasUnknown])
}

/** Whether an administrator should see that no service is connected. */
export const useShowsServicesNotice = (): boolean => {
  const status = useAccountStatus()
  const roles = useCurrentUser()?.roles ?? []
  return status?.currentServiceCount === 0 && hasAnyRole(roles, ADMIN_ROLES)
}

/** For administrators of an account without services. */
export const NoServicesNotice = () => (
  <Notice tone="warning" icon={<IconAlertTriangle size={18} aria-hidden />} title="You're almost ready to go">
    <Anchor component={Link} to="/admin/services" c="inherit" underline="always" size="sm">
      No services are configured yet. Click to add a service.
    </Anchor>
  </Notice>
)
