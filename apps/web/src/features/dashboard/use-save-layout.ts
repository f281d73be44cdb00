import { useMutation } from '@tanstack/react-query'
import { type Dispatch, useState } from 'react'
import type { Dashboard } from '#contract/dashboards.ts'
import { errorBody, errorStatus } from '#web/api/api-error.ts'
import { isObject } from '#web/api/json.ts'
import { useRuntime } from '#web/app/runtime.tsx'
import { toast } from '#web/app/toast.ts'
import { isDashboard } from './draft/layout-draft.ts'
import { isSameLayout, normalizeLayout, type Widgets } from './grid-rules.ts'
import type { LayoutAction } from './layout-reducer.ts'
import { isGone, reportFailure, TOASTS } from './use-dashboard-mutations.ts'

/** Precondition failed: the dashboard was saved by someone else since it was loaded. */
const STALE = 412

/** The dashboard as the server has it, which a rejected save answers; null for other errors. */
const currentOf = (error: unknown): Dashboard | null => {
  const body = errorStatus(error) === STALE ? errorBody(error) : null
  return isObject(body) && isDashboard(body.current) ? body.current : null
}

/** A save that a newer version rejected. */
interface Conflict {
  readonly theirs: Dashboard
  /** with the name and the filters that were on screen */
  readonly mine: Dashboard
}

interface SaveLayoutOptions {
  readonly requestedSlug: string
  readonly dashboard: Dashboard
  /** what the edits are based on */
  readonly base: Dashboard
  readonly widgets: Widgets
  readonly dispatch: Dispatch<LayoutAction>
  readonly setBase: (base: Dashboard) => void
  /** as that of `useDashboardMutations` */
  readonly onGone: () => void
}

/** Saves the layout. When a newer version rejects it, the edits stay until the user has merged both or discards one. */
export const useSaveLayout = (options: SaveLayoutOptions) => {
  const { requestedSlug, dashboard, base, widgets, dispatch, setBase, onGone } = options
  const { api, queries, queryClient } = useRuntime()
  const [conflict, setConflict] = useState<Conflict | null>(null)
  const [isReviewing, setReviewing] = useState(false)
  const queryKey = queries.dashboards.get.queryKey({ input: { slug: requestedSlug } })

  const save = useMutation({
    mutationFn: ({ of, layout, version }: { of: Dashboard; layout: Widgets; version: number }) => {
      const { name, slug, description, isPublic, isDefault } = of
      const shown = { name, slug, description, isDefault, widgets: [...layout], version }
      // A page that was loaded before sharing ended must not share the dashboard again.
      const body = isPublic ? shown : { ...shown, isPublic }
      return api.dashboards.update({ params: { slug }, body })
    },
    onSuccess: (updated) => {
      toast.success(TOASTS.saved)
      dispatch({ type: 'saved', widgets: updated.widgets })
      setBase(updated)
      queryClient.setQueryData(queryKey, updated)
    },
    onError: (error, { of, layout }) => {
      const theirs = currentOf(error)
      if (isGone(error)) return onGone()
      if (theirs === null) return reportFailure(error, 'update', TOASTS.saveFailed)
      if (isSameLayout(normalizeLayout(theirs.widgets), layout)) {
        rebase(theirs, layout)
        return toast.success(TOASTS.saved)
      }
      setConflict({ theirs, mine: of })
      setReviewing(true)
    },
  })

  /** Continues on top of their version. Their layout and mine stay in the undo history. */
  const rebase = (theirs: Dashboard, layout: Widgets): void => {
    setConflict(null)
    setReviewing(false)
    dispatch({ type: 'rebased', saved: theirs.widgets, widgets: layout })
    setBase(theirs)
    queryClient.setQueryData(queryKey, theirs)
  }
  const { mine, theirs } = conflict ?? {}
  const versions = mine && theirs ? { base, theirs, mine: { ...mine, widgets } } : null
  return {
    isSaving: save.isPending,
    /** the three versions of a rejected save; null without one */
    versions,
    isReviewing,
    review: () => setReviewing(true),
    closeReview: () => setReviewing(false),
    save: () => save.mutate({ of: dashboard, layout: widgets, version: base.version }),
    /** `then` is called with their version, once the layout is saved */
    saveMerged: (layout: Widgets, then: (theirs: Dashboard) => void) => {
      if (!theirs) return
      rebase(theirs, layout)
      save.mutate({ of: theirs, layout, version: theirs.version }, { onSuccess: () => then(theirs) })
    },
    takeTheirs: () => theirs && rebase(theirs, theirs.widgets),
  }
}
