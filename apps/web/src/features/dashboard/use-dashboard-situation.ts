import { useEffect } from 'react'
import { ADMIN_ROLES, hasAnyRole } from '#domain/role.ts'
import { useAccountStatus } from '#web/app/account-data.ts'
import { useCurrentUser } from '#web/app/current-user.ts'
import { toast } from '#web/app/toast.ts'
import { widgetByType } from '#widgets/registry.ts'
import { TOASTS } from './dashboard-messages.ts'
import type { Widgets } from './grid-rules.ts'

/** Why a tile has no rows. */
export const useEmptyReason = (includeClubOrders: boolean): string => {
  const status = useAccountStatus()
  if (status?.currentServiceCount === 0) return 'No data yet: no service is connected.'
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
