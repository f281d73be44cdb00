import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { errorStatus, firstMessage } from '#web/api/api-error.ts'
import { useRuntime } from '#web/app/runtime.tsx'
import { toast } from '#web/app/toast.ts'
import { useChange } from '#web/app/use-change.ts'
import { createPasskey, PASSKEY_FAILED } from './passkey.ts'

/** Changes of the user's second factors. New recovery codes stay until they are put away. */
export const useFactorChanges = () => {
  const { api, queries, queryClient } = useRuntime()
  const [recoveryCodes, setRecoveryCodes] = useState<readonly string[] | null>(null)
  const refresh = () =>
    Promise.all(
      [queries.secondFactor.get.key(), queries.users.key()].map((queryKey) =>
        queryClient.invalidateQueries({ queryKey }),
      ),
    )
  const failed = 'This couldn’t be changed.'
  const onError = (error: unknown) => toast.failure(firstMessage(error, failed))
  const added = (answer: { readonly recoveryCodes: readonly string[] | null }, text: string) => {
    if (answer.recoveryCodes !== null) setRecoveryCodes(answer.recoveryCodes)
    toast.success(text)
    return refresh()
  }
  const start = useMutation({ mutationFn: () => api.secondFactor.startAuthenticator(), onError })
  const confirm = useMutation({
    mutationFn: (code: string) => api.secondFactor.confirmAuthenticator({ code }),
    onSuccess: (answer) => {
      start.reset()
      return added(answer, 'Your authenticator app is set up')
    },
  })
  const addPasskey = useMutation({
    mutationFn: async (name: string) => {
      const { challenge, options } = await api.secondFactor.passkeyOptions()
      return api.secondFactor.addPasskey({ name, challenge, response: await createPasskey(options) })
    },
    onSuccess: (answer) => added(answer, 'Passkey added'),
    onError: (error) => toast.failure(errorStatus(error) === null ? PASSKEY_FAILED : firstMessage(error)),
  })
  const removeAuthenticator = useChange(() => api.secondFactor.removeAuthenticator(), {
    refresh,
    done: 'The authenticator app was removed',
    failed,
  })
  const removePasskey = useChange((id: string) => api.secondFactor.removePasskey({ id }), {
    refresh,
    done: 'The passkey was removed',
    failed,
  })
  const renewCodes = useMutation({
    mutationFn: () => api.secondFactor.renewRecoveryCodes(),
    onSuccess: (answer) => added(answer, 'Your earlier recovery codes no longer work'),
    onError,
  })
  const setPolicy = useChange((isRequired: boolean) => api.secondFactor.setPolicy({ isRequired }), { refresh, failed })
  const putAway = (): void => setRecoveryCodes(null)
  return {
    recoveryCodes,
    putAway,
    start,
    confirm,
    addPasskey,
    removeAuthenticator,
    removePasskey,
    renewCodes,
    setPolicy,
  }
}

export type FactorChanges = ReturnType<typeof useFactorChanges>
