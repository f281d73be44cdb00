import { useMemo, useSyncExternalStore } from 'react'
import { NOTE_KINDS, type NoteKind } from '#domain/calendar-notes.ts'

const KEY = 'calendarNotes.hiddenKinds'
const listeners = new Set<() => void>()

const stored = (): string => localStorage.getItem(KEY) ?? ''

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}

/** Kinds of notes that charts do not mark; remembered in this browser. */
export const useHiddenKinds = (): readonly NoteKind[] => {
  const text = useSyncExternalStore(subscribe, stored)
  return useMemo(() => NOTE_KINDS.filter((kind) => text.split(' ').includes(kind)), [text])
}

export const hideKinds = (kinds: readonly NoteKind[]): void => {
  localStorage.setItem(KEY, kinds.join(' '))
  for (const listener of listeners) listener()
}
