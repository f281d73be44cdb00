import { useMutation } from '@tanstack/react-query'
import { Account } from '#contract/account.ts'
import { errorFromBody, firstMessage } from '#web/api/api-error.ts'
import { type RawFetch, useRuntime } from '#web/app/runtime.tsx'
import { toast } from '#web/app/toast.ts'

const sendLogo = async (rawFetch: RawFetch, picture: File): Promise<Account> => {
  const body = new FormData()
  body.set('photo', picture, picture.name)
  const response = await rawFetch('/account/set-photo', { method: 'POST', body })
  const answer: unknown = await response.json().catch(() => null)
  if (!response.ok) throw errorFromBody(answer, response.status)
  return Account.parse(answer)
}

/** Shows the account as it is now wherever it stands. */
const useShowAccount = () => {
  const { queries, queryClient } = useRuntime()
  return (account: Account): void => {
    queryClient.setQueryData(queries.account.get.queryKey(), account)
    void queryClient.invalidateQueries({ queryKey: queries.account.audit.key() })
  }
}

/** Ways to another logo; each acts at once. */
export const useLogo = () => {
  const { rawFetch, queries } = useRuntime()
  const show = useShowAccount()
  const onSuccess = (account: Account): void => {
    show(account)
    toast.success('Logo saved')
  }
  const upload = useMutation({ mutationFn: (picture: File) => sendLogo(rawFetch, picture), onSuccess })
  const fetchFrom = useMutation(queries.account.setLogo.mutationOptions({ onSuccess }))
  const remove = useMutation(
    queries.account.removePhoto.mutationOptions({
      onSuccess: (account) => {
        show(account)
        toast.success('Logo removed')
      },
      onError: (error) => toast.failure(firstMessage(error)),
    }),
  )
  return { upload, fetchFrom, remove }
}
