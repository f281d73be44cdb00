import { useMutation } from '@tanstack/react-query'
import type { ViewLinkInput } from '#contract/view-links.ts'
import { firstMessage } from '#web/api/api-error.ts'
import { useRuntime } from '#web/app/runtime.tsx'
import { toast } from '#web/app/toast.ts'

/** Creates and revokes view links of an own dashboard. */
export const useViewLinkChanges = (slug: string, onCreated: () => void) => {
  const { api, queries, queryClient } = useRuntime()
  const refresh = () =>
    Promise.all(
      [queries.viewLinks.list.queryKey({ input: { slug } }), queries.dashboardSharing.visible.key()].map((queryKey) =>
        queryClient.invalidateQueries({ queryKey }),
      ),
    )
  const create = useMutation({
    mutationFn: (body: ViewLinkInput) => api.viewLinks.create({ params: { slug }, body }),
    onSuccess: () => {
      onCreated()
      return refresh()
    },
  })
  const revoke = useMutation({
    mutationFn: (linkId: string) => api.viewLinks.revoke({ slug, linkId }),
    onSuccess: () => {
      toast.success('View link revoked')
      create.reset()
      return refresh()
    },
    onError: (error) => toast.failure(firstMessage(error, 'The view link couldn’t be revoked.')),
  })
  return { create, revoke }
}
