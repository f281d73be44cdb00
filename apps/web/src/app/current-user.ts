import { useSyncExternalStore } from 'react'
import type { User } from '#contract/auth.ts'
import { isPermitted, type Permission } from '#domain/role.ts'
import type { StoredSession } from '#web/api/session/stored-session.ts'
import { useRuntime } from './runtime.tsx'

/** The session of this tab; null when signed out. */
export const useSession = (): StoredSession | null => {
  const { session } = useRuntime()
  return useSyncExternalStore(session.subscribe, session.current)
}

/** The signed-in user; null when signed out. Inside the frame there always is one. */
export const useCurrentUser = (): User | null => useSession()?.user ?? null

/** Whether the user's roles include these calls. A call without permission ends the session, so screens do not offer it. */
export const useIsPermitted = (permission: Permission): boolean => {
  const user = useCurrentUser()
  return user !== null && isPermitted(user.roles, permission)
}
