import { CancelledError, useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { Dashboard, NewDashboard } from '#contract/dashboards.ts'
import type { SavedFilterBar } from '#contract/filter-bar.ts'
import { errorStatus, firstMessage } from '#web/api/api-error.ts'
import { toastWithUndo } from '#web/app/notice.tsx'
import { useRuntime } from '#web/app/runtime.tsx'
import { toast } from '#web/app/toast.ts'

/** What a failed call is reported as when its error has no message of its own. */
export const FAILURES = {
  fetch: 'Failed to fetch dashboard',
  layout: 'Layout must be an array!',
  fetchAll: 'Failed to fetch dashboards',
  create: 'Failed to create dashboard',
  update: 'Failed to update dashboard',
  toggleDefault: 'Failed to toggle default dashboard',
  rename: 'Failed to update dashboard name',
  describe: 'Failed to update dashboard description',
  saveFilterBar: 'Failed to update dashboard filters',
  remove: 'Failed to delete dashboard',
} as const

const logFailure = (what: string, error: unknown, call: keyof typeof FAILURES): void =>
  console.error(what, firstMessage(error, FAILURES[call]))

/** Shows the toast of a failed call and logs the reason. */
export const reportFailure = (error: unknown, call: keyof typeof FAILURES, message: string): void => {
  logFailure('The dashboard could not be changed or loaded', error, call)
  toast.failure(message)
}

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
  filtersSaved: 'Default filters saved',
  filtersRemoved: 'Default filters removed',
  filtersFailed: 'Failed to update dashboard filters',
} as const

/** Where a deleted dashboard is. */
const TRASH_TEXT = 'It’s in the trash of All dashboards for 30 days.'

export const DEFAULT_DESCRIPTION = 'Add/remove widgets to create your own dashboard.'

/** The alias of an account's default dashboard, whatever its slug. */
export const DEFAULT_SLUG = 'default'

/** The dashboard was deleted, or is not shared with the user any more. */
export const isGone = (error: unknown): boolean => errorStatus(error) === 404

interface DashboardMutationsOptions {
  readonly requestedSlug: string
  readonly slug: string
  /** called before a navigation that must not ask about unsaved changes */
  readonly onLeaving: () => void
  /** the same, once a new dashboard is created and before it opens */
  readonly onCreated?: () => void
  /** a call was refused since the dashboard was deleted, or is not shared with the user any more */
  readonly onGone?: () => void
}

/** Mutations of a dashboard that apply immediately, each with its toast. Saving the layout is not among them. */
export const useDashboardMutations = (options: DashboardMutationsOptions) => {
  const { requestedSlug, slug, onLeaving, onCreated, onGone } = options
  const { api, queries, queryClient } = useRuntime()
  const navigate = useNavigate()
  const { mutate: restore } = useRestoreDashboard()

  const refreshLists = () =>
    Promise.all(
      [queries.dashboards.slugs.key(), queries.dashboards.list.key()].map((queryKey) =>
        queryClient.invalidateQueries({ queryKey }, { throwOnError: true }),
      ),
    ).catch((error: unknown) => {
      // Leaving the page cancels them.
      if (!(error instanceof CancelledError))
        logFailure('The list of dashboards could not be loaded', error, 'fetchAll')
    })
  /** Layout and version on screen stay as loaded: only a save or a reload changes them. */
  const updateCached = (change: Partial<Dashboard>): void => {
    queryClient.setQueryData(queries.dashboards.get.queryKey({ input: { slug: requestedSlug } }), (current) =>
      current ? { ...current, ...change } : current,
    )
    void refreshLists()
  }

  const failed = (error: unknown, call: keyof typeof FAILURES, message: string): void =>
    isGone(error) && onGone ? onGone() : reportFailure(error, call, message)

  const create = useMutation({
    mutationFn: async ({ filterBar, ...input }: NewDashboard & { readonly filterBar?: SavedFilterBar | null }) => {
      const created = await api.dashboards.create(input)
      return filterBar ? api.dashboards.saveFilterBar({ slug: created.slug, filterBar }) : created
    },
    onSuccess: async (created) => {
      toast.success(TOASTS.created)
      onCreated?.()
      void refreshLists()
      await navigate({ to: '/dashboard/$slug', params: { slug: created.slug } })
    },
    onError: (error) => reportFailure(error, 'create', TOASTS.createFailed),
  })
  const remove = useMutation({
    mutationFn: () => api.dashboards.remove({ slug }),
    onSuccess: async () => {
      toastWithUndo(TOASTS.deleted, () => restore(slug), TRASH_TEXT)
      onLeaving()
      await navigate({ to: '/' })
      queryClient.removeQueries({ queryKey: queries.dashboards.get.queryKey({ input: { slug: requestedSlug } }) })
      void refreshLists()
    },
    onError: (error) => failed(error, 'remove', TOASTS.deleteFailed),
  })
  const toggleDefault = useMutation({
    mutationFn: () => api.dashboards.toggleDefault({ slug }),
    onSuccess: ({ isDefault }) => {
      toast.success(isDefault ? TOASTS.defaultSet : TOASTS.defaultRemoved)
      updateCached({ isDefault })
    },
    onError: (error) => failed(error, 'toggleDefault', TOASTS.defaultFailed),
  })
  const rename = useMutation({
    mutationFn: (newValue: string) => api.dashboards.rename({ slug, newValue }),
    onSuccess: ({ name }) => updateCached({ name }),
    onError: (error) => failed(error, 'rename', TOASTS.nameFailed),
  })
  const describe = useMutation({
    mutationFn: (newValue: string) => api.dashboards.describe({ slug, newValue }),
    onSuccess: ({ description }) => updateCached({ description }),
    onError: (error) => failed(error, 'describe', TOASTS.descriptionFailed),
  })
  const saveFilterBar = useMutation({
    mutationFn: (filterBar: SavedFilterBar | null) => api.dashboards.saveFilterBar({ slug, filterBar }),
    onSuccess: ({ filterBar }) => {
      toast.success(filterBar === null ? TOASTS.filtersRemoved : TOASTS.filtersSaved)
      updateCached({ filterBar })
    },
    onError: (error) => failed(error, 'saveFilterBar', TOASTS.filtersFailed),
  })
  return { create, remove, toggleDefault, rename, describe, saveFilterBar }
}

/** Restores a dashboard from the trash, by its slug. */
export const useRestoreDashboard = () => {
  const { api, queries, queryClient } = useRuntime()
  return useMutation({
    mutationFn: (slug: string) => api.dashboards.restore({ slug }),
    onSuccess: async ({ name }) => {
      toast.success(`${name} restored`)
      const lists = [queries.dashboards.slugs, queries.dashboards.list, queries.dashboards.trash]
      const keys = [...lists, queries.dashboardSharing.visible].map((call) => call.key())
      await Promise.all(keys.map((queryKey) => queryClient.invalidateQueries({ queryKey })))
    },
    onError: (error) =>
      toast.failure(firstMessage(error, 'Something went wrong. Check your connection and try again.')),
  })
}
