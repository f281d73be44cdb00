import type { Pace } from './pace.ts'

/** A clock that stands still until somebody waits for it: limits are met exactly, however slow the machine. */
export const steppedPace = (): Pace => {
  let now = 1_000_000
  return {
    now: () => now,
    async sleep(ms, signal) {
      signal?.throwIfAborted()
      const until = now + ms
      await new Promise((resolve) => setImmediate(resolve))
      now = Math.max(now, until)
    },
  }
}
