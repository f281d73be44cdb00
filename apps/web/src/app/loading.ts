import { createListeners } from '#web/api/listeners.ts'

/** The app-wide loading flag. */
export interface Loading {
  isOn(): boolean
  subscribe(listener: () => void): () => void
  /** Keeps the flag on until `work` settles. */
  track<T>(work: Promise<T>): Promise<T>
}

export const createLoading = (): Loading => {
  const { notify, subscribe } = createListeners()
  let running = 0
  const change = (by: 1 | -1) => {
    running += by
    notify()
  }
  return {
    isOn: () => running > 0,
    subscribe,
    track: (work) => {
      change(1)
      return work.finally(() => change(-1))
    },
  }
}
