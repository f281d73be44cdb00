import { useNavigate, useSearch } from '@tanstack/react-router'
import type { TokenInfo, User } from '#contract/auth.ts'
import { useRuntime } from '#web/app/runtime.tsx'
import { safeRedirect } from '#web/app/urls.ts'

/** Starts the session and goes where the visitor wanted to be, or home. */
export const useArrival = (): ((tokens: TokenInfo, user: User) => Promise<void>) => {
  const { session } = useRuntime()
  const navigate = useNavigate()
  const { redirect } = useSearch({ strict: false })
  return async (tokens, user) => {
    session.start(tokens, user)
    await navigate({ href: safeRedirect(redirect, location.origin), replace: true })
  }
}
