import { createRouter } from '@tanstack/react-router'
import type { EndReason } from '#web/api/session/session.ts'
import { routeTree } from './route-tree.tsx'
import type { Runtime } from './runtime.tsx'
import { parseSearch, stringifySearch } from './urls.ts'

/** The router over all pages. Pages load when the pointer or the focus rests on their link. */
export const createAppRouter = (runtime: Runtime) =>
  createRouter({
    routeTree,
    context: { runtime },
    defaultPreload: 'intent',
    scrollRestoration: true,
    parseSearch,
    stringifySearch,
  })

export type AppRouter = ReturnType<typeof createAppRouter>

/** Whoever was signed out against their will finds their page again after signing in. */
const keepsPlace: readonly EndReason[] = ['expired', 'idle']

/** Forgets the account's data and shows the sign-in page when the session ends. */
export const leaveOnSessionEnd = ({ session, queryClient }: Runtime, router: AppRouter): void => {
  session.onEnd((reason) => {
    const { href, pathname } = router.state.location
    queryClient.clear()
    const redirect = keepsPlace.includes(reason) && pathname !== '/' ? href : undefined
    void router.navigate({ to: '/sign-in', search: { redirect }, replace: true })
  })
}
