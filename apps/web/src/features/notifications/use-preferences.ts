import { useMutation, useQuery } from '@tanstack/react-query'
import type { NotificationPreference, NotificationPreferences } from '#contract/notifications.ts'
import { firstMessage } from '#web/api/api-error.ts'
import { useRuntime } from '#web/app/runtime.tsx'
import { toast } from '#web/app/toast.ts'

const MUTATION = ['notification preferences'] as const

const withPreference = (all: NotificationPreferences, changed: NotificationPreference): NotificationPreferences => ({
  ...all,
  preferences: all.preferences.map((preference) => (preference.kind === changed.kind ? changed : preference)),
})

/** The user's preferences, and the way to change one, which is seen at once and taken back if it cannot be saved. */
export const usePreferences = () => {
  const { api, queries, queryClient } = useRuntime()
  const { queryKey } = queries.notifications.preferences
  const query = useQuery(queries.notifications.preferences.queryOptions({ staleTime: 0 }))
  const change = useMutation({
    mutationKey: MUTATION,
    mutationFn: (changed: NotificationPreference) => api.notifications.savePreferences({ preferences: [changed] }),
    onMutate: async (changed) => {
      await queryClient.cancelQueries({ queryKey: queryKey() })
      queryClient.setQueryData(queryKey(), (all) => all && withPreference(all, changed))
    },
    onError: (error) => toast.failure(firstMessage(error, 'Your preference couldn’t be saved. Please try again.')),
    onSettled: () => {
      // What the server holds is asked for after the last of several changes, so that none is undone on screen between.
      if (queryClient.isMutating({ mutationKey: MUTATION }) > 1) return
      void queryClient.invalidateQueries({ queryKey: queryKey() })
    },
  })
  return { query, change }
}
