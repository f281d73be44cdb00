import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { Dashboard } from '#contract/dashboards.ts'
import { useCurrentUser } from '#web/app/current-user.ts'
import type { DraftKey } from '#web/app/draft/draft-database.ts'
import { useRuntime } from '#web/app/runtime.tsx'
import type { Widgets } from '../grid-rules.ts'
import { type LayoutDraft, toStoredDraft } from './layout-draft.ts'

const useDraftKey = (slug: string): DraftKey => {
  const user = useCurrentUser()
  const accountId = user?.accountId ?? 0
  const userId = user?.id ?? ''
  return useMemo(() => ({ accountId, userId, kind: 'dashboard', id: slug }), [accountId, userId, slug])
}

interface LayoutDraftOptions {
  readonly base: Dashboard
  readonly widgets: Widgets
  readonly isDirty: boolean
  /** the draft of an earlier visit that `widgets` began with */
  readonly restored: LayoutDraft | null
}

/** Keeps unsaved edits in the browser with each change, and removes them once they are saved, undone or discarded. */
export const useLayoutDraft = ({ base, widgets, isDirty, restored }: LayoutDraftOptions) => {
  const { drafts } = useRuntime()
  const key = useDraftKey(base.slug)
  const [isStored, setStored] = useState(restored !== null)
  const hasDraft = useRef(restored !== null)
  // A draft that was only opened keeps its date.
  const unchanged = useRef(restored === null ? null : widgets)

  const remove = useCallback((): void => {
    hasDraft.current = false
    drafts.remove(key).catch(console.warn)
  }, [drafts, key])

  useEffect(() => {
    if (isDirty && unchanged.current === widgets) return
    unchanged.current = null
    if (!isDirty) {
      if (hasDraft.current) remove()
      return
    }
    hasDraft.current = true
    drafts.put(key, toStoredDraft({ editedAt: Date.now(), base, widgets })).then(
      () => setStored(true),
      (error: unknown) => {
        console.warn('Unsaved changes could not be stored in this browser', error)
        setStored(false)
      },
    )
  }, [drafts, key, base, widgets, isDirty, remove])

  return { isStored, remove }
}
