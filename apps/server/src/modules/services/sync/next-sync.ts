const MINUTE_MS = 60_000
/** Services that were added together do not stay together. */
const JITTER = 0.1
const MAX_RETRY_MINUTES = 24 * 60

const addJitter = (ms: number, random: () => number): number => ms * (1 - JITTER + 2 * JITTER * random())

/** When a service is fetched from again after it was just now; null: not by itself. `now`: epoch milliseconds. */
export const nextSyncAt = (now: number, minutes: number | null, random: () => number = Math.random): Date | null =>
  minutes === null ? null : new Date(now + addJitter(minutes * MINUTE_MS, random))

/** When a failed run is tried again: after 1, 2, 4 … minutes, at most after the interval; null: not by itself. */
export const nextRetryAt = (
  now: number,
  { minutes, failures }: { minutes: number | null; failures: number },
  random: () => number = Math.random,
): Date | null => {
  if (minutes === null) return null
  const pause = Math.min(2 ** (Math.max(failures, 1) - 1), minutes, MAX_RETRY_MINUTES)
  return new Date(now + addJitter(pause * MINUTE_MS, random))
}
