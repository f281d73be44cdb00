import { type Dispatch, useEffect } from 'react'
import type { LayoutAction } from './layout-reducer.ts'

/** Fields undo their own text. */
const isTextField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))

const actionOf = (event: KeyboardEvent): LayoutAction | null => {
  if (!(event.ctrlKey || event.metaKey) || event.altKey) return null
  const key = event.key.toLowerCase()
  if (key === 'z') return { type: event.shiftKey ? 'redone' : 'undone' }
  return key === 'y' && !event.shiftKey ? { type: 'redone' } : null
}

/** Ctrl+Z and Ctrl+Shift+Z (Cmd on a Mac), except in text fields. */
export const useUndoKeys = (dispatch: Dispatch<LayoutAction>, isOn: boolean): void => {
  useEffect(() => {
    if (!isOn) return
    const handle = (event: KeyboardEvent): void => {
      const action = isTextField(event.target) ? null : actionOf(event)
      if (action === null) return
      event.preventDefault()
      dispatch(action)
    }
    window.addEventListener('keydown', handle)
    return () => window.removeEventListener('keydown', handle)
  }, [dispatch, isOn])
}
