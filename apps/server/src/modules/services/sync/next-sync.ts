const MINUTE_MS = 60_000
/** Spreads the syncs of services that were added together. */
const JITTER = 0.1
const MAX_RETRY_MINUTES = 24 * 60

const addJitter = (ms: number, random: () => number): number => ms * (1 - JITTER + 2 * JITTER * random())

/** The next scheduled sync after one at `now` (epoch milliseconds); null: none. */
export const nextSyncAt = (now: number, minutes: number | null, random: () => number = Math.random): Date | null =>
  minutes === null ? null : new Date(now + addJitter(minutes * MINUTE_MS, random))

/** When a failed run is retried: after 1, 2, 4 … minutes, at most after the interval; null: never. */
export const nextRetryAt = (
  now: number,
  { minutes, failures }: { minutes: number | null; failures: number },
  random: () => number = Math.random,
): Date | null => {
  if (minutes === null) return null
  const pause = Math.min(2 ** (Math.max(failures, 1) - 1), minutes, MAX_RETRY_MINUTES)
  return new Date(now + addJitter(pause * MINUTE_MS, random))
}
