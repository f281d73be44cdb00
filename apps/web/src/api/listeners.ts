/** Functions to call when something changes. */
export const createListeners = <Args extends readonly unknown[] = []>() => {
  const listeners = new Set<(...args: Args) => void>()
  return {
    notify: (...args: Args): void => {
      for (const listener of listeners) listener(...args)
    },
    /** Returns an unsubscribe function. */
    subscribe: (listener: (...args: Args) => void): (() => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
