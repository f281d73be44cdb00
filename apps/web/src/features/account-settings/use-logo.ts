import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Account } from '#contract/account.ts'
import { errorFromBody, firstMessage } from '#web/api/api-error.ts'
import { type RawFetch, useRuntime } from '#web/app/runtime.tsx'
import { toast } from '#web/app/toast.ts'
import { loadPicture, pictureProblem } from '#web/features/profile/picture.ts'

const sendLogo = async (rawFetch: RawFetch, picture: File): Promise<Account> => {
  const body = new FormData()
  body.set('photo', picture, picture.name)
  const response = await rawFetch('/account/set-photo', { method: 'POST', body })
  const answer: unknown = await response.json().catch(() => null)
  if (!response.ok) throw errorFromBody(answer, response.status)
  return Account.parse(answer)
}

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

/** A selected file and its object URL for the preview. */
export interface ChosenPicture {
  readonly file: File
  readonly url: string
}

/** The selected image before its upload; other files are rejected with a reason. */
export const useChosenPicture = () => {
  const [picture, setPicture] = useState<ChosenPicture | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const resetInput = useRef<() => void>(null)

  const select = async (file: File | null): Promise<void> => {
    if (file === null) return
    // Allows selecting the same file again.
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
      setProblem(`${file.name} couldn’t be read as an image. Choose another file.`)
    }
  }
  const clear = (): void => {
    if (picture !== null) URL.revokeObjectURL(picture.url)
    setPicture(null)
  }
  return { picture, problem, resetInput, select, clear }
}
