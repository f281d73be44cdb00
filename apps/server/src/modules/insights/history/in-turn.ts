import type { HistorySession } from './history-reader.ts'

/**
 * One query after the other, whatever asks for them at one time: an account has few places for queries, and those who look at
 * their numbers meanwhile need one.
 */
export const inTurn = (session: HistorySession): HistorySession => {
  let last: Promise<unknown> = Promise.resolve()
  return {
    rows: (query) => {
      const next = last.then(() => session.rows(query))
      // Whoever asked hears of a failure; the next query is another one's.
      last = next.catch(() => undefined)
      return next
    },
  }
}
