import { useMutation } from '@tanstack/react-query'
import { errorFromBody, firstMessage } from '#web/api/api-error.ts'
import { type RawFetch, useRuntime } from '#web/app/runtime.tsx'
import { toast } from '#web/app/toast.ts'
import { useShowProfile } from './use-show-profile.ts'

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
  const show = useShowProfile()
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
  const show = useShowProfile()
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
