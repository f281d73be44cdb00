import { useState } from 'react'
import { changed, startHistory, undone } from './draft-history.ts'

export interface Draft<T> {
  readonly value: T
  readonly isChanged: boolean
  readonly canUndo: boolean
  /** `key` names what is typed into, so that its letters are one step back */
  readonly change: (value: T, key?: string | null) => void
  readonly undo: () => void
  readonly discard: () => void
  /** the present is what is stored now */
  readonly saved: () => void
}

/** Something that is changed here and saved in one go. `wire` writes a value so that equal ones are equal texts. */
export const useDraft = <T>(stored: T, wire: (value: T) => string): Draft<T> => {
  const [history, setHistory] = useState(() => startHistory(stored))
  const isChanged = wire(history.present) !== wire(history.saved)
  return {
    value: history.present,
    isChanged,
    canUndo: history.past.length > 0,
    change: (value, key = null) => setHistory((before) => changed(before, value, key)),
    undo: () => setHistory(undone),
    discard: () => setHistory((before) => startHistory(before.saved)),
    saved: () => setHistory((before) => startHistory(before.present)),
  }
}
