import { useNavigate, useSearch } from '@tanstack/react-router'
import type { RegistrationResponse, TokenInfo, User } from '#contract/auth.ts'
import { useRuntime } from '#web/app/runtime.tsx'
import { safeRedirect } from '#web/app/urls.ts'

/** Starts the session and navigates to the requested page, or home. */
export const useSessionStart = (): ((tokens: TokenInfo, user: User) => Promise<void>) => {
  const { session } = useRuntime()
  const navigate = useNavigate()
  const { redirect } = useSearch({ strict: false })
  return async (tokens, user) => {
    session.start(tokens, user)
    await navigate({ href: safeRedirect(redirect, location.origin), replace: true })
  }
}

/** The user of a registration response; the rest is loaded with the layout. */
export const toUser = (answer: RegistrationResponse, now: Date): User => ({
  id: answer.userId,
  accountId: answer.accountId,
  createdDateUtc: now.toISOString(),
  firstName: answer.firstName,
  lastName: answer.lastName,
  email: answer.email,
  emailVerified: answer.emailVerified,
  lastLoginDateUtc: null,
  profilePhotoUrlLarge: answer.profilePictureLarge,
  profilePhotoUrlSmall: answer.profilePictureSmall,
  theme: 'light',
  culture: null,
  roles: answer.roles,
  hasSecondFactor: false,
})
