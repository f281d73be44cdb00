import { useMutation } from '@tanstack/react-query'
import type { User } from '#contract/auth.ts'
import type { ChangedUser } from '#contract/users.ts'
import { errorFromBody, firstMessage } from '#web/api/api-error.ts'
import { type RawFetch, useRuntime } from '#web/app/runtime.tsx'
import { toast } from '#web/app/toast.ts'

/** Puts a changed profile on screen: in this page, in the frame, and in the list of users. */
export const useProfileUpdate = () => {
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

const sendPhoto = async (rawFetch: RawFetch, picture: Blob): Promise<void> => {
  const body = new FormData()
  body.set('photo', picture, 'photo.jpg')
  const response = await rawFetch('/user/set-photo', { method: 'POST', body })
  if (response.ok) return
  const answer: unknown = await response.json().catch(() => null)
  throw errorFromBody(answer, response.status)
}

/** Sends a picture as the photo of the signed-in user, whose id this is. */
export const useSetPhoto = (id: string) => {
  const { api, rawFetch } = useRuntime()
  const show = useProfileUpdate()
  return useMutation({
    mutationFn: async (picture: Blob) => {
      await sendPhoto(rawFetch, picture)
      return api.users.get({ id })
    },
    onSuccess: (user) => {
      toast.success('Photo saved')
      show(user)
    },
  })
}

/** Goes back to the initials. */
export const useRemovePhoto = () => {
  const { queries } = useRuntime()
  const show = useProfileUpdate()
  return useMutation(
    queries.users.removePhoto.mutationOptions({
      onSuccess: (user) => {
        toast.success('Photo removed')
        show(user)
      },
      onError: (error) => toast.failure(firstMessage(error, 'The photo couldn’t be removed. Please try again.')),
    }),
  )
}

/** Asks for another address, which takes effect when its link is opened. The address in force takes a request back. */
export const useEmailChange = (id: string) => {
  const { api } = useRuntime()
  const show = useProfileUpdate()
  return useMutation({
    mutationFn: (email: string) => api.users.update({ id, email }),
    onSuccess: show,
  })
}
