import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Account } from '#contract/account.ts'
import { errorFromBody, firstMessage } from '#web/api/api-error.ts'
import { type RawFetch, useRuntime } from '#web/app/runtime.tsx'
import { toast } from '#web/app/toast.ts'
import { loadPicture } from '#web/features/profile/crop-picture.ts'
import { pictureProblem } from '#web/features/profile/photo-file.ts'

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

/** A file that somebody chose, and the address by which this page can show it. */
export interface ChosenPicture {
  readonly file: File
  readonly url: string
}

/** One picture at a time, looked at before it is sent; what is no picture is refused with its reason. */
export const useChosenPicture = () => {
  const [picture, setPicture] = useState<ChosenPicture | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const resetInput = useRef<() => void>(null)

  const take = async (file: File | null): Promise<void> => {
    if (file === null) return
    // The same file can be chosen once more.
    resetInput.current?.()
    const refusal = pictureProblem(file)
    setProblem(refusal)
    if (refusal !== null) return
    const url = URL.createObjectURL(file)
    try {
      await loadPicture(url)
      setPicture({ file, url })
    } catch {
      URL.revokeObjectURL(url)
      setProblem(`${file.name} cannot be read as a picture. Choose another one.`)
    }
  }
  const forget = (): void => {
    if (picture !== null) URL.revokeObjectURL(picture.url)
    setPicture(null)
  }
  return { picture, problem, resetInput, take, forget }
}
