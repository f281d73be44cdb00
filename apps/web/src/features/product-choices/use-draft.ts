import { useState } from 'react'
import { changed, redone, startHistory, undone } from './draft-history.ts'

export interface Draft<T> {
  readonly value: T
  readonly isChanged: boolean
  readonly canUndo: boolean
  readonly canRedo: boolean
  /** `key` names what is typed into, so that its letters are one step back */
  readonly change: (value: T, key?: string | null) => void
  readonly undo: () => void
  readonly redo: () => void
  readonly discard: () => void
  /** the present, or what the server made of it, is what is stored now */
  readonly saved: (value?: T) => void
}

/**
 * Something that is changed here and saved in one go. `wire` writes a value so that equal ones are equal texts. A draft that
 * was kept from an earlier visit is one step away from what is stored.
 */
export const useDraft = <T>(stored: T, wire: (value: T) => string, kept: T | null = null): Draft<T> => {
  const [history, setHistory] = useState(() => {
    const begun = startHistory(stored)
    return kept === null ? begun : changed(begun, kept)
  })
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
