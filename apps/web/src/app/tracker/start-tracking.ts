import { PAGES } from '#reports/navigation.ts'
import type { AppRouter } from '../router.tsx'
import type { Runtime } from '../runtime.tsx'
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
    .fetchQuery(queries.system.client.queryOptions())
    .then(({ tracker: settings }) => tracker.configure(settings))
    .catch(() => tracker.configure(null))
}
