import type { User } from '#contract/auth.ts'
import type { ChangedUser } from '#contract/users.ts'
import { useRuntime } from '#web/app/runtime.tsx'

/** Puts a changed profile on screen: in this page, in the frame, and in the list of users. */
export const useShowProfile = () => {
  const { queries, queryClient, session } = useRuntime()
  return (changed: User | ChangedUser): void => {
    const { id } = changed
    queryClient.setQueryData<ChangedUser>(queries.users.get.queryKey({ input: { id } }), (before) => ({
      pendingEmail: before?.pendingEmail ?? null,
      ...changed,
    }))
    void queryClient.invalidateQueries({ queryKey: queries.users.list.key() })
    const me = session.current()?.user
    if (me?.id === id) session.replaceUser({ ...me, ...changed })
  }
}
