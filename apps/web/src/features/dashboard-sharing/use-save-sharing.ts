import { useMutation } from '@tanstack/react-query'
import type { SharingInput } from '#contract/dashboard-sharing.ts'
import type { Dashboard } from '#contract/dashboards.ts'
import { useRuntime } from '#web/app/runtime.tsx'
import { toast } from '#web/app/toast.ts'

/** Saves who can open an own dashboard. */
export const useSaveSharing = (slug: string, onSaved: () => void) => {
  const { api, queries, queryClient } = useRuntime()
  return useMutation({
    mutationFn: (body: SharingInput) => api.dashboardSharing.save({ params: { slug }, body }),
    onSuccess: ({ isPublic }) => {
      toast.success('Sharing saved')
      onSaved()
      queryClient.setQueriesData<Dashboard>({ queryKey: queries.dashboards.get.key() }, (current) =>
        current?.slug === slug ? { ...current, isPublic } : current,
      )
      return queryClient.invalidateQueries({ queryKey: queries.dashboardSharing.visible.key() })
    },
  })
}
