import { useMutation } from '@tanstack/react-query'
import { Account } from '#contract/account.ts'
import { firstMessage } from '#web/api/api-error.ts'
import { type RawFetch, useRuntime } from '#web/app/runtime.tsx'
import { toast } from '#web/app/toast.ts'
import { sendPicture } from '#web/features/profile/use-chosen-picture.ts'

const sendLogo = async (rawFetch: RawFetch, picture: File): Promise<Account> =>
  Account.parse(await sendPicture(rawFetch, '/account/set-photo', picture, picture.name))

/** Updates the cached account. */
const useShowAccount = () => {
  const { queries, queryClient } = useRuntime()
  return (account: Account): void => {
    queryClient.setQueryData(queries.account.get.queryKey(), account)
    void queryClient.invalidateQueries({ queryKey: queries.account.audit.key() })
  }
}

/** Changes the logo immediately. */
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
