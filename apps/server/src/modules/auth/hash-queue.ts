import { fail } from '#contract/errors.ts'

interface HashQueueLimits {
  /** hashes computed at the same time */
  readonly maxRunning: number
  /** hashes that may wait for their turn */
  readonly maxWaiting: number
}

const RETRY_AFTER_SECONDS = 2
const MOST_AT_ONCE = 2
/** More than a team that begins its day at the same minute: as many come from somebody who guesses passwords. */
const CROWD = 8
/** Length of the pause after a hash while a crowd waits, in times of the hash. */
const PAUSE = 2

/** A core is left to other requests, for which the tens of milliseconds of a hash are long. */
export const hashesAtOnce = (cores: number): number => Math.max(1, Math.min(MOST_AT_ONCE, cores - 1))

/**
 * Runs password hashes in order, a few at a time: each takes a core and 19 MiB, so without a limit a burst of sign-ins would
 * delay every other request. While a crowd waits, each hash is followed by a pause twice as long, which leaves the core to others
 * two thirds of the time.
 *
 * @returns runs one hash; throws Failure `request.too_many` when too many already wait
 */
export const createHashQueue = ({ maxRunning, maxWaiting }: HashQueueLimits) => {
  const waiting: (() => void)[] = []
  let running = 0

  const takeSlot = async (): Promise<void> => {
    if (running < maxRunning) {
      running += 1
      return
    }
    if (waiting.length >= maxWaiting) throw fail('request.too_many', { retryAfter: RETRY_AFTER_SECONDS })
    await new Promise<void>((resolve) => waiting.push(resolve))
  }

  // A waiting hash takes over the slot, so that a new one cannot overtake it.
  const releaseSlot = (tookMs: number): void => {
    const next = waiting.shift()
    if (!next) running -= 1
    else if (waiting.length < CROWD) next()
    else setTimeout(next, PAUSE * tookMs)
  }

  return async <T>(computeHash: () => Promise<T>): Promise<T> => {
    await takeSlot()
    const start = performance.now()
    try {
      return await computeHash()
    } finally {
      releaseSlot(performance.now() - start)
    }
  }
}
