import { useNavigate, useSearch } from '@tanstack/react-router'
import type { SignedInUser } from '#contract/auth.ts'
import { useRuntime } from '#web/app/runtime.tsx'
import { safeRedirect } from '#web/app/urls.ts'

/** Starts the session and navigates to the requested page, or home. */
export const useSessionStart = (): ((user: SignedInUser) => Promise<void>) => {
  const { session } = useRuntime()
  const navigate = useNavigate()
  const { redirect } = useSearch({ strict: false })
  return async ({ token, ...user }) => {
    session.start(token, user)
    await navigate({ href: safeRedirect(redirect, location.origin), replace: true })
  }
}
