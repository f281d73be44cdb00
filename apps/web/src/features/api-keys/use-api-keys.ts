import { useMutation, useQuery } from '@tanstack/react-query'
import type { ApiKey, ApiKeyInput, KeyKind } from '#contract/api-keys.ts'
import { ADMIN_ROLES, hasAnyRole, KEY_SCOPES, type KeyScope } from '#domain/role.ts'
import { useCurrentUser } from '#web/app/current-user.ts'
import { useRuntime } from '#web/app/runtime.tsx'
import { useChange } from '#web/app/use-change.ts'

/** Administrators see and revoke all keys of the account, others their own. */
export const useIsAdmin = (): boolean => hasAnyRole(useCurrentUser()?.roles ?? [], ADMIN_ROLES)

/** Scopes that are of use to the user: administration needs an administrator. */
export const scopesFor = (isAdmin: boolean): readonly KeyScope[] =>
  KEY_SCOPES.filter((scope) => isAdmin || scope !== 'admin')

export interface NewKey {
  readonly kind: KeyKind
  readonly input: ApiKeyInput
}

/** The keys that the user may see, newest first. */
export const useApiKeys = () => {
  const { queries } = useRuntime()
  const isAdmin = useIsAdmin()
  const { list } = isAdmin ? queries.accountKeys : queries.apiKeys
  return useQuery(list.queryOptions())
}

/** Creates and revokes keys. */
export const useKeyChanges = (onCreated: () => void) => {
  const { api, queries, queryClient } = useRuntime()
  const isAdmin = useIsAdmin()
  const refresh = () =>
    Promise.all(
      [queries.apiKeys, queries.accountKeys].map(({ list }) => queryClient.invalidateQueries({ queryKey: list.key() })),
    )
  const create = useMutation({
    mutationFn: ({ kind, input }: NewKey) => (kind === 'service' ? api.accountKeys : api.apiKeys).create(input),
    onSuccess: () => {
      onCreated()
      return refresh()
    },
  })
  const revoke = useChange(({ id }: ApiKey) => (isAdmin ? api.accountKeys : api.apiKeys).revoke({ id }), {
    refresh,
    done: (_, { name }) => `“${name}” was revoked`,
    failed: 'The API key couldn’t be revoked.',
  })
  const keep = useChange(({ id }: ApiKey) => api.accountKeys.keep({ id }), {
    refresh,
    done: (_, { name }) => `“${name}” was kept`,
    failed: 'The API key couldn’t be kept.',
  })
  return { create, revoke, keep }
}
