import { type Dispatch, useEffect } from 'react'
import type { BuilderAction } from './builder-reducer.ts'

const TEXT_FIELD = 'input:not([type=checkbox], [type=radio]), textarea, select'

/** Text fields have their own undo. */
const isTextField = (target: EventTarget | null): boolean => target instanceof HTMLElement && target.matches(TEXT_FIELD)

const actionOf = (event: KeyboardEvent): BuilderAction | null => {
  if (!(event.ctrlKey || event.metaKey) || event.altKey) return null
  const key = event.key.toLowerCase()
  if (key === 'z') return { type: event.shiftKey ? 'redone' : 'undone' }
  return key === 'y' && !event.shiftKey ? { type: 'redone' } : null
}

/** Ctrl+Z and Ctrl+Shift+Z (Cmd on a Mac) for the draft, except in text fields; Ctrl+S saves. */
export const useBuilderKeys = (dispatch: Dispatch<BuilderAction>, onSave: () => void): void => {
  useEffect(() => {
    const handle = (event: KeyboardEvent): void => {
      if ((event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key.toLowerCase() === 's') {
        event.preventDefault()
        onSave()
        return
      }
      const action = isTextField(event.target) ? null : actionOf(event)
      if (action === null) return
      event.preventDefault()
      dispatch(action)
    }
    window.addEventListener('keydown', handle)
    return () => window.removeEventListener('keydown', handle)
  }, [dispatch, onSave])
}
