import { useEffect } from 'react'
import type { Draft } from '../product-choices/use-draft.ts'

const TEXT_FIELD = 'input:not([type=checkbox], [type=radio]), textarea, select'

/** Fields undo their own text. */
const isTextField = (target: EventTarget | null): boolean => target instanceof HTMLElement && target.matches(TEXT_FIELD)

/** Ctrl+Z and Ctrl+Shift+Z (Cmd on a Mac) for the draft, except in text fields; Ctrl+S saves. */
export const useSettingsKeys = (
  { undo, redo, isChanged }: Pick<Draft<unknown>, 'undo' | 'redo' | 'isChanged'>,
  onSave: () => void,
) => {
  useEffect(() => {
    const actions: Readonly<Record<string, () => void>> = { z: undo, 'shift+z': redo, y: redo, s: onSave }
    const handle = (event: KeyboardEvent): void => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey) return
      const key = `${event.shiftKey ? 'shift+' : ''}${event.key.toLowerCase()}`
      const action = actions[key]
      if (action === undefined || (key !== 's' && isTextField(event.target))) return
      event.preventDefault()
      if (key !== 's' || isChanged) action()
    }
    window.addEventListener('keydown', handle)
    return () => window.removeEventListener('keydown', handle)
  }, [undo, redo, isChanged, onSave])
}
