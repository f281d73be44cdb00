import { createRouter } from '@tanstack/react-router'
import { MISSING_REFRESH_TOKEN } from '#web/api/session/session.ts'
import type { EndReason } from '#web/api/session/session-channel.ts'
import { removeAllDrafts } from './draft/unsaved-drafts.ts'
import { routeTree } from './route-tree.tsx'
import type { Runtime } from './runtime.tsx'
import { toast } from './toast.ts'
import { parseSearch, stringifySearch } from './urls.ts'

/** The app router. Pages are preloaded when their link is hovered or focused. */
export const createAppRouter = (runtime: Runtime) =>
  createRouter({
    routeTree,
    context: { runtime },
    defaultPreload: 'intent',
    scrollRestoration: true,
    parseSearch,
    stringifySearch,
  })

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** on the sign-in page: why the session ended */
    readonly endReason?: EndReason
  }
}

export type AppRouter = ReturnType<typeof createAppRouter>

/** Reasons after which the user returns to the same page, and to unsaved changes, once signed in again. */
const RESUMABLE_REASONS: readonly EndReason[] = ['expired', 'unrefreshable', 'idle']

/** Reasons that remove drafts. Signing out in another tab has removed them. */
const CLEARING_REASONS: readonly EndReason[] = ['signed-out', 'forbidden']

/**
 * Clears cached data and, after signing out, drafts, and navigates to the sign-in page when the session ends, which says why.
 */
export const redirectOnSessionEnd = ({ session, queryClient, drafts }: Runtime, router: AppRouter): void => {
  session.onEnd((reason, user) => {
    const { href, pathname } = router.state.location
    const isResumable = RESUMABLE_REASONS.includes(reason)
    queryClient.clear()
    if (user && CLEARING_REASONS.includes(reason)) removeAllDrafts(drafts, user)
    if (reason === 'unrefreshable') toast.failure(`${MISSING_REFRESH_TOKEN}. Please sign in again.`)
    const redirect = isResumable && pathname !== '/' ? href : undefined
    void router.navigate({ to: '/sign-in', search: { redirect }, state: { endReason: reason }, replace: true })
  })
}

/** Leads to the page that sets up a second factor as soon as a call was refused for the lack of one. */
export const redirectToSetup = ({ setupDue }: Runtime, router: AppRouter): void => {
  setupDue.subscribe(() => {
    if (router.state.location.pathname !== '/second-factor')
      void router.navigate({ to: '/second-factor', replace: true })
  })
}
