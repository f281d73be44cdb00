import { setTimeout } from 'node:timers/promises'
import { addDays, earlierDay } from '#domain/ranges/local-day.ts'
import type { RangeCalendar } from '#domain/ranges/resolve-range.ts'
import type { DayRange } from '#insights/series/series.ts'
import type { SemanticQuery } from '#semantic/query.ts'
import type { Cell, QuerySession } from '#server/modules/analytics/index.ts'

export type HistorySession = Pick<QuerySession, 'rows'>

/** What an account's history is read with. */
export interface HistoryReader {
  readonly session: HistorySession
  /** complete days */
  readonly range: DayRange
  readonly calendar: RangeCalendar
  /** minor units in one major unit */
  readonly minorUnits: number
  /** days whose records are read at a time, the fewer the more a day has */
  readonly daysASlice: number
  /** services that have rows */
  readonly serviceIds: readonly string[]
}

/**
 * The rows of a long range, asked for in slices of so many days: none keeps others waiting for long. Only for queries with a
 * row a record, or groups that lie within a day of the range's date: their rows are those of the whole, in the order of slices.
 */
export const readInSlices = async (session: HistorySession, query: SemanticQuery, days: number): Promise<Cell[][]> => {
  const { range } = query
  if (range === null) return session.rows(query)
  const slices: Cell[][][] = []
  for (let { from } = range; from < range.until; from = addDays(from, days)) {
    const until = earlierDay(addDays(from, days), range.until)
    slices.push(await session.rows({ ...query, range: { ...range, from, until } }))
  }
  return slices.flat()
}

/** A query that took less is followed by the next one at once; no pause is longer than the last. */
const SHORT_MS = 10
const LONGEST_PAUSE_MS = 250

/**
 * One query after the other, whatever asks for them at one time, and after each a pause as long as it took: an account has few
 * places for queries and few threads, and those who look at their numbers meanwhile need them at least half of the time.
 */
export const queueQueries = (session: HistorySession): HistorySession => {
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
