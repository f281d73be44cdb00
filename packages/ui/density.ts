import { useSyncExternalStore } from 'react'

/** How closely the rows of all tables are set. */
export type Density = 'comfortable' | 'compact'

/** Pixels of a row. */
const ROW_HEIGHTS: Readonly<Record<Density, number>> = { comfortable: 36, compact: 30 }

const KEY = 'table-density'

const listeners = new Set<() => void>()

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  // Other tabs follow.
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}

const read = (): Density => {
  try {
    return localStorage.getItem(KEY) === 'compact' ? 'compact' : 'comfortable'
  } catch {
    return 'comfortable'
  }
}

/** Remembered in this browser, where it may store anything. */
const setDensity = (density: Density): void => {
  try {
    localStorage.setItem(KEY, density)
  } catch {
    return
  }
  for (const listener of listeners) listener()
}

/** The reader's density with its row height in pixels, and how to change it. */
export const useDensity = () => {
  const density = useSyncExternalStore(subscribe, read, () => 'comfortable' as const)
  return { density, rowHeight: ROW_HEIGHTS[density], setDensity }
}
