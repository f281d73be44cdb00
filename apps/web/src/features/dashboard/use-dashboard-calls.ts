import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { Dashboard, NewDashboard } from '#contract/dashboards.ts'
import { useRuntime } from '#web/app/runtime.tsx'
import { toast } from '#web/app/toast.ts'
import { TOASTS } from './dashboard-messages.ts'

interface DashboardCalls {
  readonly wanted: string
  readonly slug: string
  /** navigation that follows must not ask about unsaved changes */
  readonly onLeaving: () => void
}

/** Calls that act at once on a dashboard as a whole, each with its toast. Layout saves are not among them. */
export const useDashboardCalls = ({ wanted, slug, onLeaving }: DashboardCalls) => {
  const { api, queries, queryClient } = useRuntime()
  const navigate = useNavigate()

  const refreshLists = () =>
    Promise.all(
      [queries.dashboards.slugs.key(), queries.dashboards.list.key()].map((queryKey) =>
        queryClient.invalidateQueries({ queryKey }),
      ),
    )
  /** Layout and version on screen stay as they were loaded: only a save or a reload changes those. */
  const keep = (change: Partial<Dashboard>): void => {
    queryClient.setQueryData(queries.dashboards.get.queryKey({ input: { slug: wanted } }), (held) =>
      held ? { ...held, ...change } : held,
    )
    void refreshLists()
  }

  const create = useMutation({
    mutationFn: (input: NewDashboard) => api.dashboards.create(input),
    onSuccess: async (created) => {
      toast.success(TOASTS.created)
      void refreshLists()
      await navigate({ to: '/dashboard/$slug', params: { slug: created.slug } })
    },
    onError: () => toast.failure(TOASTS.createFailed),
  })
  const remove = useMutation({
    mutationFn: () => api.dashboards.remove({ slug }),
    onSuccess: async () => {
      toast.success(TOASTS.deleted)
      onLeaving()
      await navigate({ to: '/' })
      queryClient.removeQueries({ queryKey: queries.dashboards.get.queryKey({ input: { slug: wanted } }) })
      void refreshLists()
    },
    onError: () => toast.failure(TOASTS.deleteFailed),
  })
  const toggleDefault = useMutation({
    mutationFn: () => api.dashboards.toggleDefault({ slug }),
    onSuccess: ({ isDefault }) => {
      toast.success(isDefault ? TOASTS.defaultSet : TOASTS.defaultRemoved)
      keep({ isDefault })
    },
    onError: () => toast.failure(TOASTS.defaultFailed),
  })
  const rename = useMutation({
    mutationFn: (newValue: string) => api.dashboards.rename({ slug, newValue }),
    onSuccess: ({ name }) => keep({ name }),
    onError: () => toast.failure(TOASTS.nameFailed),
  })
  const describe = useMutation({
    mutationFn: (newValue: string) => api.dashboards.describe({ slug, newValue }),
    onSuccess: ({ description }) => keep({ description }),
    onError: () => toast.failure(TOASTS.descriptionFailed),
  })
  return { create, remove, toggleDefault, rename, describe }
}
