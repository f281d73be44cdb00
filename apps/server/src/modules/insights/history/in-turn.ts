import { setTimeout } from 'node:timers/promises'
import type { HistorySession } from './history-reader.ts'

/** A query that took less is followed by the next one at once; no pause is longer than the last. */
const SHORT_MS = 10
const LONGEST_PAUSE_MS = 250

/**
 * One query after the other, whatever asks for them at one time, and after each a pause as long as it took: an account has few
 * places for queries and few threads, and those who look at their numbers meanwhile need them at least half of the time.
 */
export const inTurn = (session: HistorySession): HistorySession => {
  let last: Promise<unknown> = Promise.resolve()
  const pausedAfter = async (asked: number): Promise<void> => {
    const took = performance.now() - asked
    if (took >= SHORT_MS) await setTimeout(Math.min(took, LONGEST_PAUSE_MS))
  }
  return {
    rows: (query) => {
      let asked = 0
      const next = last.then(() => {
        asked = performance.now()
        return session.rows(query)
      })
      // Whoever asked hears of a failure; the next query is another one's.
      last = next.catch(() => undefined).then(() => pausedAfter(asked))
      return next
    },
  }
}
