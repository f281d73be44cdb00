import { useMutation } from '@tanstack/react-query'
import { useRuntime } from '#web/app/runtime.tsx'
import { useShowProfile } from './use-show-profile.ts'

/** Asks for another address, which takes effect when its link is opened. The address in force takes a request back. */
export const useEmailChange = (id: string) => {
  const { api } = useRuntime()
  const show = useShowProfile()
  return useMutation({
    mutationFn: (email: string) => api.users.update({ id, email }),
    onSuccess: show,
  })
}
