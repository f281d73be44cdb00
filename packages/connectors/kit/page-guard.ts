import { MalformedResponse } from './platform-problems.ts'

/** Pages of one read are let through once each. */
export interface PageGuard {
  /**
   * `key`: what a page is known by, such as its cursor or, where pages have numbers, the ids it holds. Throws `MalformedResponse` when it
   * was there before in this read, or when there are more pages than a history can have.
   */
  enter(key: string): void
  /** of the page that was let through last, from 1 */
  readonly number: number
}

// 50 records a page: far more than any winery has, and an end to a list that has none.
const MAX_PAGES = 100_000

export const createPageGuard = (stream: string, mostPages = MAX_PAGES): PageGuard => {
  const seen = new Set<string>()
  return {
    enter(key) {
      if (seen.has(key))
        throw new MalformedResponse(
          `The list of ${stream} has no end: page ${seen.size + 1} is one that was there before`,
        )
      if (seen.size >= mostPages)
        throw new MalformedResponse(`The list of ${stream} has no end: more than ${mostPages} pages`)
      seen.add(key)
    },
    get number() {
      return seen.size
    },
  }
}

/**
 * How far a stream of changes was read: the latest change seen, never later than now, since a platform whose clock is ahead
 * would otherwise hide what changes until we catch up with it. Epoch milliseconds; null: no change was seen yet.
 */
export const highWater = (before: number | null, seen: readonly (number | null)[], now: number): number | null => {
  const known = seen.reduce((latest, one) => (one === null || (latest !== null && latest > one) ? latest : one), before)
  return known === null ? null : Math.min(known, now)
}

/** From when on a stream is read again, so that nothing is missed of what was changed while it was read or by a slow clock. */
export const readFrom = (mark: number | null, overlapMs: number): number | null =>
  mark === null ? null : Math.max(0, mark - overlapMs)
