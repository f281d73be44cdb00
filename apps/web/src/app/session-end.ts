import type { EndReason } from '../api/session/session.ts'
import type { AppRouter } from './router.tsx'
import type { Runtime } from './runtime.tsx'

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
