import { useEffect } from 'react'
import { PAGES } from '#reports/navigation.ts'
import { useAccount } from '../account-data.ts'
import { useCurrentUser } from '../current-user.ts'
import type { AppRouter } from '../router.tsx'
import { type Runtime, useRuntime } from '../runtime.tsx'
import { trackedReport } from './tracked-calls.ts'

const trackPages = ({ tracker }: Runtime, router: AppRouter): void => {
  let shown: string | null = null
  router.subscribe('onResolved', ({ toLocation: { pathname } }) => {
    // Query parameters (filters, tabs) do not count as separate pages.
    if (pathname === shown) return
    shown = pathname
    const match = router.state.matches.at(-1)
    const path = match?.fullPath ?? pathname
    tracker.page(path, match?.staticData.page?.title ?? PAGES.get(path)?.title ?? '')
    const report = trackedReport(path)
    if (report !== null) tracker.event('report opened', { report })
  })
}

/** Tracks page views from now on, and loads the tracker's settings in the background. */
export const startTracking = (runtime: Runtime, router: AppRouter): void => {
  const { tracker, queries, queryClient } = runtime
  trackPages(runtime, router)
  queryClient
    .fetchQuery(queries.system.client.queryOptions({ staleTime: Number.POSITIVE_INFINITY }))
    .then(({ tracker: settings }) => tracker.configure(settings))
    .catch(() => tracker.configure(null))
}

/** Identifies the user to the tracker by ids, account type and roles only. */
export const useIdentify = (): void => {
  const { tracker } = useRuntime()
  const user = useCurrentUser()
  const accountType = useAccount()?.accountType
  useEffect(() => {
    if (!user) tracker.identify(null)
    else if (accountType) {
      tracker.identify({ userId: user.id, accountId: user.accountId, accountType, roles: user.roles })
    }
  }, [tracker, user, accountType])
}
