import { useCallback, useEffect, useReducer, useRef, useState } from 'react'
import type { Dashboard } from '#contract/dashboards.ts'
import type { LayoutDraft } from './draft/layout-draft.ts'
import { useLayoutDraft } from './draft/use-layout-draft.ts'
import { initialLayout, isDirty, layoutReducer, restoredLayout } from './layout-reducer.ts'
import { useSaveLayout } from './use-save-layout.ts'

/** The saved dashboard that a draft starts from. With an unchanged layout, the loaded one has the newer name and filters. */
const baseOf = (draft: LayoutDraft | null, loaded: Dashboard): Dashboard =>
  draft === null || draft.base.version === loaded.version ? loaded : draft.base

interface LayoutOptions {
  readonly requestedSlug: string
  readonly dashboard: Dashboard
  /** unsaved edits of an earlier visit */
  readonly draft: LayoutDraft | null
  readonly onGone: () => void
}

/** The layout being edited, and its save. Edits are local until saved or discarded; the browser keeps them. */
export const useLayout = ({ requestedSlug, dashboard, draft, onGone }: LayoutOptions) => {
  // The version that the edits are based on; a newer copy in the cache must not replace it.
  const [base, setBase] = useState(() => baseOf(draft, dashboard))
  const [state, dispatch] = useReducer(layoutReducer, null, () =>
    draft === null ? initialLayout(dashboard.widgets) : restoredLayout(base.widgets, draft.widgets),
  )
  const dirty = isDirty(state)
  const [restoredFrom, setRestoredFrom] = useState(draft?.editedAt ?? null)
  const isDirtyNow = useRef(dirty)
  isDirtyNow.current = dirty
  const stored = useLayoutDraft({ base, widgets: state.present, isDirty: dirty, restored: draft })

  // Right after a save, the cached copy is older.
  const isOutdated = dashboard.version > base.version
  useEffect(() => {
    if (!isOutdated || isDirtyNow.current) return
    dispatch({ type: 'loaded', widgets: dashboard.widgets })
    setBase(dashboard)
  }, [dashboard, isOutdated])

  const saving = useSaveLayout({ requestedSlug, dashboard, base, widgets: state.present, dispatch, setBase, onGone })
  const undo = useCallback(() => dispatch({ type: 'undone' }), [])
  const redo = useCallback(() => dispatch({ type: 'redone' }), [])
  const acceptRestored = (): void => setRestoredFrom(null)
  const discardRestored = (): void => {
    const latest = isOutdated ? dashboard : base
    acceptRestored()
    dispatch({ type: 'rebased', saved: latest.widgets, widgets: latest.widgets })
    setBase(latest)
  }
  const restored = restoredFrom !== null && dirty ? { editedAt: restoredFrom, isOutdated } : null
  return { state, dispatch, undo, redo, dirty, saving, stored, restored, acceptRestored, discardRestored }
}
