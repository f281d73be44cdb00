import { performance } from 'node:perf_hooks'
import { setTimeout as delay } from 'node:timers/promises'

/** Share of the event loop's time above which syncs make room for those who wait for an answer. */
const BUSY = 0.5
const SAMPLE_MS = 100
/** How long after a question there are likely to be more. */
const ASKING_MS = 3_000
const PAGE_PAUSE_MS = 150
const LONGEST_COMMIT_PAUSE_MS = 1_000

/** Keeps all syncs of a process together from taking what people's questions need; while nobody asks, nothing is slower. */
export interface SyncThrottle {
  /** before the next page: at once, or after a pause while people ask and the server is busy */
  beforePage(signal: AbortSignal): Promise<void>
  /** One commit at a time, and after it, while people ask, as long a pause as it took. */
  runCommit<T>(work: () => Promise<T>): Promise<T>
}

/** @param lastAskedAt when somebody last wanted a number, by `performance.now()` */
export const createSyncThrottle = (lastAskedAt: () => number): SyncThrottle => {
  let sampled = performance.eventLoopUtilization()
  let sampledAt = performance.now()
  let isBusy = false
  let turn: Promise<unknown> = Promise.resolve()

  const isAsked = () => performance.now() - lastAskedAt() < ASKING_MS

  const look = (): boolean => {
    if (performance.now() - sampledAt < SAMPLE_MS) return isBusy
    isBusy = performance.eventLoopUtilization(sampled).utilization > BUSY
    sampled = performance.eventLoopUtilization()
    sampledAt = performance.now()
    return isBusy
  }

  return {
    beforePage: async (signal) => {
      if (!isAsked() || !look()) return
      // Spread, so that they do not all come back at once.
      await delay(PAGE_PAUSE_MS * (0.5 + Math.random()))
      signal.throwIfAborted()
    },
    runCommit: (work) => {
      let took = 0
      const mine = turn.then(async () => {
        const start = performance.now()
        try {
          return await work()
        } finally {
          took = performance.now() - start
        }
      })
      const rest = () => (isAsked() ? delay(Math.min(took, LONGEST_COMMIT_PAUSE_MS)) : undefined)
      turn = mine.then(rest, rest)
      return mine
    },
  }
}
