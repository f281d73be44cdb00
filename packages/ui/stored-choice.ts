import { useSyncExternalStore } from 'react'

/** A choice of the reader as a text, which other tabs follow. */
export interface StoredChoice {
  /** empty until something is chosen */
  readonly read: () => string
  readonly write: (text: string) => void
  readonly subscribe: (listener: () => void) => () => void
}

/** Remembered in this browser; until the page is left where the browser stores nothing. */
export const createStoredChoice = (key: string): StoredChoice => {
  const listeners = new Set<() => void>()
  let unstored: string | null = null
  return {
    read: () => {
      if (unstored !== null) return unstored
      try {
        return localStorage.getItem(key) ?? ''
      } catch {
        return ''
      }
    },
    write: (text) => {
      try {
        localStorage.setItem(key, text)
        unstored = null
      } catch {
        unstored = text
      }
      for (const listener of listeners) listener()
    },
    subscribe: (listener) => {
      listeners.add(listener)
      window.addEventListener('storage', listener)
      return () => {
        listeners.delete(listener)
        window.removeEventListener('storage', listener)
      }
    },
  }
}

export const useStoredChoice = ({ subscribe, read }: StoredChoice): string =>
  useSyncExternalStore(subscribe, read, () => '')
