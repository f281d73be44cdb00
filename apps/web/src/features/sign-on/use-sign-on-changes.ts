import { useMutation } from '@tanstack/react-query'
import { firstMessage } from '#web/api/api-error.ts'
import { useRuntime } from '#web/app/runtime.tsx'
import { toast } from '#web/app/toast.ts'
import { useChange } from '#web/app/use-change.ts'

/** Changes of the account's single sign-on. Errors that fields show are kept, others are toasts. */
export const useSignOnChanges = () => {
  const { api, queries, queryClient } = useRuntime()
  const refresh = () => queryClient.invalidateQueries({ queryKey: queries.signOn.get.key() })
  const failed = 'This couldn’t be changed.'
  const said = (text: string) => () => {
    toast.success(text)
    return refresh()
  }
  const save = useMutation(queries.signOn.save.mutationOptions({ onSuccess: said('Single sign-on saved') }))
  const remove = useChange(() => api.signOn.remove(), { refresh, done: 'Single sign-on was removed', failed })
  const test = useMutation({
    mutationFn: () => api.signOn.test(),
    onSuccess: ({ url }) => window.location.assign(url),
    onError: (error) => toast.failure(firstMessage(error, failed)),
  })
  const setPolicy = useChange((isRequired: boolean) => api.signOn.setPolicy({ isRequired }), { refresh, failed })
  const addDomain = useMutation(queries.signOn.addDomain.mutationOptions({ onSuccess: refresh }))
  const checkDomain = useMutation(
    queries.signOn.checkDomain.mutationOptions({ onSuccess: said('The domain is verified') }),
  )
  const removeDomain = useChange((domain: string) => api.signOn.removeDomain({ domain }), {
    refresh,
    done: 'The domain was removed',
    failed,
  })
  return { save, remove, test, setPolicy, addDomain, checkDomain, removeDomain }
}

export type SignOnChanges = ReturnType<typeof useSignOnChanges>
