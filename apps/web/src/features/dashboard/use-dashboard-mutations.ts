import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { Dashboard, NewDashboard } from '#contract/dashboards.ts'
import { useRuntime } from '#web/app/runtime.tsx'
import { toast } from '#web/app/toast.ts'

/** Fallback messages of the dashboard screen. */
export const FETCH_FAILED = 'Failed to fetch dashboard'
export const CREATE_FAILED = 'Failed to create dashboard'

/** Toast messages. */
export const TOASTS = {
  created: 'Dashboard created successfully',
  createFailed: 'Failed to create dashboard. Please try again.',
  deleted: 'Dashboard deleted successfully',
  deleteFailed: 'Failed to delete dashboard. Please try again.',
  defaultSet: 'Dashboard set as default successfully',
  defaultRemoved: 'Dashboard removed from default successfully',
  defaultFailed: 'Failed to update default dashboard. Please try again.',
  saved: 'Dashboard saved successfully',
  saveFailed: 'Failed to save dashboard. Please try again.',
  loadFailed: 'Failed to load dashboard. Please try again.',
  nameFailed: 'Failed to update dashboard name',
  descriptionFailed: 'Failed to update dashboard description',
} as const

export const DEFAULT_DESCRIPTION = 'Add/remove widgets to create your own dashboard.'

/** The alias of an account's default dashboard, whatever its slug. */
export const DEFAULT_SLUG = 'default'

interface DashboardMutationsOptions {
  readonly requestedSlug: string
  readonly slug: string
  /** called before a navigation that must not ask about unsaved changes */
  readonly onLeaving: () => void
}

/** Mutations of a dashboard that apply immediately, each with its toast. Saving the layout is not among them. */
export const useDashboardMutations = ({ requestedSlug, slug, onLeaving }: DashboardMutationsOptions) => {
  const { api, queries, queryClient } = useRuntime()
  const navigate = useNavigate()

  const refreshLists = () =>
    Promise.all(
      [queries.dashboards.slugs.key(), queries.dashboards.list.key()].map((queryKey) =>
        queryClient.invalidateQueries({ queryKey }),
      ),
    )
  /** Layout and version on screen stay as loaded: only a save or a reload changes them. */
  const updateCached = (change: Partial<Dashboard>): void => {
    queryClient.setQueryData(queries.dashboards.get.queryKey({ input: { slug: requestedSlug } }), (current) =>
      current ? { ...current, ...change } : current,
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
      queryClient.removeQueries({ queryKey: queries.dashboards.get.queryKey({ input: { slug: requestedSlug } }) })
      void refreshLists()
    },
    onError: () => toast.failure(TOASTS.deleteFailed),
  })
  const toggleDefault = useMutation({
    mutationFn: () => api.dashboards.toggleDefault({ slug }),
    onSuccess: ({ isDefault }) => {
      toast.success(isDefault ? TOASTS.defaultSet : TOASTS.defaultRemoved)
      updateCached({ isDefault })
    },
    onError: () => toast.failure(TOASTS.defaultFailed),
  })
  const rename = useMutation({
    mutationFn: (newValue: string) => api.dashboards.rename({ slug, newValue }),
    onSuccess: ({ name }) => updateCached({ name }),
    onError: () => toast.failure(TOASTS.nameFailed),
  })
  const describe = useMutation({
    mutationFn: (newValue: string) => api.dashboards.describe({ slug, newValue }),
    onSuccess: ({ description }) => updateCached({ description }),
    onError: () => toast.failure(TOASTS.descriptionFailed),
  })
  return { create, remove, toggleDefault, rename, describe }
}
