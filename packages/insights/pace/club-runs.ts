import { addDays, addMonths, diffDays, earlierDay, type LocalDay } from '#domain/ranges/local-day.ts'
import { listDays, type Series, seriesEnd, sumOfDays } from '../series/series.ts'
import type { PacePart } from './pace-part.ts'

/** Club orders by day, and the days on which the club's releases were or will be charged. */
export interface ClubRuns {
  /** complete days before the month */
  readonly days: Series
  /** in any order; those ahead that the account already knows are among them */
  readonly runs: readonly LocalDay[]
}

/** A release is charged on its day; cards that were declined are charged on the next days. */
const RUN_DAYS = 3
/** The same weekday about a year later. */
const YEAR = 364
/** How far the run of last year that a run is compared with may be moved. */
const SEASON_DAYS = 21
const SCATTER = 0.15 ** 2

const amountOf = (days: Series, run: LocalDay): number => {
  const until = addDays(run, RUN_DAYS)
  return sumOfDays(days, { from: run, until: earlierDay(until, seriesEnd(days)) })
}

/** The amount of a run: that of the same season a year before, else of the last run. */
const expectedAmount = (past: readonly LocalDay[], days: Series, run: LocalDay): number => {
  const sameSeason = past.findLast((one) => Math.abs(diffDays(one, run) - YEAR) <= SEASON_DAYS)
  const like = sameSeason ?? past.at(-1)
  return like === undefined ? 0 : Math.max(0, amountOf(days, like))
}

/** The days of runs: what the club orders of these days bring is the runs', all else belongs to ordinary days. */
export const runDays = (runs: readonly LocalDay[]): ReadonlySet<LocalDay> =>
  new Set(runs.flatMap((run) => listDays({ from: run, until: addDays(run, RUN_DAYS) })))

/** The runs of a month: those that are known, or those of a year before. Null without any. */
export const expectedRuns = ({ days, runs }: ClubRuns, month: LocalDay): PacePart | null => {
  const until = addMonths(month, 1)
  const sorted = [...new Set(runs)].toSorted()
  const past = sorted.filter((run) => run >= days.from && run < month)
  const inMonth = (run: LocalDay): boolean => run >= month && run < until
  const listed = sorted.filter(inMonth)
  const due = listed.length > 0 ? listed : past.map((run) => addDays(run, YEAR)).filter(inMonth)
  const amounts = listDays({ from: month, until }).map((day) =>
    due.includes(day) ? expectedAmount(past, days, day) : 0,
  )
  return amounts.some((amount) => amount > 0) ? { days: amounts, level: SCATTER, rest: 0, noise: 0, unit: 0 } : null
}
