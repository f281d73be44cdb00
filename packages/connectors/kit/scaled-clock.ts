import { setTimeout as delay } from 'node:timers/promises'

/** The clock of limits and pauses. */
export interface ScaledClock {
  /** epoch milliseconds */
  now(): number
  /** Resolves after `ms` by this clock; rejects with the signal's reason when it is aborted. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
}

// A timer of more than 2^31 - 1 ms fires at once.
const MAX_TIMER_MS = 2_147_483_647

/** A clock that runs `scale` times as fast as the machine's, starting now. */
export const createScaledClock = (scale: number): ScaledClock => {
  const start = Date.now()
  return {
    now: () => Math.floor(start + (Date.now() - start) * scale),
    async sleep(ms, signal) {
      signal?.throwIfAborted()
      // Timers may fire up to a millisecond early.
      const realMs = Math.min(Math.ceil(Math.max(ms, 0) / scale) + 1, MAX_TIMER_MS)
      await delay(realMs, undefined, signal ? { signal } : {}).catch((error: unknown) => {
        signal?.throwIfAborted()
        throw error
      })
    },
  }
}

/** The machine's clock. */
export const systemClock: ScaledClock = createScaledClock(1)
