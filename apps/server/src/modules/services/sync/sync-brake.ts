import { performance } from 'node:perf_hooks'
import { setTimeout as delay } from 'node:timers/promises'

/** Share of the event loop's time above which syncs make room for those who wait for an answer. */
const BUSY = 0.5
const SAMPLE_MS = 100
const PAGE_PAUSE_MS = 150
const LONGEST_COMMIT_PAUSE_MS = 1_000

/** Keeps all syncs of a process together from taking what people's questions need. */
export interface SyncBrake {
  /** before the next page: at once on a quiet server, after a pause on a busy one */
  page(signal: AbortSignal): Promise<void>
  /** One commit at a time, and after it as long a pause as it took. */
  commit<T>(work: () => Promise<T>): Promise<T>
}

export const createSyncBrake = (): SyncBrake => {
  let sampled = performance.eventLoopUtilization()
  let sampledAt = performance.now()
  let isBusy = false
  let turn: Promise<unknown> = Promise.resolve()

  const look = (): boolean => {
    if (performance.now() - sampledAt < SAMPLE_MS) return isBusy
    isBusy = performance.eventLoopUtilization(sampled).utilization > BUSY
    sampled = performance.eventLoopUtilization()
    sampledAt = performance.now()
    return isBusy
  }

  return {
    page: async (signal) => {
      if (!look()) return
      // Spread, so that they do not all come back at once.
      await delay(PAGE_PAUSE_MS * (0.5 + Math.random()))
      signal.throwIfAborted()
    },
    commit: (work) => {
      let took = 0
      const mine = turn.then(async () => {
        const start = performance.now()
        try {
          return await work()
        } finally {
          took = performance.now() - start
        }
      })
      const rest = () => delay(Math.min(took, LONGEST_COMMIT_PAUSE_MS))
      turn = mine.then(rest, rest)
      return mine
    },
  }
}
