import { useMutation } from '@tanstack/react-query'
import { useEffect, useReducer, useRef, useState } from 'react'
import type { Dashboard } from '#contract/dashboards.ts'
import { errorStatus } from '#web/api/api-error.ts'
import { useRuntime } from '#web/app/runtime.tsx'
import { toast } from '#web/app/toast.ts'
import { TOASTS } from './dashboard-messages.ts'
import { isDirty, layoutReducer, loadedLayout } from './layout-reducer.ts'

/** Precondition failed: someone saved the dashboard since it was loaded. */
const STALE = 412

/** The layout being edited, with its save. Edits stay here until they are saved or given up. */
export const useLayout = (wanted: string, dashboard: Dashboard) => {
  const { api, queries, queryClient } = useRuntime()
  const [state, dispatch] = useReducer(layoutReducer, dashboard.widgets, loadedLayout)
  // The version that the edits were made from; a newer copy in the cache must not lend them its own.
  const [version, setVersion] = useState(dashboard.version)
  const [isStale, setStale] = useState(false)
  const dirty = isDirty(state)
  const isDirtyNow = useRef(dirty)
  isDirtyNow.current = dirty
  const queryKey = queries.dashboards.get.queryKey({ input: { slug: wanted } })

  const adopt = (loaded: Dashboard): void => {
    dispatch({ type: 'loaded', widgets: loaded.widgets })
    setVersion(loaded.version)
    setStale(false)
  }
  useEffect(() => {
    if (dashboard.version === version || isDirtyNow.current) return
    dispatch({ type: 'loaded', widgets: dashboard.widgets })
    setVersion(dashboard.version)
  }, [dashboard.version, dashboard.widgets, version])

  const save = useMutation({
    mutationFn: () => {
      const { name, slug, description, isPublic, isDefault } = dashboard
      const body = { name, slug, description, isPublic, isDefault, widgets: [...state.present], version }
      return api.dashboards.update({ params: { slug }, body })
    },
    onSuccess: (updated) => {
      toast.success(TOASTS.saved)
      dispatch({ type: 'saved', widgets: updated.widgets })
      setVersion(updated.version)
      queryClient.setQueryData(queryKey, updated)
    },
    onError: (error) => {
      if (errorStatus(error) === STALE) setStale(true)
      else toast.failure(TOASTS.saveFailed)
    },
  })
  const reload = useMutation({
    mutationFn: () => api.dashboards.get({ slug: dashboard.slug }),
    onSuccess: (loaded) => {
      adopt(loaded)
      queryClient.setQueryData(queryKey, loaded)
    },
    onError: () => toast.failure(TOASTS.loadFailed),
  })
  return { state, dispatch, dirty, isStale, save, reload }
}
