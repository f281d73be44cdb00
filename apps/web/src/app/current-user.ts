import { useSyncExternalStore } from 'react'
import type { User } from '#contract/auth.ts'
import type { StoredSession } from '../api/session/stored-session.ts'
import { useRuntime } from './runtime.tsx'

/** The session of this tab; null when signed out. */
export const useSession = (): StoredSession | null => {
  const { session } = useRuntime()
  return useSyncExternalStore(session.subscribe, session.current)
}

/** The signed-in user; null when signed out. Inside the frame there always is one. */
export const useCurrentUser = (): User | null => useSession()?.user ?? null
