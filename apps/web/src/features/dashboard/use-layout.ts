import { useMutation } from '@tanstack/react-query'
import { useCallback, useEffect, useReducer, useRef, useState } from 'react'
import type { Dashboard } from '#contract/dashboards.ts'
import { errorStatus } from '#web/api/api-error.ts'
import { useRuntime } from '#web/app/runtime.tsx'
import { toast } from '#web/app/toast.ts'
import { initialLayout, isDirty, layoutReducer } from './layout-reducer.ts'
import { reportFailure, TOASTS } from './use-dashboard-mutations.ts'

/** Precondition failed: the dashboard was saved by someone else since it was loaded. */
const STALE = 412

/** The layout being edited, and its save. Edits are local until saved or discarded. */
export const useLayout = (requestedSlug: string, dashboard: Dashboard) => {
  const { api, queries, queryClient } = useRuntime()
  const [state, dispatch] = useReducer(layoutReducer, dashboard.widgets, initialLayout)
  // The version that the edits are based on; a newer copy in the cache must not replace it.
  const [version, setVersion] = useState(dashboard.version)
  const [isStale, setStale] = useState(false)
  const dirty = isDirty(state)
  const isDirtyNow = useRef(dirty)
  isDirtyNow.current = dirty
  const queryKey = queries.dashboards.get.queryKey({ input: { slug: requestedSlug } })

  const applyLoaded = (loaded: Dashboard): void => {
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
      else reportFailure(error, 'update', TOASTS.saveFailed)
    },
  })
  const reload = useMutation({
    mutationFn: () => api.dashboards.get({ slug: dashboard.slug }),
    onSuccess: (loaded) => {
      applyLoaded(loaded)
      queryClient.setQueryData(queryKey, loaded)
    },
    onError: (error) => reportFailure(error, 'fetch', TOASTS.loadFailed),
  })
  const undo = useCallback(() => dispatch({ type: 'undone' }), [])
  const redo = useCallback(() => dispatch({ type: 'redone' }), [])
  return { state, dispatch, undo, redo, dirty, isStale, save, reload }
}
