import { useCallback, useEffect, useState } from 'react'
import { lookupTable } from '#domain/lookup-table.ts'
import { useRuntime } from '#web/app/runtime.tsx'
import { changed, rebased, redone, startHistory, undone } from './draft-history.ts'

export interface Draft<T> {
  readonly value: T
  readonly isChanged: boolean
  readonly canUndo: boolean
  readonly canRedo: boolean
  /** `key` identifies the edited field, so that typing is one undo step */
  readonly change: (value: T, key?: string | null) => void
  readonly undo: () => void
  readonly redo: () => void
  readonly discard: () => void
  /** resets the history to the current value, or to the value that the server returned */
  readonly saved: (value?: T) => void
}

/**
 * A value that is edited locally and saved as a whole. `wire` serializes values for comparison. A draft restored from an
 * earlier visit is one undo step away from the stored value, and so are the edits once somebody else has saved another one.
 */
export const useDraft = <T extends object>(stored: T, wire: (value: T) => string, kept: T | null = null): Draft<T> => {
  const [history, setHistory] = useState(() => {
    const begun = startHistory(stored)
    return kept === null ? begun : changed(begun, kept)
  })
  const wired = wire(stored)
  const [loaded, setLoaded] = useState(wired)
  if (loaded !== wired) {
    setLoaded(wired)
    if (wired !== wire(history.saved)) setHistory((before) => rebased(before, stored, wire))
  }
  const isChanged = wire(history.present) !== wire(history.saved)
  return {
    value: history.present,
    isChanged,
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    change: (value, key = null) => setHistory((before) => changed(before, value, key)),
    undo: () => setHistory(undone),
    redo: () => setHistory(redone),
    discard: () => setHistory((before) => startHistory(before.saved)),
    saved: (value) => setHistory((before) => startHistory(value ?? before.present)),
  }
}

/** Marks all cached numbers as stale after a change of definitions; they are refetched when shown next. */
export const useInvalidateNumbers = (): (() => void) => {
  const { queryClient } = useRuntime()
  return useCallback(() => void queryClient.invalidateQueries({ refetchType: 'none' }), [queryClient])
}

const TEXT_FIELD = 'input:not([type=checkbox], [type=radio]), textarea, select'

/** Text fields have their own undo. */
const isTextField = (target: EventTarget | null): boolean => target instanceof HTMLElement && target.matches(TEXT_FIELD)

interface DraftKeys {
  readonly undo: () => void
  readonly redo: () => void
  /** absent: no key saves */
  readonly save?: () => void
  readonly isOn?: boolean
}

/** Ctrl+Z and Ctrl+Shift+Z (Cmd on a Mac) undo and redo outside text fields; Ctrl+S saves. */
export const useDraftKeys = ({ undo, redo, save, isOn = true }: DraftKeys): void => {
  useEffect(() => {
    if (!isOn) return
    const actions: Readonly<Record<string, (() => void) | undefined>> = lookupTable({
      z: undo,
      'shift+z': redo,
      y: redo,
      s: save,
    })
    const handle = (event: KeyboardEvent): void => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey) return
      const key = `${event.shiftKey ? 'shift+' : ''}${event.key.toLowerCase()}`
      const action = actions[key]
      if (action === undefined || (key !== 's' && isTextField(event.target))) return
      event.preventDefault()
      action()
    }
    window.addEventListener('keydown', handle)
    return () => window.removeEventListener('keydown', handle)
  }, [undo, redo, save, isOn])
}
