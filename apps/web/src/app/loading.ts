/** The app-wide loading flag, raised by anything that must not be worked with before it is there. */
export interface Loading {
  isOn(): boolean
  subscribe(listener: () => void): () => void
  /** Raises the flag until `work` has settled. */
  during<T>(work: Promise<T>): Promise<T>
}

export const createLoading = (): Loading => {
  const listeners = new Set<() => void>()
  let running = 0
  const change = (by: 1 | -1) => {
    running += by
    for (const listener of listeners) listener()
  }
  return {
    isOn: () => running > 0,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    during: (work) => {
      change(1)
      return work.finally(() => change(-1))
    },
  }
}
