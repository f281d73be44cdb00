import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { User } from '#contract/auth.ts'
import { ADMIN_ROLES, hasAnyRole, isAbove, type Role } from '#domain/role.ts'
import { firstMessage } from '#web/api/api-error.ts'
import { toastWithUndo } from '#web/app/notice.tsx'
import { useRuntime } from '#web/app/runtime.tsx'
import { toast } from '#web/app/toast.ts'
import type { AccessAction } from './role-rules.ts'
import { countUsers, fullName } from './user-avatar.tsx'

/** Updates a changed user in the cached lists, and in the session if it is the signed-in user. */
const useApplyUserChange = () => {
  const { queries, queryClient, session } = useRuntime()
  const navigate = useNavigate()
  return async (changed: User): Promise<void> => {
    const replace = (list: User[] | undefined) => list?.map((user) => (user.id === changed.id ? changed : user))
    queryClient.setQueriesData({ queryKey: queries.users.list.key() }, replace)
    queryClient.setQueriesData({ queryKey: queries.users.search.key() }, replace)
    const me = session.current()?.user
    if (me?.id !== changed.id) return
    // A user who lost admin access leaves the page before it requests data they may not see.
    if (!hasAnyRole(changed.roles, ADMIN_ROLES)) await navigate({ to: '/' })
    session.replaceUser({ ...me, ...changed })
  }
}

interface AccessChange {
  readonly user: User
  readonly action: AccessAction | 'enable'
}

const ACCESS_CHANGED = {
  sessions: 'was signed out everywhere',
  factors: 'must set up two-step verification again',
  disable: 'was disabled',
  enable: 'can sign in again',
} as const satisfies Record<AccessChange['action'], string>

/** Mutations of users, with toasts; the cached lists follow. */
export const useUserChanges = () => {
  const runtime = useRuntime()
  const { api, queries, queryClient, session } = runtime
  const showChanged = useApplyUserChange()
  const reload = () => queryClient.invalidateQueries({ queryKey: queries.users.key() })
  const onError = (error: Error): void => {
    toast.failure(firstMessage(error))
    // The cached list may be stale.
    void reload()
  }
  const setRoles = useMutation({
    mutationFn: ({ user, roles }: { user: User; roles: Role[] }) => api.users.updateRole({ id: user.id, roles }),
    onSuccess: async (changed, { user }) => {
      const text = `Roles changed for ${fullName(changed)}`
      await showChanged(changed)
      // A role above the user's own cannot be restored.
      if (isAbove(user.roles, session.current()?.user?.roles ?? [])) {
        toast.success(text)
        return
      }
      toastWithUndo(text, () =>
        setRoles.mutate(
          { user: changed, roles: user.roles },
          { onError: (error) => toast.failure(firstMessage(error)) },
        ),
      )
    },
  })
  const rename = useMutation({
    mutationFn: ({ id, firstName, lastName }: User) => api.users.update({ id, firstName, lastName }),
    onSuccess: (changed) => {
      toast.success('Name changed')
      return showChanged(changed)
    },
  })
  const add = useMutation({
    mutationFn: (person: Parameters<typeof api.users.create>[0]) => api.users.create(person),
    onSuccess: (added) => {
      countUsers(runtime, 1)
      toast.success(`${fullName(added)} was added. We emailed them a link to choose a password`)
      return reload()
    },
  })
  const remove = useMutation({
    mutationFn: ({ id }: User) => api.users.remove({ id }),
    onSuccess: (_, user) => {
      if (user.id === session.current()?.user?.id) {
        session.end('signed-out')
        return
      }
      countUsers(runtime, -1)
      toast.success(`${fullName(user)} was deleted`)
      return reload()
    },
    onError,
  })
  const changeAccess = useMutation({
    mutationFn: ({ user: { id }, action }: AccessChange): Promise<void> => {
      if (action === 'sessions') return api.users.endSessionsOf({ id })
      if (action === 'factors') return api.secondFactor.reset({ id })
      return action === 'disable' ? api.users.disable({ id }) : api.users.enable({ id })
    },
    onSuccess: (_, { user, action }) => {
      if (action === 'disable' || action === 'enable') countUsers(runtime, action === 'enable' ? 1 : -1)
      toast.success(`${fullName(user)} ${ACCESS_CHANGED[action]}`)
      return reload()
    },
    onError,
  })
  return { setRoles, rename, add, remove, changeAccess }
}

export type UserChanges = ReturnType<typeof useUserChanges>
