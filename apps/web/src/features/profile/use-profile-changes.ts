import { useMutation } from '@tanstack/react-query'
import type { User } from '#contract/auth.ts'
import type { ChangedUser } from '#contract/users.ts'
import { firstMessage } from '#web/api/api-error.ts'
import { useRuntime } from '#web/app/runtime.tsx'
import { toast } from '#web/app/toast.ts'
import { sendPicture } from './use-chosen-picture.ts'

/** Updates the cached profile, the session and the user list after a change. */
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

/** Uploads the signed-in user's photo. */
export const useSetPhoto = (id: string) => {
  const { api, rawFetch } = useRuntime()
  const show = useProfileUpdate()
  return useMutation({
    mutationFn: async (picture: Blob) => {
      await sendPicture(rawFetch, '/user/set-photo', picture, 'photo.jpg')
      return api.users.get({ id })
    },
    onSuccess: (user) => {
      toast.success('Photo saved')
      show(user)
    },
  })
}

/** Removes the photo. */
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

/** Requests an email change with the password; it takes effect when its link is opened. */
export const useEmailChange = (id: string) => {
  const { api } = useRuntime()
  const show = useProfileUpdate()
  return useMutation({
    mutationFn: (change: { email: string; password: string }) => api.users.update({ id, ...change }),
    onSuccess: show,
  })
}

/** Emails the link of a pending change again. */
export const useResendLink = () => {
  const { queries } = useRuntime()
  return useMutation(queries.auth.requestEmailVerification.mutationOptions())
}

/** Cancels a pending change by requesting the current address. */
export const useCancelEmailChange = (user: ChangedUser) => {
  const { api } = useRuntime()
  const show = useProfileUpdate()
  return useMutation({
    mutationFn: () => api.users.update({ id: user.id, email: user.email }),
    onSuccess: show,
  })
}
