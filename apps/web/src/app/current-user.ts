import { useQuery } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
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

interface OwnProfileOptions {
  readonly id: string
  /** milliseconds for which an earlier answer is taken; default: none is */
  readonly staleTime?: number
}

/**
 * The signed-in user's profile, refetched on window focus, since an emailed link may have been opened in another window.
 * The session takes over the email address and its verification status.
 */
export const useOwnProfile = ({ id, staleTime = 0 }: OwnProfileOptions) => {
  const { queries, session } = useRuntime()
  const query = useQuery(
    queries.users.get.queryOptions({
      input: { id },
      staleTime,
      refetchOnWindowFocus: 'always',
    }),
  )
  const { data, isFetchedAfterMount } = query
  useEffect(() => {
    const me = session.current()?.user
    // A cached result may be older than the session.
    if (!data || !isFetchedAfterMount || !me || me.id !== data.id) return
    const { email, emailVerified } = data
    if (me.email !== email || me.emailVerified !== emailVerified) session.replaceUser({ ...me, email, emailVerified })
  }, [data, isFetchedAfterMount, session])
  return query
}
