/** The app-wide loading flag. */
export interface Loading {
  isOn(): boolean
  subscribe(listener: () => void): () => void
  /** Keeps the flag on until `work` settles. */
  track<T>(work: Promise<T>): Promise<T>
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
    track: (work) => {
      change(1)
      return work.finally(() => change(-1))
    },
  }
}
