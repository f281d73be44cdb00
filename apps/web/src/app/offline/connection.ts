import { createListeners } from '#web/api/listeners.ts'

/** Whether the server answers. `shownFrom`: when the oldest stored answer on screen arrived, in epoch milliseconds. */
type ConnectionState =
  | { readonly isReachable: true }
  | { readonly isReachable: false; readonly shownFrom: number | null }

interface ConnectionPorts {
  /** asks the server for anything; resolves to whether it answered */
  readonly probe: () => Promise<boolean>
  readonly now: () => number
  /** calls back after milliseconds; returns a cancel function */
  readonly after: (milliseconds: number, callback: () => void) => () => void
}

export interface Connection {
  /** Referentially stable until something changes. */
  state(): ConnectionState
  subscribe(listener: () => void): () => void
  /**
   * Tells that a request was not answered; resolves to whether the server cannot be reached at all. If so, it is tried again
   * with growing pauses.
   */
  failed(): Promise<boolean>
  /** Tells that an answer stored at this time is shown. */
  showsStored(at: number): void
  retryNow(): void
  /** Called when the server answers again; `since`: from when on it did not, in epoch milliseconds. */
  onRestored(listener: (since: number) => void): () => void
}

const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 30_000

const REACHABLE: ConnectionState = { isReachable: true }

export const createConnection = ({ probe, now, after }: ConnectionPorts): Connection => {
  const { notify, subscribe } = createListeners()
  const restored = createListeners<[since: number]>()
  let state: ConnectionState = REACHABLE
  let since = 0
  let pause = FIRST_PAUSE_MS
  let cancelRetry = (): void => undefined
  let check: Promise<boolean> | null = null

  const set = (next: ConnectionState): void => {
    state = next
    notify()
  }
  const restore = (): void => {
    cancelRetry()
    set(REACHABLE)
    restored.notify(since)
  }
  const waitAndRetry = (): void => {
    cancelRetry()
    cancelRetry = after(pause, () => void retry())
    pause = Math.min(LONGEST_PAUSE_MS, pause * 2)
  }
  const retry = async (): Promise<void> => {
    const isAnswered = await probe()
    if (state.isReachable) return
    if (isAnswered) restore()
    else waitAndRetry()
  }
  /** A single call may fail for another reason, such as an extension of the browser. */
  const checkAll = async (): Promise<boolean> => {
    const failedAt = now()
    if (await probe()) return false
    if (state.isReachable) {
      since = failedAt
      pause = FIRST_PAUSE_MS
      set({ isReachable: false, shownFrom: null })
      waitAndRetry()
    }
    return true
  }
  return {
    state: () => state,
    subscribe,
    failed: () => {
      if (!state.isReachable) return Promise.resolve(true)
      check ??= checkAll().finally(() => {
        check = null
      })
      return check
    },
    showsStored: (at) => {
      if (state.isReachable) return
      if (state.shownFrom === null || at < state.shownFrom) set({ ...state, shownFrom: at })
    },
    retryNow: () => {
      if (state.isReachable) return
      pause = FIRST_PAUSE_MS
      void retry()
    },
    onRestored: restored.subscribe,
  }
}
