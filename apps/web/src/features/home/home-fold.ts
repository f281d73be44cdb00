import { useSyncExternalStore } from 'react'

const KEY = 'home.isFolded'
const listeners = new Set<() => void>()

const stored = (): boolean => localStorage.getItem(KEY) === 'true'

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}

/** Whether Home shows its sentence only; remembered in this browser. */
export const useIsFolded = (): boolean => useSyncExternalStore(subscribe, stored)

export const foldHome = (isFolded: boolean): void => {
  localStorage.setItem(KEY, String(isFolded))
  for (const listener of listeners) listener()
}
